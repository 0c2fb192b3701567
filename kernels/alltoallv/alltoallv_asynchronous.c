/* kernels/alltoallv/alltoallv_asynchronous.c -- ac, asynchronous communication.
 *
 * Source:  [wang1993, Sec. 3.1, Fig. 2].
 * Idea:    no schedule: all receives are posted, then every rank sends its
 *          messages in a random order of its own. One round. Its transfers are
 *          in one random order for all ranks, so that even synchronous sends
 *          end.
 * Cost:    T <= alpha D + beta B: D the max degree, B the max bytes that a rank
 *          sends or receives; contention at receivers is not counted. alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: SEEDED.
 *          Scratch: none.
 * Example: p = 3, complete: one round, say 2 -> 0, 0 -> 1, 2 -> 1, 1 -> 0,
 *          0 -> 2, 1 -> 2.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/kernel.h"

/* A message's place in the random order of all. It depends on its own two ends
 * only, so that a rank finds it without knowing the others' messages; no two
 * are equal, because qdr_mix64 is a bijection. */
typedef struct draw_of_message {
    uint64_t drawn;
    int64_t message;
} draw_of_message;

enum { DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS, FEW = 24 };

static void insert_each(draw_of_message *draws, int64_t count)
{
    for (int64_t i = 1; i < count; i++) {
        draw_of_message one = draws[i];
        int64_t at = i;
        for (; at > 0 && draws[at - 1].drawn > one.drawn; at--)
            draws[at] = draws[at - 1];
        draws[at] = one;
    }
}

/* Sorts by the bits from shift + DIGIT_BITS - 1 down, the leading digit first:
 * after it the parts fit into a processor's cache. */
static void sort(draw_of_message *draws, int64_t count, draw_of_message *room,
                 int shift)
{
    int64_t fill[DIGITS + 1] = {0};
    int64_t begin = 0;

    if (count <= FEW || shift < 0) {
        insert_each(draws, count);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        fill[(draws[i].drawn >> shift) % DIGITS + 1]++;
    for (int d = 0; d < DIGITS; d++)
        fill[d + 1] += fill[d];
    for (int64_t i = 0; i < count; i++)
        room[fill[(draws[i].drawn >> shift) % DIGITS]++] = draws[i];
    memcpy(draws, room, (size_t)count * sizeof *draws);
    for (int d = 0; d < DIGITS; begin = fill[d++])
        sort(draws + begin, fill[d] - begin, room, shift - DIGIT_BITS);
}

/* Returns the number of messages to other ranks. */
static int64_t draw(const qdr_problem *problem, draw_of_message *draws)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    uint64_t seed = qdr_mix64(problem->seed);
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        uint64_t pair = ((uint64_t)message.src << 32) | (uint32_t)message.dst;
        if (message.src != message.dst)
            draws[count++] = (draw_of_message){qdr_mix64(seed ^ pair), m};
    }
    return count;
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    const qdr_message *messages = problem->messages.pattern->messages;
    size_t room = (size_t)problem->messages.pattern->num_messages + 1;
    draw_of_message *draws = malloc(2 * room * sizeof *draws);
    qdr_schedule made = {.num_procs = problem->messages.pattern->num_procs,
                         .transfers = malloc(room * sizeof *made.transfers),
                         .round_begin = calloc(2, sizeof *made.round_begin)};

    if (draws == NULL || made.transfers == NULL || made.round_begin == NULL) {
        free(draws);
        qdr_schedule_cleanup(&made);
        return qdr_fail_memory(error, "a random order");
    }
    made.num_transfers = draw(problem, draws);
    sort(draws, made.num_transfers, draws + room, 64 - DIGIT_BITS);
    for (int64_t t = 0; t < made.num_transfers; t++) {
        int64_t m = draws[t].message;
        made.transfers[t] = (qdr_transfer){.src = messages[m].src,
                                           .dst = messages[m].dst,
                                           .first = m,
                                           .bytes = messages[m].bytes,
                                           .num_blocks = 1};
    }
    if (made.num_transfers > 0)
        made.round_begin[++made.num_rounds] = made.num_transfers;
    free(draws);
    *schedule = made;
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->max_degree, stats->max_rank_bytes, 0};
}

const qdr_kernel qdr_alltoallv_asynchronous = {
    .name = "ac",
    .label = "Asynchronous (AC)",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.1",
    .flags = QDR_SEEDED,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = build,
    .cost = cost,
};
