/* digest_test -- SHA-256 equals the published values and those of sha256sum. */
#define _GNU_SOURCE /* of mkdtemp */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "harness/files/digest.h"
#include "kernels/testing/unit_test.h"

/* The examples of FIPS 180-4, and the long one of its test vectors. */
TEST(published_values)
{
    static const struct {
        const char *text;
        int times;
        const char *digest;
    } examples[] = {
        {"", 1,
         "e3b0c44298fc1c149afbf4c8996fb924"
         "27ae41e4649b934ca495991b7852b855"},
        {"abc", 1,
         "ba7816bf8f01cfea414140de5dae2223"
         "b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
         "248d6a61d20638b8e5c026930c3e6039"
         "a33ce45964ff2167f6ecedd419db06c1"},
        {"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
         "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
         1,
         "cf5b16a778af8380036ce59e7b049237"
         "0b249b11e8f07a51afac45037afee9d1"},
        {"a", 1000000,
         "cdc76e5c9914fb9281a1c7e284d73e67"
         "f1809a48a497200e046d39ccc7112cd0"},
    };
    char digest[QDR_DIGEST_LENGTH + 1];

    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        size_t unit = strlen(examples[i].text);
        size_t length = unit * (size_t)examples[i].times;
        char *data = malloc(length + 1);
        assert_non_null(data);
        for (size_t at = 0; at < length; at += unit)
            memcpy(data + at, examples[i].text, unit);
        qdr_digest_bytes(data, length, digest);
        assert_string_equal(digest, examples[i].digest);
        free(data);
    }
}

/* Bytes without a pattern, zeros among them. */
static void fill(unsigned char *data, size_t length)
{
    uint32_t state = 1;

    for (size_t i = 0; i < length; i++) {
        state = state * 1664525 + 1013904223;
        data[i] = (unsigned char)(state >> 24);
    }
}

static void write_file(const char *path, const unsigned char *data,
                       size_t length)
{
    FILE *file = fopen(path, "wb");

    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

/* The files of `command`, sha256sum, have the digests that it prints. */
static void compare_with_sha256sum(const qdr_command *command, int num_files)
{
    char digest[QDR_DIGEST_LENGTH + 1], *printed, *rest = NULL;
    int count = 0;

    assert_ok(qdr_command_run(command, false, &printed, NULL));
    for (char *line = strtok_r(printed, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest)) {
        assert_ok(qdr_digest_file(strchr(line, '*') + 1, digest, NULL));
        assert_memory_equal(digest, line, QDR_DIGEST_LENGTH);
        count++;
    }
    assert_int_equal(count, num_files);
    free(printed);
}

TEST(every_length_as_sha256sum)
{
    enum { MAX_LENGTH = 300, LARGE = 20000003 };
    static unsigned char data[LARGE];
    qdr_command sha256sum = {0};
    const char *base = getenv("TEST_TMPDIR");
    char folder[512];

    fill(data, sizeof data);
    snprintf(folder, sizeof folder, "%s/XXXXXX", base == NULL ? "/tmp" : base);
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chdir(folder), 0);
    qdr_command_add(&sha256sum, "sha256sum");
    qdr_command_add(&sha256sum, "-b");
    for (int i = 0; i <= MAX_LENGTH; i++) {
        char name[32];
        snprintf(name, sizeof name, "%d.bytes", i);
        write_file(name, data, (size_t)i);
        qdr_command_add(&sha256sum, "%s", name);
    }
    write_file("large.bytes", data, LARGE);
    qdr_command_add(&sha256sum, "large.bytes");
    compare_with_sha256sum(&sha256sum, MAX_LENGTH + 2);
    qdr_command_cleanup(&sha256sum);
}

TEST(a_growing_file_has_the_digest_of_its_whole)
{
    static unsigned char data[1000];
    char followed[QDR_DIGEST_LENGTH + 1], whole[QDR_DIGEST_LENGTH + 1];
    FILE *file = tmpfile();
    qdr_digest *digest = qdr_digest_new();

    fill(data, sizeof data);
    assert_non_null(file);
    for (size_t length = 1, from = 0; from < sizeof data; length += 7) {
        size_t count =
            length < sizeof data - from ? length : sizeof data - from;
        assert_int_equal(fwrite(data + from, 1, count, file), count);
        assert_int_equal(fflush(file), 0);
        from += count;
        assert_int_equal(qdr_digest_follow(digest, fileno(file), followed),
                         from);
        qdr_digest_bytes(data, from, whole);
        assert_string_equal(followed, whole);
    }
    qdr_digest_free(digest);
    fclose(file);
}

TEST(a_file_that_is_missing_is_refused)
{
    char digest[QDR_DIGEST_LENGTH + 1];
    qdr_error error;

    assert_int_equal(qdr_digest_file("missing", digest, &error),
                     QDR_ERROR_SYSTEM);
    assert_says(error.text, "missing: No such file");
}
