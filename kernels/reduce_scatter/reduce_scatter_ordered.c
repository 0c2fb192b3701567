/* kernels/reduce_scatter/reduce_scatter_ordered.c -- of the combination of all
 * vectors, each part to its rank, in the order of ranks, for long vectors.
 *
 * Source:  ours.
 * Idea:    every rank sends each part straight to its rank, first to its
 *          neighbours, then one place further, and so on. So what a rank has
 *          grows by the next rank on either side, as an operator that does not
 *          commute needs, for any number of ranks. At distances below p / 2 the
 *          parts go to the right in one round and to the left in the next; from
 *          p / 2 on no rank has both.
 * Cost:    T = R (alpha + n/p (beta + gamma)), R = p - 1 + floor((p - 1) / 2).
 *          p ranks, n total bytes; alpha s/message, beta s/byte, gamma s/byte
 *          combined. (With operators that commute the ring has p - 1 rounds.)
 * Needs:   any p. Flags: ONE_PORT. Scratch: a vector, where a rank has none to
 *          work in.
 * Example: p = 3: 0-1 1-2 | 1-0 2-1 | 0-2 2-0.
 */
#include "kernels/core/base/min_max.h"
#include "kernels/kernel.h"

/* The distances with a round for each direction. */
static int num_apart(int num_procs)
{
    return (num_procs - 1) / 2;
}

static int64_t num_rounds(int num_procs)
{
    return num_procs - 1 + num_apart(num_procs);
}

static int64_t round_of(int src, int dst, int num_procs)
{
    int distance = src < dst ? dst - src : src - dst;
    int apart = num_apart(num_procs);

    return distance <= apart ? 2 * (distance - 1) + (src > dst)
                             : distance - 1 + apart;
}

/* The part of `dst`, unless it is empty. */
static qdr_status add(const qdr_problem *problem, int src, int dst,
                      qdr_schedule_builder *builder, qdr_error *error)
{
    int64_t bytes = qdr_problem_part_bytes(problem, dst);

    if (src == dst || bytes == 0)
        return QDR_OK;
    return qdr_schedule_builder_add(
        builder, round_of(src, dst, problem->num_procs),
        (qdr_transfer){.src = src,
                       .dst = dst,
                       .offset = qdr_problem_part_begin(problem, dst),
                       .bytes = bytes,
                       .num_blocks = 1,
                       .combines = true},
        error);
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    int p = problem->num_procs;
    qdr_schedule_builder builder = {
        .num_rounds = problem->view.is_part ? num_rounds(p) : 0};
    qdr_status status = QDR_OK;

    for (int r = 0; r < p && status == QDR_OK; r++) {
        if (problem->view.is_part && status == QDR_OK)
            status = add(problem, r, problem->view.rank, &builder, error);
        if (problem->view.is_part && status == QDR_OK)
            status = add(problem, problem->view.rank, r, &builder, error);
        for (int s = 0; s < p && !problem->view.is_part && status == QDR_OK;
             s++)
            status = add(problem, r, s, &builder, error);
    }
    return qdr_schedule_builder_finish(&builder, status, p, schedule, error);
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    int64_t rounds = stats->max_bytes > 0 ? num_rounds(stats->num_procs) : 0;

    return (qdr_cost){rounds, rounds * stats->max_bytes,
                      rounds * stats->max_bytes};
}

/* On a line the messages over distance d from so many neighbours share a link;
 * with half duplex a rank that sends and receives shares its own. */
static qdr_status predict(const qdr_problem *problem, double *out_us,
                          qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    int p = problem->num_procs, apart = num_apart(p);
    bool is_line = network->topology != QDR_SWITCHED;
    bool is_half = network->duplex == QDR_DUPLEX_HALF;
    qdr_pattern_stats stats;
    qdr_status status = qdr_problem_get_stats(problem, &stats, error);
    double part, sum_us = 0;

    if (status != QDR_OK)
        return status;
    part = (double)stats.max_bytes * 1e-3;
    for (int d = 1; d < p && part > 0; d++) {
        int crossing = d < p - d ? d : p - d;
        double on_link = is_line ? crossing / network->link_excess : 1;
        double on_node = is_half ? 2 : 1;
        double us = qdr_network_message_us(network, (double)stats.max_bytes) +
                    network->gamma_ns * part +
                    network->beta_ns * part * qdr_larger(on_link, on_node);
        sum_us += d <= apart ? 2 * us : us;
    }
    *out_us = sum_us;
    return QDR_OK;
}

const qdr_kernel qdr_reduce_scatter_ordered = {
    .name = "reduce_scatter_ordered",
    .alias = "distributed_combine_ordered",
    .label = "Distributed combine (in order)",
    .collective = QDR_REDUCE_SCATTER,
    .kind = QDR_COMBINING,
    .flags = QDR_ONE_PORT,
    .mode = {.kind = QDR_POSTED},
    .exactness = QDR_EXACT_FOR_EQUAL,
    .build = build,
    .cost = cost,
    .predict = predict,
};
