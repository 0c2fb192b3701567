/* files_test -- what killed processes leave is removed, and nothing else. */
#define _GNU_SOURCE /* of mkdtemp */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/files.h"
#include "kernels/testing/unit_test.h"

/* The folder that the others are in. */
TEST(enter_folder)
{
    const char *base = getenv("TEST_TMPDIR");
    char folder[512];

    snprintf(folder, sizeof folder, "%s/XXXXXX", base == NULL ? "/tmp" : base);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
}

enum { LONG_AGO_S = 7200 };

/* Two hours ago, if it is old. */
static void make_file(const char *path, bool is_old)
{
    const struct timespec times[] = {{time(NULL) - LONG_AGO_S, 0},
                                     {time(NULL) - LONG_AGO_S, 0}};
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fclose(file);
    if (is_old)
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
}

TEST(tidy_removes_old_temporaries)
{
    mkdir("folder", 0700);
    make_file("folder/a.csv.tmp-abcdef", true);
    make_file("folder/b.csv.tmp-abcdef", false);
    make_file("folder/c.csv", true);
    assert_int_equal(symlink("c.csv", "folder/d.tmp-abcdef"), 0);
    qdr_folder_tidy("folder");
    assert_int_not_equal(access("folder/a.csv.tmp-abcdef", F_OK), 0);
    assert_int_equal(access("folder/b.csv.tmp-abcdef", F_OK), 0);
    assert_int_equal(access("folder/c.csv", F_OK), 0);
    assert_int_equal(access("folder/d.tmp-abcdef", F_OK), 0);
}

/* The number of a process that has ended. */
static long ended_process(void)
{
    pid_t child = fork();

    if (child == 0)
        _exit(0);
    assert_int_equal(waitpid(child, NULL, 0), child);
    return child;
}

TEST(abandoned_folders_are_removed)
{
    const long ended = ended_process();
    char gone[64], others[64], alive[64], other[64];
    static const char prefix[] = "folders/bench-";

    mkdir("folders", 0700);
    snprintf(gone, sizeof gone, "folders/bench-%ld-abcdef", ended);
    snprintf(others, sizeof others, "folders/bench-%ld-readable", ended);
    snprintf(alive, sizeof alive, "folders/bench-%ld-abcdef", (long)getpid());
    snprintf(other, sizeof other, "folders/bench-x%ld-abcdef", ended);
    assert_int_equal(mkdir(gone, 0700), 0);
    assert_int_equal(mkdir(others, 0755), 0);
    assert_int_equal(mkdir(alive, 0700), 0);
    assert_int_equal(mkdir(other, 0700), 0);
    qdr_folder_remove_abandoned(prefix, 3600);
    assert_int_equal(access(gone, F_OK), 0); /* too young */
    qdr_folder_remove_abandoned(prefix, 0);
    assert_int_not_equal(access(gone, F_OK), 0);
    assert_int_equal(access(others, F_OK), 0); /* others can read it */
    assert_int_equal(access(alive, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
}

/* No file becomes standard output, and nobody else writes what is made. */
TEST(programs_begin_alike)
{
    struct stat about;
    int file, kept = dup(STDERR_FILENO);

    umask(0);
    close(STDERR_FILENO);
    qdr_files_begin();
    file = open("made", O_RDWR | O_CREAT, 0666);
    dup2(kept, STDERR_FILENO);
    assert_true(file > STDERR_FILENO);
    assert_int_equal(fstat(file, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0644);
    close(file);
    close(kept);
}
