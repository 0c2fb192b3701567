/* plain_file_test -- what a link, a FIFO or a second name of a file leads to.
 */
#define _GNU_SOURCE /* of mkdtemp */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/open_nofollow.h"
#include "kernels/testing/unit_test.h"

/* The folder that the others are in. */
TEST(enter_folder)
{
    const char *base = getenv("TEST_TMPDIR");
    char folder[4096];

    snprintf(folder, sizeof folder, "%s/plain.XXXXXX",
             base == NULL ? "." : base);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(symlink("folder", "scratch"), 0);
}

static void write_victim(void)
{
    FILE *file = fopen("victim", "w");

    assert_non_null(file);
    fputs("precious\n", file);
    fclose(file);
    unlink("folder/name");
}

static void assert_victim_is_whole(void)
{
    char *text = qdr_read_file("victim");

    assert_string_equal(text, "precious\n");
    free(text);
}

static int make_link(void)
{
    return symlink("../victim", "folder/name");
}

static int make_hard_link(void)
{
    return link("victim", "folder/name");
}

static int make_fifo(void)
{
    return mkfifo("folder/name", 0666);
}

static int (*const kinds[])(void) = {make_link, make_hard_link, make_fifo};

TEST(writers_replace_what_is_no_file_of_its_own)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        FILE *file;
        struct stat about;
        write_victim();
        assert_int_equal(kinds[k](), 0);
        file = qdr_plain_fopen("folder/name", "w");
        assert_non_null(file);
        fputs("written\n", file);
        fclose(file);
        assert_victim_is_whole();
        assert_int_equal(lstat("folder/name", &about), 0);
        assert_true(S_ISREG(about.st_mode) && about.st_size == 8);
    }
}

TEST(readers_refuse_links_and_fifos)
{
    write_victim();
    assert_int_equal(make_link(), 0);
    assert_int_equal(qdr_plain_open("folder/name", O_RDONLY), -1);
    assert_int_equal(errno, ELOOP);
    assert_int_equal(qdr_plain_open("folder/name", O_WRONLY), -1);
    unlink("folder/name");
    assert_int_equal(make_fifo(), 0);
    assert_int_equal(qdr_plain_open("folder/name", O_RDONLY), -1);
    assert_int_equal(errno, EINVAL);
    assert_null(qdr_plain_read("folder/name"));
    assert_victim_is_whole();
}

TEST(the_path_to_a_folder_may_be_a_link)
{
    char *text;

    write_victim();
    assert_int_equal(rename("victim", "folder/name"), 0);
    text = qdr_plain_read("scratch/name");
    assert_string_equal(text, "precious\n");
    free(text);
}

TEST(appending_and_locks_keep_the_file)
{
    FILE *file;
    struct stat before, after;
    int lock;

    write_victim();
    assert_int_equal(stat("victim", &before), 0);
    lock = qdr_plain_open("victim", O_RDWR | O_CREAT);
    assert_true(lock >= 0);
    close(lock);
    file = qdr_plain_fopen("victim", "a");
    assert_non_null(file);
    fputs("more\n", file);
    fclose(file);
    assert_int_equal(stat("victim", &after), 0);
    assert_int_equal(before.st_ino, after.st_ino);
    assert_int_equal(after.st_size, 14);
}

TEST(a_folder_is_no_link)
{
    qdr_error error;

    assert_ok(qdr_plain_folder("folder", &error));
    assert_int_equal(qdr_plain_folder("scratch", &error), QDR_ERROR_INPUT);
    assert_non_null(strstr(error.text, "scratch is a link"));
}
