/* harness/files/digest.c -- see digest.h. */
#include "harness/files/digest.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

qdr_status qdr_digest_file(const char *path, char *out_digest, qdr_error *error)
{
    unsigned char block[65536], hash[EVP_MAX_MD_SIZE];
    unsigned hash_length = 0;
    FILE *file = fopen(path, "rb");
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    size_t count;
    int is_good = file != NULL && context != NULL &&
                  EVP_DigestInit_ex(context, EVP_sha256(), NULL);

    while (is_good && (count = fread(block, 1, sizeof block, file)) > 0)
        is_good = EVP_DigestUpdate(context, block, count);
    is_good = is_good && !ferror(file) &&
              EVP_DigestFinal_ex(context, hash, &hash_length);
    for (unsigned i = 0; is_good && i < hash_length; i++)
        snprintf(out_digest + 2 * i, 3, "%02x", hash[i]);
    EVP_MD_CTX_free(context);
    if (file != NULL)
        fclose(file);
    return is_good ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path,
                              strerror(errno));
}

char *qdr_read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 0;

    /* Up to the first NUL, that is, the whole of a text file. */
    if (file != NULL && getdelim(&text, &capacity, '\0', file) < 0) {
        free(text);
        text = NULL;
    }
    if (file != NULL)
        fclose(file);
    return text;
}
