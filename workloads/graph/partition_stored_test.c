/* workloads/graph/partition_stored_test.c -- partitions as files: there and
 * back, and what is refused. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/testing/unit_test.h"
#include "workloads/graph/partitioner.h"

static const qdr_edge edges[] = {{0, 1}, {1, 2}, {2, 3}};
static const int part[] = {0, 1, 2, 1};
/* How a file of it begins. */
#define HEAD "# graph a4ae734006b71f96"

/* The path of the only file of `folder`. */
static void find_file(const char *folder, char *path, size_t size)
{
    DIR *directory = opendir(folder);
    int num_files = 0;

    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;)
        if (entry->d_name[0] != '.') {
            snprintf(path, size, "%s/%s", folder, entry->d_name);
            num_files++;
        }
    closedir(directory);
    assert_int_equal(num_files, 1);
}

/* Writes `text` to the file, requests the partition, and expects a refusal with
 * `words` after the path. */
static void refuse(const qdr_partition_task *task, const char *folder,
                   const char *path, const char *text, const char *words)
{
    int read[4];
    qdr_error error = {""};

    qdr_scratch_text(path, text);
    assert_int_equal(qdr_partition_file_read(task, folder, read, &error),
                     QDR_ERROR_INPUT);
    assert_int_equal(strncmp(error.text, path, strlen(path)), 0);
    if (strcmp(error.text + strlen(path), words) != 0)
        fail_msg("said '%s', should say '%s'", error.text, words);
}

TEST(there_and_back)
{
    char folder[] = "partition_stored_XXXXXX", path[512];
    qdr_graph graph = {0};
    qdr_graph another = {0};
    qdr_partition_task task = {
        .graph = &graph, .method = "strips", .procs = 3, .seed = 7};
    qdr_partitioner stored = qdr_partitioner_stored(folder);
    int read[4] = {-1, -1, -1, -1};
    qdr_error error = {""};

    assert_non_null(mkdtemp(folder));
    assert_ok(qdr_graph_init(&graph, 4, edges, 3, true, &error));
    assert_ok(qdr_graph_init(&another, 4, edges, 2, true, &error));
    assert_ok(qdr_partition_file_write(&task, folder, part, &error));
    assert_ok(stored.part(&stored, &task, read, &error));
    assert_memory_equal(read, part, sizeof part);

    find_file(folder, path, sizeof path);
    refuse(&task, folder, path, HEAD ", strips, 3 parts, seed 7\n0\n1\n",
           ":3: the file ends after 2 parts; accepted: 4, one per vertex");
    refuse(&task, folder, path,
           HEAD ", strips, 3 parts, seed 7\n0\n1\n2\n1\n0\n",
           ":6: one line too many; accepted: 4 parts, one per vertex");
    refuse(&task, folder, path, HEAD ", strips, 3 parts, seed 7\n0\n3\n",
           ":3: a part is '3'; accepted: whole numbers 0 to 2");
    refuse(&task, folder, path, HEAD ", strips, 3 parts, seed 7\n0 1\n",
           ":2: '1' at the end of the line; accepted: nothing more on it");
    refuse(&task, folder, path, HEAD ", strips, 3 parts, seed 8\n0\n",
           ":1: the partition of another graph; accepted: '" HEAD ", "
           "strips, 3 parts, seed 7'");
    refuse(&task, folder, path, "",
           ":0: the partition of another graph; accepted: '" HEAD ", "
           "strips, 3 parts, seed 7'");

    /* A change of any word makes it another partition, which has no file. */
    for (int i = 0; i < 4; i++) {
        qdr_partition_task other = task;
        other.method = i == 0 ? "rcb" : other.method;
        other.procs = i == 1 ? 2 : other.procs;
        other.seed = i == 2 ? 8 : other.seed;
        other.graph = i == 3 ? &another : other.graph;
        assert_int_equal(stored.part(&stored, &other, read, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, "No such file"));
    }
    remove(path);
    rmdir(folder);
    qdr_graph_cleanup(&another);
    qdr_graph_cleanup(&graph);
}

TEST(unwritable)
{
    qdr_graph graph = {0};
    qdr_partition_task task = {.graph = &graph, .method = "rcb", .procs = 1};
    qdr_error error = {""};

    assert_int_equal(
        qdr_partition_file_write(&task, "no/such/folder", part, &error),
        QDR_ERROR_SYSTEM);
    assert_non_null(strstr(error.text, "No such file"));
}
