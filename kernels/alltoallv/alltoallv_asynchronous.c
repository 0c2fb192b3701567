/* kernels/alltoallv/alltoallv_asynchronous.c -- ac, asynchronous communication.
 *
 * Source:  [wang1993, Sec. 3.1, Fig. 2].
 * Idea:    no schedule: all receives are posted, then every rank sends its
 *          messages in a random order of its own. One round, whose transfers
 *          stand in one random order for all, so that even synchronous sends
 *          end.
 * Cost:    T <= alpha D + beta B: D the largest degree, B the most bytes that
 *          a rank sends or receives; contention at receivers is not counted.
 *          alpha s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: none.  Scratch: none.
 * Example: p = 3, complete: one round, say 2 -> 0, 0 -> 1, 2 -> 1, 1 -> 0,
 *          0 -> 2, 1 -> 2.
 */
#include <stdlib.h>

#include "kernels/core/rng.h"
#include "kernels/kernel.h"

static int64_t only_round(int src, int dst, int num_procs)
{
    (void)src;
    (void)dst;
    (void)num_procs;
    return 0;
}

static qdr_status build(const qdr_pattern *pattern, uint64_t seed,
                        qdr_schedule *schedule, qdr_error *error)
{
    qdr_rng rng;
    qdr_status status =
        qdr_schedule_init_by_round(schedule, pattern, 1, only_round, error);

    if (status != QDR_OK)
        return status;
    qdr_rng_init(&rng, seed);
    for (int64_t t = schedule->num_transfers - 1; t > 0; t--) {
        int64_t other = (int64_t)qdr_rng_below(&rng, (uint64_t)t + 1);
        qdr_transfer kept = schedule->transfers[t];
        schedule->transfers[t] = schedule->transfers[other];
        schedule->transfers[other] = kept;
    }
    return QDR_OK;
}

static qdr_status cost(const qdr_pattern *pattern, qdr_cost *out_cost,
                       qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;
    int64_t *bytes = calloc(2 * p, sizeof *bytes);
    qdr_pattern_stats stats;
    qdr_status status = qdr_pattern_get_stats(pattern, &stats, error);

    if (status == QDR_OK && bytes == NULL)
        status = qdr_fail_memory(error, "a cost");
    if (status == QDR_OK) {
        qdr_cost sum = {.alpha = stats.max_degree};
        for (int64_t m = 0; m < pattern->num_messages; m++) {
            qdr_message message = pattern->messages[m];
            if (message.src == message.dst)
                continue;
            bytes[message.src] += message.bytes;
            bytes[p + (size_t)message.dst] += message.bytes;
        }
        for (size_t i = 0; i < 2 * p; i++)
            if (bytes[i] > sum.beta)
                sum.beta = bytes[i];
        *out_cost = sum;
    }
    free(bytes);
    return status;
}

const qdr_kernel qdr_alltoallv_asynchronous = {
    .name = "ac",
    .label = "Asynchronous (AC)",
    .collective = "alltoallv",
    .kind = QDR_DIRECT,
    .paper = "wang1993",
    .section = "3.1",
    .flags = 0,
    .mode = {.kind = QDR_POSTED_ALL},
    .build = build,
    .cost = cost,
};
