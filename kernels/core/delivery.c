/* kernels/core/delivery.c -- see delivery.h. */
#include "kernels/core/delivery.h"

#include <stdlib.h>
#include <string.h>

static int by_message_then_offset(const void *left, const void *right)
{
    const qdr_transfer *a = left, *b = right;

    if (a->src != b->src)
        return a->src < b->src ? -1 : 1;
    if (a->dst != b->dst)
        return a->dst < b->dst ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Walks the messages and the transfers, sorted alike, side by side. */
static qdr_status walk_pieces(const qdr_transfer *sorted, int64_t num_transfers,
                              const qdr_pattern *pattern, qdr_error *error)
{
    int64_t t = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int64_t carried = 0;
        int64_t num_pieces = 0;
        if (message.src == message.dst)
            continue;
        for (; t < num_transfers && sorted[t].src == message.src &&
               sorted[t].dst == message.dst;
             t++, num_pieces++) {
            if (sorted[t].offset != carried || sorted[t].bytes < 0 ||
                (sorted[t].bytes == 0 && num_pieces > 0))
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "message %d -> %d: byte %lld is sent twice or "
                                "never",
                                message.src, message.dst,
                                (long long)(sorted[t].offset < carried
                                                ? sorted[t].offset
                                                : carried));
            carried += sorted[t].bytes;
        }
        if (num_pieces == 0 || carried != message.bytes)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "message %d -> %d: %lld of %lld bytes are sent, in "
                            "%lld transfers",
                            message.src, message.dst, (long long)carried,
                            (long long)message.bytes, (long long)num_pieces);
    }
    if (t < num_transfers)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "transfer %d -> %d: the pattern has no such message",
                        sorted[t].src, sorted[t].dst);
    return QDR_OK;
}

static qdr_status check_messages(const qdr_schedule *schedule,
                                 const qdr_pattern *pattern, qdr_error *error)
{
    size_t count = (size_t)schedule->num_transfers;
    qdr_transfer *sorted = malloc((count + 1) * sizeof *sorted);
    qdr_status status;

    if (sorted == NULL)
        return qdr_fail_memory(error, "the delivery check");
    if (count > 0)
        memcpy(sorted, schedule->transfers, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_message_then_offset);
    status = walk_pieces(sorted, schedule->num_transfers, pattern, error);
    free(sorted);
    return status;
}

/* One round of it. A block that arrives in the round is marked by -1 - its new
 * holder until the round is over, so that it cannot be sent on within it. */
static qdr_status move_blocks(const qdr_schedule *schedule, int64_t i,
                              int64_t block_bytes, int *holder,
                              qdr_error *error)
{
    const qdr_transfer *first = schedule->transfers + schedule->round_begin[i];
    const qdr_transfer *end =
        schedule->transfers + schedule->round_begin[i + 1];
    int64_t p = schedule->num_procs;

    for (const qdr_transfer *t = first; t < end; t++) {
        if (t->offset < 0 || t->num_blocks < 0 ||
            t->offset + t->num_blocks > schedule->num_blocks ||
            t->bytes != t->num_blocks * block_bytes)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "round %lld: %d -> %d carries %lld bytes, but its "
                            "%lld messages have %lld each",
                            (long long)i + 1, t->src, t->dst,
                            (long long)t->bytes, (long long)t->num_blocks,
                            (long long)block_bytes);
        for (int64_t b = t->offset; b < t->offset + t->num_blocks; b++) {
            int64_t block = schedule->blocks[b];
            if (block < 0 || block >= p * p || holder[block] != t->src)
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "round %lld: rank %d sends the message %d -> "
                                "%d, which it does not hold",
                                (long long)i + 1, t->src, (int)(block / p),
                                (int)(block % p));
            holder[block] = -1 - t->dst;
        }
    }
    for (const qdr_transfer *t = first; t < end; t++)
        for (int64_t b = t->offset; b < t->offset + t->num_blocks; b++)
            holder[schedule->blocks[b]] = t->dst;
    return QDR_OK;
}

/* Follows every block of a combining schedule: who sends it must hold it when
 * the round begins, and in the end its destination does. */
static qdr_status check_blocks(const qdr_schedule *schedule,
                               const qdr_pattern *pattern, qdr_error *error)
{
    int64_t p = schedule->num_procs;
    int *holder = malloc((size_t)(p * p) * sizeof *holder);
    qdr_status status = QDR_OK;

    if (holder == NULL)
        return qdr_fail_memory(error, "the delivery check");
    for (int64_t block = 0; block < p * p; block++)
        holder[block] = (int)(block / p);
    for (int64_t i = 0; i < schedule->num_rounds && status == QDR_OK; i++)
        status = move_blocks(schedule, i, qdr_pattern_root_bytes(pattern),
                             holder, error);
    for (int64_t block = 0; block < p * p && status == QDR_OK; block++)
        if (holder[block] != block % p)
            status = qdr_fail(
                error, QDR_ERROR_CHECK, "message %d -> %d ends at rank %d",
                (int)(block / p), (int)(block % p), holder[block]);
    free(holder);
    return status;
}

/* One round of a broadcast. A rank that gets the vector in the round is marked
 * by -1, and may send it on in the next. */
static qdr_status spread_vector(const qdr_schedule *schedule, int64_t i,
                                int64_t bytes, signed char *has,
                                qdr_error *error)
{
    const qdr_transfer *first = schedule->transfers + schedule->round_begin[i];
    const qdr_transfer *end =
        schedule->transfers + schedule->round_begin[i + 1];

    for (const qdr_transfer *t = first; t < end; t++) {
        if (has[t->src] != 1 || has[t->dst] != 0 || t->offset != 0 ||
            t->bytes != bytes)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "round %lld: %d -> %d: rank %d %s",
                            (long long)i + 1, t->src, t->dst,
                            has[t->src] != 1 ? t->src : t->dst,
                            has[t->src] != 1   ? "has no vector to send"
                            : has[t->dst] != 0 ? "gets the vector twice"
                                               : "gets a part of the vector");
        has[t->dst] = -1;
    }
    for (const qdr_transfer *t = first; t < end; t++)
        has[t->dst] = 1;
    return QDR_OK;
}

/* Follows the vector of a broadcast from its root to all. */
static qdr_status check_vector(const qdr_schedule *schedule,
                               const qdr_pattern *pattern, qdr_error *error)
{
    signed char *has = calloc((size_t)schedule->num_procs, sizeof *has);
    qdr_status status = QDR_OK;

    if (has == NULL)
        return qdr_fail_memory(error, "the delivery check");
    has[qdr_pattern_root(pattern)] = 1;
    for (int64_t i = 0; i < schedule->num_rounds && status == QDR_OK; i++)
        status = spread_vector(schedule, i, qdr_pattern_root_bytes(pattern),
                               has, error);
    for (int r = 0; r < schedule->num_procs && status == QDR_OK; r++)
        if (has[r] != 1)
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "rank %d never gets the vector", r);
    free(has);
    return status;
}

qdr_status qdr_check_delivery(const qdr_schedule *schedule,
                              const qdr_pattern *pattern, qdr_error *error)
{
    static qdr_status (*const checks[])(const qdr_schedule *,
                                        const qdr_pattern *, qdr_error *) = {
        [QDR_MESSAGES] = check_messages,
        [QDR_BLOCKS] = check_blocks,
        [QDR_VECTOR] = check_vector,
    };

    return checks[schedule->content](schedule, pattern, error);
}
