/* harness/simulator/link_use.h -- a value that SimGrid provides in C++ only. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_LINK_USE_H
#define QUADRILLE_HARNESS_SIMULATOR_LINK_USE_H

#include <simgrid/link.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* qdr_link_is_used returns whether data are in progress on a link. */
bool qdr_link_is_used(const_sg_link_t link);

#ifdef __cplusplus
}
#endif

#endif
