/* kernels/alltoallv/alltoallv_bruck.c -- bruck, messages combined by the digits
 * of their distance.
 *
 * Source:  [bruck1997, Sec. 3], the index algorithm of any radix; messages of
 *          unequal lengths and a radix for each of them as [fan2024]. Its
 *          ancestor is `rex` [ponnusamy1992, Sec. 3.3]: radix 2.
 * Idea:    store and forward. The distance of a message, destination minus
 *          source modulo p, has w digits in base r. In round k a rank sends
 *          on all it has whose digit k is not 0, highest digit first, to at
 *          most r - 1 ranks: all with the same digit are one message. Planning
 *          follows the rounds, so that each rank knows the lengths of what
 *          passes it, and none travel later. Radix 0 takes the one with the
 *          shortest predicted time.
 * Cost:    T <= sum_k (f_k alpha + beta min(c_k L, M)), exact for a complete
 *          exchange of equal messages, rounds in lockstep. f_k: max messages
 *          of a rank in round k, at most r - 1; c_k: distances 1 .. p - 1 whose
 *          digit k is not 0; L bytes of the longest message, M of all; alpha
 *          s/message, beta s/byte; copies are not counted.
 * Needs:   nothing (any p, zero counts allowed). Flags: none. Scratch: room for
 *          what is forwarded.
 * Example: p = 5, r = 3: 3 -> 2 (distance 4 = 11 in base 3) goes 3 -> 1 in
 *          round 0, with 3 -> 1, and 1 -> 2 in round 1, with 1 -> 2.
 */
#include "kernels/building_blocks/direct_model.h"
#include "kernels/building_blocks/forward_schedule.h"
#include "kernels/building_blocks/radix.h"
#include "kernels/building_blocks/route_model.h"
#include "kernels/core/base/min_max.h"
#include "kernels/core/problem/problem.h"
#include "kernels/kernel.h"

enum { RADIX };
static const qdr_parameter parameters[] = {
    [RADIX] = {.name = "radix",
               .plural = "radices",
               .summary = "base of the digits, 2 to max(2, p); 0: the fastest "
                          "here",
               .type = QDR_INTEGER,
               .default_value = "0",
               .max = QDR_MAX_PROCS},
    {0}};

static qdr_status route(const qdr_problem *problem, qdr_route *out_route,
                        qdr_error *error)
{
    int64_t radix = qdr_values_integer(problem->values, RADIX);
    qdr_traffic_summary summary;
    qdr_status status = qdr_radix_check(radix, problem->num_procs, error);

    if (status != QDR_OK)
        return status;
    if (radix > 0) {
        *out_route = qdr_route_of(problem->num_procs, (int)radix);
        return QDR_OK;
    }
    status = qdr_problem_summary(problem, &summary, error);
    if (status == QDR_OK)
        *out_route = qdr_route_fastest(qdr_problem_network(problem),
                                       problem->num_procs, &summary);
    return status;
}

static qdr_status check(const qdr_kernel *kernel, const qdr_problem *problem,
                        qdr_error *error)
{
    qdr_route unused;

    (void)kernel;
    return route(problem, &unused, error);
}

static qdr_status build(const qdr_problem *problem, qdr_schedule *schedule,
                        qdr_error *error)
{
    qdr_route on;
    qdr_status status = route(problem, &on, error);

    return status == QDR_OK
               ? qdr_schedule_init_routed(schedule, problem, &on, error)
               : status;
}

static qdr_status cost(const qdr_problem *problem, qdr_cost *out_cost,
                       qdr_error *error)
{
    qdr_route on;
    qdr_pattern_stats stats;
    qdr_cost made = {0};
    int64_t longest;
    qdr_status status = route(problem, &on, error);

    if (status == QDR_OK)
        status = qdr_problem_get_stats(problem, &stats, error);
    if (status != QDR_OK)
        return status;
    longest = qdr_max(stats.max_bytes, 1);
    for (int k = 0; k < on.num_rounds; k++) {
        made.alpha += qdr_min(qdr_route_fan(&on, k), stats.num_messages);
        made.beta += qdr_route_count(&on, k) > stats.total_bytes / longest
                         ? stats.total_bytes
                         : qdr_route_count(&on, k) * stats.max_bytes;
    }
    *out_cost = made;
    return QDR_OK;
}

/* Where the network does not say that ranks are free, direct_model.h counts
 * sends that block: too much for those of `scattered`, so there no gain is
 * predicted. */
static qdr_status predict(const qdr_problem *problem, double *out_us,
                          qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_route on;
    qdr_traffic_summary summary;
    double direct_us;
    qdr_status status = route(problem, &on, error);

    if (status == QDR_OK)
        status = qdr_problem_summary(problem, &summary, error);
    if (status != QDR_OK)
        return status;
    direct_us = qdr_direct_us(network, &summary, problem->num_procs);
    *out_us = qdr_route_us(network, &summary, &on);
    if (network->sender_free_us <= 0 && *out_us < direct_us)
        *out_us = direct_us;
    return QDR_OK;
}

const qdr_kernel qdr_alltoallv_bruck = {
    .name = "bruck",
    .label = "Bruck",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_COMBINING,
    .parameters = parameters,
    .mode = {.kind = QDR_WINDOW, .window = 32},
    .exactness = QDR_BOUND,
    .build = build,
    .problem_cost = cost,
    .predict = predict,
    .route = route,
    .check = check,
};
