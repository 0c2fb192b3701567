/* workloads/matrix_file/pattern_file.c -- which format a file has; see
 * pattern_file.h.
 */
#include "workloads/matrix_file/pattern_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "workloads/matrix_file/pattern_reader.h"

extern const qdr_pattern_format qdr_pattern_format_mtx;
extern const qdr_pattern_format qdr_pattern_format_ucc;
extern const qdr_pattern_format qdr_pattern_format_open_mpi;
extern const qdr_pattern_format qdr_pattern_format_nccl_tests;
extern const qdr_pattern_format qdr_pattern_format_matrix;

/* The plain matrix last, which takes any first line. */
static const qdr_pattern_format *const formats[] = {
    &qdr_pattern_format_mtx, &qdr_pattern_format_ucc,
    &qdr_pattern_format_open_mpi, &qdr_pattern_format_nccl_tests,
    &qdr_pattern_format_matrix};

const char *const qdr_pattern_read_format_names[] = {
    "auto", "mtx", "ucc", "open_mpi", "nccl_tests", "matrix", NULL};

_Static_assert(sizeof qdr_pattern_read_format_names ==
                   sizeof formats + 2 * sizeof *formats,
               "a name for each format, auto, and the end");

static const qdr_pattern_format *find_format(const char *name,
                                             const char *first_line)
{
    bool is_told = strcmp(name, "auto") != 0;

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (is_told ? strcmp(formats[i]->name, name) == 0
                    : formats[i]->is_first_line != NULL &&
                          formats[i]->is_first_line(first_line))
            return formats[i];
    return NULL;
}

/* Reads the messages, and sets *num_procs. */
static qdr_status read_messages(qdr_reader *in, const char *format,
                                int *num_procs)
{
    const qdr_pattern_format *found;
    qdr_status status;

    if (!qdr_reader_next_line(in, ""))
        return qdr_reader_refuse(in, "the file is empty; accepted: a matrix of "
                                     "messages");
    found = find_format(format, in->rest);
    if (found == NULL)
        return qdr_fail(in->error, QDR_ERROR_INPUT, "%s: format '%.40s'",
                        in->path, format);
    if (found->is_first_line != NULL && !found->is_first_line(in->rest))
        return qdr_reader_refuse(in,
                                 "'%.40s'; accepted: a file of format %s, as "
                                 "asked for",
                                 in->rest, format);
    status = found->read(in, num_procs);
    return status == QDR_OK ? in->failure : status;
}

static qdr_status read_pattern(qdr_reader *in, const char *format,
                               qdr_pattern *pattern)
{
    int num_procs = 0;
    qdr_error reason = {""};
    qdr_status status = read_messages(in, format, &num_procs);

    if (status != QDR_OK)
        return status;
    /* Most formats hold one, and do not count. */
    if (in->num_matrices == 0)
        in->num_matrices = 1;
    if (in->matrix > in->num_matrices)
        return qdr_fail(in->error, QDR_ERROR_INPUT,
                        "%s: matrix %" PRId64 "; accepted: 1 to %" PRId64,
                        in->path, in->matrix, in->num_matrices);
    status = qdr_pattern_init(pattern, num_procs, in->messages,
                              in->num_messages, &reason);
    if (status != QDR_OK)
        return qdr_fail(in->error, status, "%s: %s", in->path, reason.text);
    return QDR_OK;
}

qdr_status qdr_pattern_read_as(qdr_pattern *pattern, const char *path,
                               const char *format, int64_t matrix,
                               qdr_error *error)
{
    qdr_reader in = {.path = path, .matrix = matrix, .error = error};
    qdr_status status;

    in.file = fopen(path, "r");
    if (in.file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    status = read_pattern(&in, format, pattern);
    fclose(in.file);
    free(in.line);
    free(in.messages);
    return status;
}

qdr_status qdr_pattern_read(qdr_pattern *pattern, const char *path,
                            qdr_error *error)
{
    return qdr_pattern_read_as(pattern, path, "auto", 1, error);
}
