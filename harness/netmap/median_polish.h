/* harness/netmap/median_polish.h -- Tukey's median polish of the rates between
 * nodes. Pure.
 *
 * log rate(i, j) = overall + send(i) + receive(j) + residual(i, j): a slow node
 * makes its partners slow with it, and the polish puts that where it belongs.
 * Medians, unlike means, ignore up to half of a row or a column that is slow
 * for another reason.
 */
#ifndef QUADRILLE_HARNESS_NETMAP_MEDIAN_POLISH_H
#define QUADRILLE_HARNESS_NETMAP_MEDIAN_POLISH_H

#include "kernels/core/base/status.h"

/* The parts of the logarithms; exp of an effect or a residual is a factor.
 * Zero-initialise; release with qdr_polish_cleanup. */
typedef struct qdr_polish {
    int num_nodes;
    double overall;
    double *send, *receive; /* [num_nodes], with medians of 0 */
    double *residual;       /* [num_nodes * num_nodes]; NAN: not measured */
} qdr_polish;

/* qdr_polish_rates polishes rates[num_nodes * num_nodes] above 0, in which NAN
 * is a pair that was not measured. */
qdr_status qdr_polish_rates(qdr_polish *polish, int num_nodes,
                            const double *rates, qdr_error *error);

/* qdr_polish_cleanup frees it and zeroes `polish`; a zeroed one is legal. */
void qdr_polish_cleanup(qdr_polish *polish);

/* qdr_polish_spread returns a robust standard deviation of the residuals that a
 * fit of so many numbers leaves: of the polish, 2 num_nodes - 1. */
qdr_status qdr_polish_spread(const qdr_polish *polish, int num_fitted,
                             double *out_spread, qdr_error *error);

#endif
