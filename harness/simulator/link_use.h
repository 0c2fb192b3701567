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

/* qdr_link_set_rate sets the rate that the data on such a link share from now
 * on, in bytes/s above 0. The bandwidth that SimGrid knows stays: a message is
 * held to the one that its links have when it begins. */
void qdr_link_set_rate(sg_link_t link, double bytes_per_s);

#ifdef __cplusplus
}
#endif

#endif
