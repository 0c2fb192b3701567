/* workloads/matrix_file/pattern_matrix.c -- plain matrices, row = sender.
 *
 * `matrix`: entries are bytes, or units. What Open MPI's profile2mat writes,
 * *_size_*.mat and the others, is of this kind.
 * `nccl_tests`: what alltoallv_perf of NVIDIA's nccl-tests reads, release
 * 2.19.6, src/alltoallv.cu. Entries are bytes, times the scale (here, the
 * unit), and then aligned down to 16; of a matrix for more ranks, the first
 * rows and columns count. A fraction of a byte, which it drops, is refused.
 * In both 0 means no message.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "workloads/matrix_file/pattern_file.h"

enum { ALIGNMENT = 16 };

__extension__ typedef __int128 wide;

/* Reads an entry, `what`, and adds its message. */
typedef qdr_status entry_reader(qdr_reader *in, const char *what, int src,
                                int dst);

static qdr_status take_units(qdr_reader *in, const char *what, int src, int dst)
{
    int64_t count;
    qdr_status status = qdr_text_integer(&in->text, what, 0, INT64_MAX, &count);

    return status == QDR_OK && count > 0 ? qdr_reader_add(in, src, dst, count)
                                         : status;
}

static qdr_status take_aligned(qdr_reader *in, const char *what, int src,
                               int dst)
{
    const char *word = in->text.rest;
    const int64_t unit = in->choice->unit;
    const int procs = in->choice->procs;
    int64_t number, fraction;
    wide bytes;
    qdr_status status = qdr_text_decimal(&in->text, what, &number, &fraction);

    if (status != QDR_OK)
        return status;
    bytes = (wide)number * unit + (wide)fraction * unit / QDR_DECIMAL_ONE;
    if (unit == 1 && fraction > 0)
        return qdr_text_refuse(&in->text,
                               "%s is '%.*s', a fraction of a byte; accepted: "
                               "whole numbers, or with bytes, the scale, "
                               "above 1",
                               what, (int)(in->text.rest - word), word);
    if (bytes > INT64_MAX)
        return qdr_text_refuse(&in->text,
                               "%s is '%.*s', times %" PRId64 " bytes; "
                               "accepted: less than 2^63 bytes",
                               what, (int)(in->text.rest - word), word, unit);
    bytes -= bytes % ALIGNMENT;
    if (bytes == 0 || (procs > 0 && (src >= procs || dst >= procs)))
        return QDR_OK;
    return qdr_reader_add_bytes(in, src, dst, (int64_t)bytes);
}

/* Refuses a comma without an entry before it. */
static qdr_status check_commas(const qdr_text *text)
{
    bool has_entry = false;

    for (const char *at = text->rest; at < text->line_end; at++) {
        if (*at == ',' && !has_entry)
            return qdr_text_refuse(text, "a comma without an entry before it; "
                                         "accepted: a number before each");
        has_entry =
            *at != ',' && (has_entry || strchr(QDR_BLANKS, *at) == NULL);
    }
    return QDR_OK;
}

/* Reads the row of sender `src`; *num_columns is set by row 0 and compared with
 * by the others. */
static qdr_status read_row(qdr_reader *in, entry_reader *take, int src,
                           int *num_columns)
{
    qdr_text *text = &in->text;
    int dst = 0;
    qdr_status status = check_commas(text);

    text->separators = QDR_BLANKS ",";
    for (; status == QDR_OK && qdr_text_has_more(text); dst++) {
        char what[32];
        snprintf(what, sizeof what, "entry %d", dst + 1);
        if (dst == (src == 0 ? QDR_MAX_PROCS : *num_columns))
            return qdr_text_refuse(
                text,
                "more than %d entries in a row; accepted: a square matrix",
                dst);
        status = take(in, what, src, dst);
    }
    text->separators = QDR_BLANKS;
    if (src == 0)
        *num_columns = dst;
    if (status == QDR_OK && dst != *num_columns)
        status = qdr_text_refuse(
            text, "%d entries in the row; accepted: %d, as in the first row",
            dst, *num_columns);
    return status;
}

static qdr_status read_rows(qdr_reader *in, entry_reader *take, int *num_procs)
{
    qdr_text *text = &in->text;
    int num_rows = 0;
    qdr_status status = QDR_OK;

    do {
        if (num_rows > 0 && num_rows == *num_procs)
            return qdr_text_refuse(text,
                                   "row %d; accepted: %d rows of %d "
                                   "entries: a square matrix",
                                   num_rows + 1, *num_procs, *num_procs);
        status = read_row(in, take, num_rows++, num_procs);
    } while (status == QDR_OK && qdr_text_next_line(text, ""));
    if (status == QDR_OK && num_rows < *num_procs)
        status = qdr_text_refuse(text,
                                 "the file ends after row %d; accepted: %d "
                                 "rows of %d entries: a square matrix",
                                 num_rows, *num_procs, *num_procs);
    return status;
}

static qdr_status read_matrix(qdr_reader *in, int *num_procs)
{
    return read_rows(in, take_units, num_procs);
}

static qdr_status read_nccl_tests(qdr_reader *in, int *num_procs)
{
    const int procs = in->choice->procs;
    qdr_status status = read_rows(in, take_aligned, num_procs);

    if (procs > 0 && *num_procs > procs)
        *num_procs = procs;
    return status;
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
