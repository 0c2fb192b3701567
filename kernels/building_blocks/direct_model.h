/* kernels/building_blocks/direct_model.h -- the time of messages that all go
 * straight, as soon as they can.
 *
 * A rank that sends m messages of B bytes in all is busy for
 *
 *   m alpha + beta B                                 if it is never free
 *   alpha + max((m - 1) o + beta B / m, beta B)      else, o = alpha - free
 *
 * where `free` is the network's sender_free_us; likewise a receiver. The
 * slowest end decides. A rank that is free at both ends also needs o for each
 * message that it sends and that it receives: the busiest end of a rank, with
 * the mean of all ranks at its other end. With half duplex both ends share
 * beta. On a network with levels the adapters of the busiest node are a bound,
 * too. Where more than crowd_bytes come from several ranks, crowd_us is added.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_DIRECT_MODEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_DIRECT_MODEL_H

#include "kernels/core/problem/problem.h"

/* qdr_adapters_us returns how long the busiest node, of `ranks` ranks, needs
 * for what leaves and enters it, if its adapters share that equally. */
double qdr_adapters_us(const qdr_network *network,
                       const qdr_traffic_summary *summary, int ranks);

/* qdr_direct_us returns the time of such traffic of so many ranks on a network,
 * in us.
 */
double qdr_direct_us(const qdr_network *network,
                     const qdr_traffic_summary *summary, int num_procs);

/* qdr_direct_predict is the predict of algorithms not in lockstep. */
qdr_status qdr_direct_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

/* qdr_rounds_predict is that of the fewest rounds in which a rank sends and
 * receives once, of the load that all ranks know: a longest message they do
 * not, so messages of a round are taken for equal. */
qdr_status qdr_rounds_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
