/* workloads/text/packed.c -- see packed.h. */
#include "workloads/text/packed.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

qdr_status qdr_bytes_grow(qdr_bytes *bytes, size_t *capacity, const char *name,
                          qdr_error *error)
{
    size_t wanted = *capacity == 0 ? (size_t)1 << 16 : 2 * *capacity;
    char *grown;

    if (wanted > QDR_MAX_FILE_BYTES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: too large; accepted: up to %zu bytes, unpacked",
                        name, QDR_MAX_FILE_BYTES);
    grown = realloc(bytes->data, wanted + 1);
    if (grown == NULL)
        return qdr_fail_memory(error, name);
    bytes->data = grown;
    *capacity = wanted;
    return QDR_OK;
}

static bool is_packed(const qdr_bytes *bytes)
{
    static const char magic[] = "\xfd"
                                "7zXZ";

    return bytes->length >= sizeof magic &&
           memcmp(bytes->data, magic, sizeof magic) == 0;
}

/* Reads as much as there is room for. */
static qdr_status read_more(qdr_bytes *bytes, size_t *capacity, FILE *file,
                            const char *name, qdr_error *error)
{
    qdr_status status = qdr_bytes_grow(bytes, capacity, name, error);

    if (status != QDR_OK)
        return status;
    bytes->length +=
        fread(bytes->data + bytes->length, 1, *capacity - bytes->length, file);
    bytes->data[bytes->length] = '\0';
    return ferror(file) ? qdr_fail(error, QDR_ERROR_INPUT,
                                   "%s: cannot be read as a file", name)
                        : QDR_OK;
}

/* Reads a file to its end. One without an end, such as /dev/zero, is refused
 * for its zero bytes, or its size. */
static qdr_status read_all(qdr_bytes *bytes, FILE *file, const char *path,
                           qdr_error *error)
{
    size_t capacity = 0;
    qdr_status status = QDR_OK;

    while (status == QDR_OK && bytes->length == capacity) {
        size_t from = bytes->length;
        status = read_more(bytes, &capacity, file, path, error);
        if (status == QDR_OK && !is_packed(bytes))
            status = qdr_file_kind_refuse(bytes->data, from, bytes->length,
                                          path, error);
    }
    return status;
}

qdr_status qdr_bytes_read(qdr_bytes *bytes, const char *path, qdr_error *error)
{
    FILE *file = fopen(path, "rb");
    qdr_bytes made = {0};
    qdr_status status;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    status = read_all(&made, file, path, error);
    fclose(file);
    if (status == QDR_OK && is_packed(&made)) {
        status = qdr_bytes_unpack(bytes, path, made.data, made.length, error);
    } else if (status == QDR_OK) {
        *bytes = made;
        made = (qdr_bytes){0};
    }
    qdr_bytes_cleanup(&made);
    if (status == QDR_OK)
        status =
            qdr_file_kind_refuse_lines(bytes->data, bytes->length, path, error);
    if (status != QDR_OK)
        qdr_bytes_cleanup(bytes);
    return status;
}

void qdr_bytes_cleanup(qdr_bytes *bytes)
{
    free(bytes->data);
    *bytes = (qdr_bytes){0};
}
