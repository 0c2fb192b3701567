/* unpack_absent_test -- without liblzma, text is read and xz refused. */
#include <stdio.h>

#include "kernels/testing/unit_test.h"
#include "workloads/text/packed.h"

static const char path[] = "unpack_absent_test.txt";

static void write_bytes(const char *data, size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

TEST(text_is_read)
{
    qdr_bytes bytes = {0};

    write_bytes("0 1\n1 0\n", 8);
    assert_ok(qdr_bytes_read(&bytes, path, NULL));
    assert_string_equal(bytes.data, "0 1\n1 0\n");
    qdr_bytes_cleanup(&bytes);
    remove(path);
}

TEST(xz_is_refused)
{
    qdr_bytes bytes = {0};
    qdr_error error = {""};

    write_bytes("\xfd"
                "7zXZ\0\0\4",
                8);
    assert_int_equal(qdr_bytes_read(&bytes, path, &error), QDR_ERROR_INPUT);
    assert_string_equal(error.text,
                        "unpack_absent_test.txt: built without xz, which "
                        "packed files and stored airfoil meshes need; "
                        "accepted: text that is not packed");
    assert_null(bytes.data);
    remove(path);
}
