/* kernels/plan/traffic/gather_pattern.h -- from every rank's own sends to a
 * pattern. */
#ifndef QUADRILLE_KERNELS_PLAN_TRAFFIC_GATHER_PATTERN_H
#define QUADRILLE_KERNELS_PLAN_TRAFFIC_GATHER_PATTERN_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/problem/pattern.h"
#include "kernels/core/schedule/route.h"

/* qdr_gather_all makes the whole pattern from every rank's sends, in proportion
 * to all messages [wang1993, Sec. 3: concatenate]. Collective over `comm`;
 * every rank returns the same status. Release with qdr_pattern_cleanup. */
qdr_status qdr_gather_all(qdr_pattern *pattern, int64_t num_sends,
                          const qdr_block *sends, MPI_Comm comm,
                          qdr_error *error);

/* qdr_gather_own makes the pattern of this rank's sends and receives only;
 * senders report the receives. Collective over `comm`; every rank returns the
 * same status. Memory is in proportion to the rank's messages, and an int a
 * rank. Release with qdr_pattern_cleanup. */
qdr_status qdr_gather_own(qdr_pattern *pattern, int64_t num_sends,
                          const qdr_block *sends, MPI_Comm comm,
                          qdr_error *error);

/* qdr_gather_passing makes the pattern of the messages that pass this rank on
 * `route`, its own included: lengths travel on the route, in its rounds.
 * Collective over `comm`; every rank returns the same status. Memory is in
 * proportion to those messages and to the ranks that it meets in a round.
 * Release with qdr_pattern_cleanup. */
qdr_status qdr_gather_passing(qdr_pattern *pattern, const qdr_route *route,
                              int64_t num_sends, const qdr_block *sends,
                              MPI_Comm comm, qdr_error *error);

#endif
