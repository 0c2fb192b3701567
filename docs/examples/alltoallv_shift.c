/* kernels/alltoallv/alltoallv_shift.c -- shift, cyclic shifts.
 *
 * Source:  docs/adding-an-algorithm.md.
 * Idea:    in round i = 0 .. p - 2 rank r sends to the rank 1 + (f + i) mod
 *          (p - 1) places further; f is the parameter first_shift.
 * Cost:    T <= (p - 1) (alpha + beta L), an upper bound, reached if every
 *          round has a message of L bytes, the longest. p ranks; alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: ONE_PORT.
 *          Scratch: none.
 * Example: p = 3, f = 1: round 0 is 0 -> 2, 1 -> 0, 2 -> 1; round 1 is 0 -> 1,
 *          1 -> 2, 2 -> 0.
 */
#include "kernels/kernel.h"

enum { FIRST_SHIFT };
static const qdr_parameter parameters[] = {
    [FIRST_SHIFT] = {.name = "first_shift",
                     .plural = "first_shifts",
                     .summary = "places further in round 0, less 1",
                     .type = QDR_INTEGER,
                     .default_value = "0",
                     .min = 0,
                     .max = QDR_MAX_PROCS},
    {0}};

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    int64_t num_rounds = pattern->num_procs - 1;
    int64_t first = qdr_values_integer(problem->values, FIRST_SHIFT);

    (void)error;
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        int64_t places = pattern->messages[m].dst - pattern->messages[m].src;
        round[m] = -1; /* a local copy */
        if (places != 0) {
            places += places < 0 ? pattern->num_procs : 0;
            round[m] = places - 1 - first % num_rounds;
            round[m] += round[m] < 0 ? num_rounds : 0;
        }
    }
    *out_assigned = (qdr_assigned){.num_rounds = num_rounds};
    return QDR_OK;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    int64_t rounds = stats->num_procs - 1;

    return (qdr_cost){rounds, rounds * stats->max_bytes, 0};
}

const qdr_kernel qdr_alltoallv_shift = {
    .name = "shift",
    .label = "Cyclic shift",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .flags = QDR_ONE_PORT,
    .parameters = parameters,
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
};
