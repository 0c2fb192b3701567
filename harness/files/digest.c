/* harness/files/digest.c -- see digest.h. */
#include "harness/files/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct qdr_digest {
    EVP_MD_CTX *taken, *ended; /* of the file so far; a copy to end */
    int64_t length;
};

qdr_digest *qdr_digest_new(void)
{
    qdr_digest *digest = malloc(sizeof *digest);

    if (digest == NULL)
        return NULL;
    *digest = (qdr_digest){EVP_MD_CTX_new(), EVP_MD_CTX_new(), 0};
    if (digest->taken != NULL && digest->ended != NULL &&
        EVP_DigestInit_ex(digest->taken, EVP_sha256(), NULL))
        return digest;
    qdr_digest_free(digest);
    return NULL;
}

void qdr_digest_free(qdr_digest *digest)
{
    if (digest == NULL)
        return;
    EVP_MD_CTX_free(digest->taken);
    EVP_MD_CTX_free(digest->ended);
    free(digest);
}

static void print_hash(const unsigned char *hash, unsigned length, char *to)
{
    for (unsigned i = 0; i < length; i++)
        snprintf(to + (size_t)2 * i, 3, "%02x", hash[i]);
}

bool qdr_digest_bytes(const void *data, size_t length, char *out_digest)
{
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned hash_length = 0;
    bool is_good =
        EVP_Digest(data, length, hash, &hash_length, EVP_sha256(), NULL);

    if (is_good)
        print_hash(hash, hash_length, out_digest);
    return is_good;
}

int64_t qdr_digest_follow(qdr_digest *digest, int file, char *out_digest)
{
    unsigned char block[65536], hash[EVP_MAX_MD_SIZE];
    unsigned hash_length = 0;
    ssize_t count = 0;
    bool is_good = digest != NULL;

    while (is_good &&
           (count = pread(file, block, sizeof block, digest->length)) > 0) {
        is_good = EVP_DigestUpdate(digest->taken, block, (size_t)count);
        digest->length += count;
    }
    is_good = is_good && count == 0 &&
              EVP_MD_CTX_copy_ex(digest->ended, digest->taken) &&
              EVP_DigestFinal_ex(digest->ended, hash, &hash_length);
    if (is_good)
        print_hash(hash, hash_length, out_digest);
    return is_good ? digest->length : -1;
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
