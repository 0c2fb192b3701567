/* workloads/testing/scratch_file.c -- see scratch_file.h. */
#include "workloads/testing/scratch_file.h"

#include <stdio.h>
#include <string.h>

#include "kernels/testing/unit_test.h"

void qdr_scratch_write(const char *path, const void *bytes, size_t length)
{
    FILE *file;

    /* A new file each time: truncation would flush it to the disk. */
    remove(path);
    file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

void qdr_scratch_text(const char *path, const char *text)
{
    qdr_scratch_write(path, text, strlen(text));
}
