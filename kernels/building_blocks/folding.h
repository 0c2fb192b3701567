/* kernels/building_blocks/folding.h -- ranks folded onto their neighbours, so
 * that an algorithm runs among a number of ranks with factors.
 *
 * Ranks 0 to 2r - 1 are pairs of neighbours. One rank of each pair, the root if
 * it is in the pair, takes part for both: before the algorithm it combines the
 * other one's vector with its own, and after it passes the result on. Those
 * that take part are numbered in the order of ranks.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDING_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_FOLDING_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/cost.h"
#include "kernels/core/schedule/schedule.h"

/* A problem, and how many of its ranks are folded. */
typedef struct qdr_folding {
    const qdr_problem *problem;
    int num_folded;
    bool enters, leaves; /* a round before the algorithm, and one after it */
} qdr_folding;

/* qdr_folding_of returns that of a bcast, a reduce or an allreduce. */
qdr_folding qdr_folding_of(const qdr_problem *problem, int num_folded);

/* qdr_folding_rank returns the rank of one that takes part. */
int qdr_folding_rank(const qdr_folding *f, int number);

/* qdr_folding_number returns its number; -1: the rank does not take part. */
int qdr_folding_number(const qdr_folding *f, int rank);

/* qdr_folding_us returns the time of both rounds on the problem's network; 0 if
 * no rank is folded. */
double qdr_folding_us(const qdr_folding *f);

/* qdr_folding_add_cost adds their cost. */
void qdr_folding_add_cost(const qdr_folding *f, qdr_cost *cost);

/* qdr_folding_add adds one of the two rounds to the pieces, if bytes travel and
 * there is such a round; of a problem that is a rank's part, that rank's. */
qdr_status qdr_folding_add(const qdr_folding *f, bool is_entry, int64_t round,
                           qdr_schedule_builder *builder, qdr_error *error);

#endif
