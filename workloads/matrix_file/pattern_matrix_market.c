/* workloads/matrix_file/pattern_matrix_market.c -- sparse matrices of bytes.
 *
 * Source: the coordinate format of [boisvert1996]; rows are senders, numbered
 *         from 1.
 * Reading: an entry is a message, one of 0 bytes too. Fields `integer` and
 *         `real` hold bytes, which must be whole; `pattern` names pairs, of 1
 *         byte each. A `symmetric` file holds the lower triangle, and its
 *         entries off the diagonal are messages both ways.
 */
#include "workloads/matrix_file/matrix_market.h"
#include "workloads/matrix_file/pattern_file.h"

static qdr_status take(void *to, qdr_text *text,
                       const qdr_matrix_market_entry *entry)
{
    (void)text;
    return qdr_reader_add(to, entry->row - 1, entry->column - 1, entry->bytes);
}

static qdr_status read_matrix_market(qdr_reader *in, int *num_procs)
{
    qdr_matrix_market is = {0};
    qdr_text entries;
    qdr_status status = qdr_matrix_market_begin(
        &is, &in->text, QDR_MATRIX_BYTES, QDR_MAX_PROCS);

    entries = in->text;
    if (status == QDR_OK)
        status = qdr_matrix_market_entries(&is, &in->text, take, in);
    if (status == QDR_OK &&
        qdr_messages_sort(in->messages, in->num_messages) > 0)
        status = qdr_repeated_entry(&is, entries);
    *num_procs = (int)is.num_rows;
    return status;
}

extern const qdr_pattern_format qdr_pattern_format_mtx;
const qdr_pattern_format qdr_pattern_format_mtx = {
    .name = "mtx",
    .is_first_line = qdr_is_matrix_market,
    .read = read_matrix_market,
};
