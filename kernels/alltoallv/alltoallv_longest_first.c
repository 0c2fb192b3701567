/* kernels/alltoallv/alltoallv_longest_first.c -- longest_first, messages sorted
 * by size.
 *
 * Source:  mentioned in [ranka1995, Sec. 5], which does not describe it.
 * Idea:    no schedule: all receives are posted, then every rank sends its
 *          messages, the longest first; of equal ones first that to the next
 *          rank above it. One round. Its transfers are in one such order for
 *          all ranks, so that even synchronous sends end.
 * Cost:    T <= alpha D + beta B: D the max degree, B the max bytes that a rank
 *          sends or receives; contention at receivers is not counted. alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: none.
 *          Scratch: none.
 * Example: 0 -> 1 of 10 bytes, 0 -> 2 of 90, 1 -> 2 of 50: one round, 0 -> 2,
 *          1 -> 2, 0 -> 1. Rank 0 sends to 2, then to 1.
 */
#include <stdlib.h>

#include "kernels/kernel.h"

/* A message; `distance` is from its source up to its destination, modulo p. */
typedef struct sorted {
    qdr_message message;
    int distance;
    int64_t index;
} sorted;

static int by_size(const void *a, const void *b)
{
    const sorted *x = a, *y = b;

    if (x->message.bytes != y->message.bytes)
        return x->message.bytes > y->message.bytes ? -1 : 1;
    if (x->distance != y->distance)
        return x->distance < y->distance ? -1 : 1;
    return (x->message.src > y->message.src) -
           (x->message.src < y->message.src);
}

/* Sorts the messages to other ranks; returns their number. */
static int64_t sort(const qdr_pattern *pattern, sorted *out)
{
    int64_t count = 0;
    int p = pattern->num_procs;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message one = pattern->messages[m];
        if (one.src != one.dst)
            out[count++] = (sorted){one, (one.dst - one.src + p) % p, m};
    }
    qsort(out, (size_t)count, sizeof *out, by_size);
    return count;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    sorted *messages =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *messages);
    qdr_schedule made = {.num_procs = pattern->num_procs};
    qdr_status status = QDR_OK;
    int64_t count = messages == NULL ? 0 : sort(pattern, messages);

    if (messages == NULL)
        return qdr_fail_memory(error, "messages sorted by size");
    for (int64_t i = 0; i < count && status == QDR_OK; i++)
        status = qdr_schedule_append(
            &made, i == 0,
            (qdr_transfer){.src = messages[i].message.src,
                           .dst = messages[i].message.dst,
                           .first = messages[i].index,
                           .bytes = messages[i].message.bytes,
                           .num_blocks = 1},
            error);
    free(messages);
    if (status != QDR_OK)
        qdr_schedule_cleanup(&made);
    else
        *schedule = made;
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_rank_bytes, 0};
}

const qdr_kernel qdr_alltoallv_longest_first = {
    .name = "longest_first",
    .label = "Longest first",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "ranka1995",
    .section = "5",
    .mode = {.kind = QDR_POSTED_ALL},
    .build = build,
    .cost = cost,
};
