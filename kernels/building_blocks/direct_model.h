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
 * too.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_DIRECT_MODEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_DIRECT_MODEL_H

#include "kernels/core/problem/problem.h"

/* qdr_traffic_summary_of sets *out_summary to the summary of a pattern, without
 * nodes. */
qdr_status qdr_traffic_summary_of(const qdr_pattern *pattern,
                                  qdr_traffic_summary *out_summary,
                                  qdr_error *error);

/* qdr_traffic_summary_complete returns the summary of a complete exchange:
 * every rank sends so many bytes in all, as many to every other rank. Ranks
 * fill the nodes of the network one after another; NULL: each is a node. */
qdr_traffic_summary qdr_traffic_summary_complete(const qdr_network *network,
                                                 int num_procs,
                                                 int64_t sent_bytes);

/* qdr_adapters_us returns how long the busiest node, of `ranks` ranks, needs
 * for what leaves and enters it, if its adapters share that equally. */
double qdr_adapters_us(const qdr_network *network,
                       const qdr_traffic_summary *summary, int ranks);

/* qdr_direct_us returns the time of such traffic of so many ranks on a network,
 * in us.
 */
double qdr_direct_us(const qdr_network *network,
                     const qdr_traffic_summary *summary, int num_procs);

/* qdr_problem_summary sets *out_summary to the summary that the problem has, or
 * else to that of its pattern on its nodes. */
qdr_status qdr_problem_summary(const qdr_problem *problem,
                               qdr_traffic_summary *out_summary,
                               qdr_error *error);

/* qdr_direct_predict is the predict of algorithms without rounds in step. */
qdr_status qdr_direct_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error);

#endif
