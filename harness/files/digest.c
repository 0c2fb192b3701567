/* harness/files/digest.c -- see digest.h. */
#include "harness/files/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/sha256.h"

struct qdr_digest {
    qdr_sha256 taken;
    int64_t length;
};

qdr_digest *qdr_digest_new(void)
{
    qdr_digest *digest = calloc(1, sizeof *digest);

    if (digest != NULL)
        qdr_sha256_init(&digest->taken);
    return digest;
}

void qdr_digest_free(qdr_digest *digest)
{
    free(digest);
}

void qdr_digest_bytes(const void *data, size_t length, char *out_digest)
{
    qdr_sha256 taken;

    qdr_sha256_init(&taken);
    qdr_sha256_add(&taken, data, length);
    qdr_sha256_print(taken, out_digest);
}

int64_t qdr_digest_follow(qdr_digest *digest, int file, char *out_digest)
{
    unsigned char block[65536];
    ssize_t count;

    if (digest == NULL)
        return -1;
    while ((count = pread(file, block, sizeof block, digest->length)) > 0) {
        qdr_sha256_add(&digest->taken, block, (size_t)count);
        digest->length += count;
    }
    if (count < 0)
        return -1;
    qdr_sha256_print(digest->taken, out_digest);
    return digest->length;
}

qdr_status qdr_digest_file(const char *path, char *out_digest, qdr_error *error)
{
    int file = open(path, O_RDONLY | O_CLOEXEC);
    qdr_digest *digest = file < 0 ? NULL : qdr_digest_new();
    bool is_good = qdr_digest_follow(digest, file, out_digest) >= 0;

    qdr_digest_free(digest);
    if (file >= 0)
        close(file);
    return is_good ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path,
                              strerror(errno));
}

char *qdr_read_stream(FILE *file)
{
    char *text = NULL;
    size_t capacity = 0;

    if (file != NULL && getdelim(&text, &capacity, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    return text;
}

char *qdr_read_file(const char *path)
{
    return qdr_read_stream(fopen(path, "rb"));
}
