/* workloads/matrix_file/matrix_file.c -- the traffic that a file holds.
 *
 * The entries of the matrix count units of `bytes`: with 1 they are bytes. What
 * formats there are says pattern_file.h.
 */
#include <stdlib.h>

#include "workloads/matrix_file/pattern_file.h"
#include "workloads/workload.h"

enum { BYTES, FILE_, FILE_FORMAT, FILE_MATRIX };
static const qdr_parameter parameters[] = {
    [BYTES] =
        QDR_BYTES_PARAMETER("of a unit, which the file's entries count", "1"),
    [FILE_] = {.name = "file",
               .plural = "patterns",
               .summary = "a matrix of messages",
               .type = QDR_FILE},
    [FILE_FORMAT] = {.name = "file_format",
                     .summary = "its writer; only nccl_tests is not detected",
                     .type = QDR_WORD,
                     .default_value = "auto",
                     .words = qdr_pattern_read_format_names},
    [FILE_MATRIX] = {.name = "file_matrix",
                     .plural = "file_matrices",
                     .summary = "which one, of a file of ucc with several",
                     .type = QDR_INTEGER,
                     .default_value = "1",
                     .min = 1,
                     .max = 0x1p40},
    {0}};

/* The same messages, `unit` times as long. */
static qdr_status scale(const qdr_pattern *counts, int64_t unit,
                        const char *path, qdr_pattern *pattern,
                        qdr_error *error)
{
    /* Released below, after the pattern has copied it. */
    qdr_message *messages =
        malloc(((size_t)counts->num_messages + 1) * sizeof *messages);
    int64_t total_bytes = 0;
    qdr_status status = QDR_OK;

    if (messages == NULL)
        return qdr_fail_memory(error, "a pattern");
    for (int64_t m = 0; m < counts->num_messages && status == QDR_OK; m++) {
        messages[m] = counts->messages[m];
        if (__builtin_mul_overflow(messages[m].bytes, unit, &messages[m].bytes))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "bytes: %.300s: %lld bytes for a unit overflow a "
                              "message; accepted: products below 2^63",
                              path, (long long)unit);
        else if (__builtin_add_overflow(total_bytes, messages[m].bytes,
                                        &total_bytes))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "bytes: %.300s: with %lld bytes for a unit the "
                              "sum of all bytes exceeds 2^63 - 1; accepted: a "
                              "sum up to it",
                              path, (long long)unit);
    }
    if (status == QDR_OK)
        status = qdr_pattern_init(pattern, counts->num_procs, messages,
                                  counts->num_messages, error);
    free(messages);
    return status;
}

static qdr_status generate(const qdr_workload_input *input,
                           qdr_traffic *traffic, qdr_error *error)
{
    const char *path = qdr_values_text(input->values, FILE_);
    qdr_pattern counts = {0};
    qdr_error reason = {""};
    qdr_status status = qdr_pattern_read_as(
        &counts, path, qdr_values_text(input->values, FILE_FORMAT),
        qdr_values_integer(input->values, FILE_MATRIX), &reason);

    if (status != QDR_OK)
        return qdr_fail(error, status, "file: %s", reason.text);
    if (counts.num_procs != input->procs)
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "file: %.300s is of %d ranks; accepted: %d, as procs says",
                     path, counts.num_procs, input->procs);
    if (status == QDR_OK)
        status = scale(&counts, qdr_values_integer(input->values, BYTES), path,
                       &traffic->pattern, error);
    qdr_pattern_cleanup(&counts);
    return status;
}

const qdr_workload qdr_workload_matrix_file = {
    .name = "matrix_file",
    .summary = "the pattern that a file holds, in units of some bytes",
    .parameters = parameters,
    .generate = generate,
};
