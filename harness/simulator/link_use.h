/* harness/simulator/link_use.h -- functions of links that SimGrid has in C++
 * only. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_LINK_USE_H
#define QUADRILLE_HARNESS_SIMULATOR_LINK_USE_H

#include <simgrid/link.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* qdr_link_of_node returns the calling rank's link of that name, "interface" or
 * "entrance" (network_zone.hpp); NULL: the machine has none. */
sg_link_t qdr_link_of_node(const char *name);

/* qdr_link_is_used returns whether data are in progress on a link. */
bool qdr_link_is_used(const_sg_link_t link);

/* qdr_link_share_evenly ends a link's loss of bandwidth by contention: from now
 * on the data in progress on it share all of it. */
void qdr_link_share_evenly(sg_link_t link);

#ifdef __cplusplus
}
#endif

#endif
