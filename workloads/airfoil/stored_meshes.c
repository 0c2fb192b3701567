/* workloads/airfoil/stored_meshes.c -- see stored_meshes.h. */
#include "workloads/airfoil/stored_meshes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/text/text_reader.h"

/* The linker's names for the two files of a size. */
#define FILES(points)                                                          \
    extern const char _binary_wing_##points##_msh_xz_start[],                  \
        _binary_wing_##points##_msh_xz_end[],                                  \
        _binary_wing_##points##_csv_xz_start[],                                \
        _binary_wing_##points##_csv_xz_end[];
FILES(545)
FILES(2000)
FILES(2800)
FILES(3000)
FILES(9428)
FILES(53961)

typedef struct packed_size {
    const char *mesh, *mesh_end, *matrices, *matrices_end;
} packed_size;

#define SIZE(points)                                                           \
    {                                                                          \
        _binary_wing_##points##_msh_xz_start,                                  \
            _binary_wing_##points##_msh_xz_end,                                \
            _binary_wing_##points##_csv_xz_start,                              \
            _binary_wing_##points##_csv_xz_end                                 \
    }
static const packed_size packed[] = {SIZE(545),  SIZE(2000), SIZE(2800),
                                     SIZE(3000), SIZE(9428), SIZE(53961)};

const char *const qdr_stored_sizes[] = {"545",  "2000",  "2800", "3000",
                                        "9428", "53961", NULL};

static qdr_status unpack(const char *begin, const char *end, const char *name,
                         qdr_bytes *bytes, qdr_error *error)
{
    return qdr_bytes_unpack(bytes, name, begin, (size_t)(end - begin), error);
}

qdr_status qdr_stored_mesh(int size, qdr_mesh *mesh, qdr_error *error)
{
    char name[64];
    qdr_bytes bytes = {0};
    qdr_status status;

    snprintf(name, sizeof name, "wing_%s.msh", qdr_stored_sizes[size]);
    status =
        unpack(packed[size].mesh, packed[size].mesh_end, name, &bytes, error);
    if (status == QDR_OK)
        status = qdr_mesh_parse(mesh, &bytes, name, error);
    qdr_bytes_cleanup(&bytes);
    return status;
}

/* The messages of one matrix, which are consecutive lines. */
typedef struct matrix {
    const char *prefix; /* of its lines: "3,rcb," */
    int64_t unit;
    qdr_message *messages; /* [QDR_STORED_PROCS squared] */
    int64_t num_messages;
} matrix;

/* Takes a number and the comma behind it. */
static int64_t take(const char **at)
{
    char *end;
    int64_t number = strtoll(*at, &end, 10);

    *at = end + (*end == ',');
    return number;
}

static qdr_status take_message(const qdr_text *text, const char *line,
                               matrix *of)
{
    qdr_message message;
    int64_t vertices;

    message.src = (int)take(&line);
    message.dst = (int)take(&line);
    vertices = take(&line);
    if (of->num_messages == (int64_t)QDR_STORED_PROCS * QDR_STORED_PROCS)
        return qdr_text_refuse(
            text, "too many messages; accepted: one per pair of ranks");
    if (__builtin_mul_overflow(vertices, of->unit, &message.bytes))
        return qdr_fail(text->error, QDR_ERROR_INPUT,
                        "bytes: %lld for a vertex, of %lld; accepted: products "
                        "below 2^63",
                        (long long)of->unit, (long long)vertices);
    of->messages[of->num_messages++] = message;
    return QDR_OK;
}

static qdr_status take_matrix(qdr_text *text, matrix *of)
{
    size_t length = strlen(of->prefix);
    qdr_status status = QDR_OK;

    while (status == QDR_OK && qdr_text_line(text)) {
        if ((size_t)(text->line_end - text->rest) > length &&
            memcmp(text->rest, of->prefix, length) == 0)
            status = take_message(text, text->rest + length, of);
        else if (of->num_messages > 0)
            break;
    }
    if (status == QDR_OK && of->num_messages == 0)
        status = qdr_text_refuse(text, "no matrix '%s'", of->prefix);
    return status;
}

qdr_status qdr_stored_pattern(int size, int number, const char *method,
                              int64_t unit, qdr_pattern *pattern,
                              qdr_error *error)
{
    qdr_message messages[QDR_STORED_PROCS * QDR_STORED_PROCS];
    char name[64], prefix[64];
    matrix of = {.prefix = prefix, .unit = unit, .messages = messages};
    qdr_bytes bytes = {0};
    qdr_status status;

    snprintf(name, sizeof name, "wing_%s.csv", qdr_stored_sizes[size]);
    snprintf(prefix, sizeof prefix, "%d,%s,", number, method);
    status = unpack(packed[size].matrices, packed[size].matrices_end, name,
                    &bytes, error);
    if (status == QDR_OK) {
        qdr_text text = qdr_text_begin(&bytes, name, error);
        status = take_matrix(&text, &of);
    }
    qdr_bytes_cleanup(&bytes);
    if (status == QDR_OK)
        status = qdr_pattern_init(pattern, QDR_STORED_PROCS, messages,
                                  of.num_messages, error);
    return status;
}
