/* harness/packing/new_folder_test.c -- a folder that another makes meanwhile is
 * not replaced. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
/* cmocka.h needs four of the above. */
#include <cmocka.h>

#include "harness/packing/new_folder.h"

static char path[512];

/* A folder with one file, that is not in place yet. */
static void begin(qdr_new_folder *folder)
{
    qdr_error error;

    assert_int_equal(qdr_new_folder_begin(folder, path, &error), QDR_OK);
    assert_int_equal(qdr_new_folder_write(folder, "file", "x", 1, &error),
                     QDR_OK);
}

static void test_it_is_put_in_place(void **state)
{
    qdr_new_folder folder;
    qdr_error error;
    char file[600];

    (void)state;
    begin(&folder);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(qdr_new_folder_end(&folder, QDR_OK, &error), QDR_OK);
    snprintf(file, sizeof file, "%s/file", path);
    assert_int_equal(unlink(file), 0);
    assert_int_equal(rmdir(path), 0);
}

static void test_an_empty_folder_is_not_replaced(void **state)
{
    qdr_new_folder folder;
    qdr_error error;
    struct stat before, after;

    (void)state;
    begin(&folder);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(stat(path, &before), 0);
    assert_int_equal(qdr_new_folder_end(&folder, QDR_OK, &error),
                     QDR_ERROR_INPUT);
    assert_int_equal(access(folder.temporary, F_OK), -1);
    assert_int_equal(stat(path, &after), 0);
    assert_true(before.st_ino == after.st_ino);
    assert_int_equal(rmdir(path), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_is_put_in_place),
        cmocka_unit_test(test_an_empty_folder_is_not_replaced),
    };
    const char *folder = getenv("TEST_TMPDIR");

    snprintf(path, sizeof path, "%.400s/new", folder == NULL ? "." : folder);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
