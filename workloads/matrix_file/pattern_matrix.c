/* workloads/matrix_file/pattern_matrix.c -- plain matrices, row = sender.
 *
 * `matrix`: entries are bytes. `nccl_tests`: what alltoallv_perf of NVIDIA's
 * nccl-tests reads, src/alltoallv.cu: entries are KiB, and a fraction of one is
 * dropped. In both 0 means no message. What Open MPI's profile2mat writes,
 * *_size_*.mat and the others, is of the first kind.
 */
#include <inttypes.h>
#include <stdio.h>

#include "workloads/matrix_file/pattern_reader.h"

/* Reads an entry; `what` names it. */
typedef qdr_status (*entry_reader)(qdr_text *text, const char *what,
                                   int64_t *out_bytes);

static qdr_status read_bytes(qdr_text *text, const char *what,
                             int64_t *out_bytes)
{
    return qdr_text_integer(text, what, 0, INT64_MAX, out_bytes);
}

static qdr_status read_kib(qdr_text *text, const char *what, int64_t *out_bytes)
{
    const char *word = text->rest;
    int64_t kib;
    double dropped;
    qdr_status status = qdr_text_decimal(text, what, &kib, &dropped);

    if (status != QDR_OK)
        return status;
    if (__builtin_mul_overflow(kib, 1024, out_bytes))
        return qdr_text_refuse(
            text, "%s is '%.*s' KiB; accepted: less than 2^63 bytes", what,
            (int)(text->rest - word), word);
    return QDR_OK;
}

/* Reads the row of sender `src`; *num_columns is set by row 0 and compared with
 * by the others. */
static qdr_status read_row(qdr_reader *in, entry_reader read_entry, int src,
                           int *num_columns)
{
    qdr_text *text = &in->text;
    int dst = 0;
    qdr_status status = QDR_OK;

    for (; status == QDR_OK && qdr_text_has_more(text); dst++) {
        char what[32];
        int64_t bytes;
        snprintf(what, sizeof what, "entry %d", dst + 1);
        if (dst == (src == 0 ? QDR_MAX_PROCS : *num_columns))
            return qdr_text_refuse(
                text,
                "more than %d entries in a row; accepted: a square matrix",
                dst);
        status = read_entry(text, what, &bytes);
        if (status == QDR_OK && bytes > 0)
            status = qdr_reader_add(in, src, dst, bytes);
    }
    if (src == 0)
        *num_columns = dst;
    if (status == QDR_OK && dst != *num_columns)
        status = qdr_text_refuse(
            text, "%d entries in the row; accepted: %d, as in the first row",
            dst, *num_columns);
    return status;
}

static qdr_status read_rows(qdr_reader *in, entry_reader read_entry,
                            int *num_procs)
{
    int num_rows = 0;
    qdr_status status = QDR_OK;

    do {
        if (num_rows > 0 && num_rows == *num_procs)
            return qdr_text_refuse(&in->text,
                                   "row %d; accepted: %d rows of %d "
                                   "entries: a square matrix",
                                   num_rows + 1, *num_procs, *num_procs);
        status = read_row(in, read_entry, num_rows++, num_procs);
    } while (status == QDR_OK && qdr_text_next_line(&in->text, ""));
    if (status == QDR_OK && num_rows < *num_procs)
        status = qdr_text_refuse(&in->text,
                                 "the file ends after row %d; accepted: %d "
                                 "rows of %d entries: a square matrix",
                                 num_rows, *num_procs, *num_procs);
    return status;
}

static qdr_status read_matrix(qdr_reader *in, int *num_procs)
{
    return read_rows(in, read_bytes, num_procs);
}

static qdr_status read_nccl_tests(qdr_reader *in, int *num_procs)
{
    return read_rows(in, read_kib, num_procs);
}

/* The default when no other format matches. */
static bool is_any_line(const char *line)
{
    (void)line;
    return true;
}

extern const qdr_pattern_format qdr_pattern_format_matrix;
const qdr_pattern_format qdr_pattern_format_matrix = {
    .name = "matrix", .is_first_line = is_any_line, .read = read_matrix};

extern const qdr_pattern_format qdr_pattern_format_nccl_tests;
const qdr_pattern_format qdr_pattern_format_nccl_tests = {
    .name = "nccl_tests", .read = read_nccl_tests};
