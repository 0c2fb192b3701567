/* workloads/skewed/weighted_sampler.h -- weighted random draws, without
 * replacement. */
#ifndef QUADRILLE_WORKLOADS_SKEWED_WEIGHTED_SAMPLER_H
#define QUADRILLE_WORKLOADS_SKEWED_WEIGHTED_SAMPLER_H

#include <stdint.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/base/status.h"

/* Tickets 0..count-1 and the weights of those still in the drum. */
typedef struct qdr_weighted_sampler {
    int count, top; /* top: largest power of two <= count */
    int64_t total;  /* weight in the drum */
    int64_t *tree;  /* [count + 1], of Fenwick: node i sums the weights of the
                       (i & -i) tickets up to i - 1 */
} qdr_weighted_sampler;

/* qdr_weighted_sampler_init puts tickets with weights > 0, below 2^63 in all,
 * into the drum. Release with qdr_weighted_sampler_cleanup. */
qdr_status qdr_weighted_sampler_init(qdr_weighted_sampler *sampler,
                                     const int64_t *weights, int count,
                                     qdr_error *error);

/* qdr_weighted_sampler_cleanup frees the drum and zeroes it; a zeroed one is
 * legal. */
void qdr_weighted_sampler_cleanup(qdr_weighted_sampler *sampler);

/* qdr_weighted_sampler_draw returns a ticket with a probability in proportion
 * to its weight in the drum. There must be one. The ticket remains in the drum.
 */
int qdr_weighted_sampler_draw(const qdr_weighted_sampler *sampler,
                              qdr_rng *rng);

/* qdr_weighted_sampler_add adds to a ticket's weight: the negative weight
 * removes it. */
void qdr_weighted_sampler_add(qdr_weighted_sampler *sampler, int ticket,
                              int64_t weight);

#endif
