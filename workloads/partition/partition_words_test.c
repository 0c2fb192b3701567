/* workloads/partition/partition_words_test.c -- names of methods, refusals, and
 * files of parts. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/testing/unit_test.h"
#include "workloads/partition/method.h"
#include "workloads/testing/line_graph.h"

static void refuse(const qdr_graph *graph, const char *method, int procs,
                   const char *words)
{
    const qdr_partitioner computing = qdr_partitioner_computing(NULL);
    const qdr_partition_task task = {graph, method, procs, 3};
    int part[64];
    qdr_error error = {""};

    assert_int_equal(computing.part(&computing, &task, part, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, words);
}

TEST(refusals)
{
    qdr_graph graph = {0};

    qdr_line_graph_init(&graph, 4);
    refuse(&graph, "best", 2,
           "partition: 'best'; accepted: strips, rcb, rcb_xyz, inertial, "
           "spectral, recursive, kway");
    refuse(&graph, "rcb", 0, "0 parts; accepted: 1 to 4194304");
    refuse(&graph, "kway", 5,
           "partition: 5 parts of 4 vertices, so that ranks have none; "
           "accepted: at most as many parts as vertices");
    refuse(&graph, "strips", 5,
           "partition: 5 parts of 4 vertices, so that ranks have none; "
           "accepted: at most as many parts as vertices");
    free(graph.coordinates);
    graph.coordinates = NULL;
    refuse(&graph, "rcb", 2,
           "partition: 'rcb' of a graph without coordinates; accepted: strips, "
           "spectral, recursive, kway");
    refuse(&graph, "inertial", 2,
           "partition: 'inertial' of a graph without coordinates; accepted: "
           "strips, spectral, recursive, kway");
    qdr_graph_cleanup(&graph);
}

/* The words of workloads are those of the table. */
TEST(words)
{
    int num_words = 0;

    for (; qdr_partition_methods[num_words] != NULL; num_words++) {
        const qdr_partition_entry *row =
            qdr_partition_entry_find(qdr_partition_methods[num_words]);
        assert_non_null(row);
        assert_string_equal(row->name, qdr_partition_methods[num_words]);
    }
    assert_int_equal(num_words, qdr_partition_entry_count());
}

/* A launch (one mpirun) reads the file that `quadrille` writes. */
TEST(written)
{
    char folder[] = "partition_words_test_XXXXXX";
    qdr_graph graph = {0};
    int computed[64], read[64];
    qdr_error error = {""};

    assert_non_null(mkdtemp(folder));
    qdr_line_graph_init(&graph, 64);
    {
        qdr_partitioner computing = qdr_partitioner_computing(folder);
        qdr_partitioner stored = qdr_partitioner_stored(folder);
        qdr_partition_task wanted = {
            .graph = &graph, .method = "rcb", .procs = 5};
        assert_int_equal(stored.part(&stored, &wanted, read, NULL),
                         QDR_ERROR_INPUT);
        assert_ok(computing.part(&computing, &wanted, computed, NULL));
        assert_ok(stored.part(&stored, &wanted, read, NULL));
        assert_memory_equal(computed, read, sizeof read);
        /* One that leaves parts empty is computed again, never used. */
        memset(read, 0, sizeof read);
        assert_ok(qdr_partition_file_write(&wanted, folder, read, NULL));
        assert_int_equal(stored.part(&stored, &wanted, read, &error),
                         QDR_ERROR_INPUT);
        assert_non_null(strstr(error.text, ".txt: part 1 is empty; accepted"));
        assert_ok(computing.part(&computing, &wanted, read, NULL));
        assert_memory_equal(computed, read, sizeof read);
    }
    qdr_graph_cleanup(&graph);
}
