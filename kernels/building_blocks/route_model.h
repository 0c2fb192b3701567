/* kernels/building_blocks/route_model.h -- the time of messages that ranks
 * forward on a route, by facts that all ranks know.
 *
 * Rounds follow one another, each with the time of direct_model.h.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUTE_MODEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUTE_MODEL_H

#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/route.h"

/* qdr_route_us returns the time in us of traffic of that summary, when ranks
 * forward it on the route. */
double qdr_route_us(const qdr_network *network,
                    const qdr_traffic_summary *summary, const qdr_route *route);

/* qdr_route_fastest returns the fastest route for that traffic, of all radices
 * up to 16, of some above, each at most an eighth larger than the one before,
 * and of one that is the number of ranks: then nothing is forwarded. */
qdr_route qdr_route_fastest(const qdr_network *network, int num_procs,
                            const qdr_traffic_summary *summary);

#endif
