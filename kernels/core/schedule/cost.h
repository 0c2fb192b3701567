/* kernels/core/schedule/cost.h -- what a schedule costs in the alpha-beta-gamma
 * model.
 *
 *   T = alpha * cost.alpha + beta * cost.beta + gamma * cost.gamma
 *
 * alpha: s per message, beta: s per byte, gamma: s per byte combined. The
 * members are the coefficients on the critical path, rounds in lockstep:
 *
 *   cost.alpha = sum over rounds of max over ranks of max(sends, receives)
 *   cost.beta  = sum over rounds of max over ranks of max(bytes out, bytes in)
 *   cost.gamma = sum over rounds of max over ranks of bytes combined
 *
 * A rank sends and receives at once, but handles its sends one after another,
 * and its receives, too. The maxima may be reached by different ranks, so T is
 * an upper bound; it is exact when all messages of a round are of one size.
 * That is mode posted+barrier: harness/simulator/formula_check.c compares
 * simulated times with it. In the synchronous mode an exchange costs its two
 * directions one after the other.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_COST_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_COST_H

#include <stdint.h>

#include "kernels/core/schedule/schedule.h"

/* The coefficients of T: messages, bytes and combined bytes on the critical
 * path. */
typedef struct qdr_cost {
    int64_t alpha;
    int64_t beta;
    int64_t gamma;
} qdr_cost;

/* qdr_cost_of_schedule computes the cost from the schedule itself. */
qdr_status qdr_cost_of_schedule(const qdr_schedule *schedule,
                                qdr_cost *out_cost, qdr_error *error);

/* qdr_cost_by_round is the formula of the algorithms whose round is a function
 * of source and destination, evaluated on the pattern: with one_port, a used
 * round costs one alpha and its largest message; without, all messages of a
 * round meet in one rank, and each costs its own. */
qdr_status qdr_cost_by_round(const qdr_pattern *pattern,
                             const qdr_round_rule *rule, bool one_port,
                             qdr_cost *out_cost, qdr_error *error);

/* qdr_cost_of_maximal_rounds is the bound for a schedule each of whose rounds
 * is maximal, that is, could take no further message. A message that is left
 * over conflicts with one that is sent, and each end has at most `degree` - 1
 * others, so there are at most 2 degree - 1 rounds, each of at most one message
 * of max_bytes a rank. */
qdr_cost qdr_cost_of_maximal_rounds(int degree, int64_t max_bytes);

#endif
