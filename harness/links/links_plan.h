/* harness/links/links_plan.h -- how Linux makes the links of a links file. */
#ifndef QUADRILLE_HARNESS_LINKS_LINKS_PLAN_H
#define QUADRILLE_HARNESS_LINKS_LINKS_PLAN_H

#include <stdio.h>

#include "harness/links/links.h"

/* qdr_links_plan_write writes lines `WHERE WHAT ...` that cluster.sh carries
 * out:
 *   nodes NODES RANKS_PER_NODE CONGESTION_CONTROL     once
 *   switch ip|tc ARGUMENTS         where all cables end; n3 is that of node 3
 *   n3 tc ARGUMENTS                on node 3
 * Node i has the address `network`.(10 + i), and the switch a bridge of that
 * name. False: it cannot be written. */
bool qdr_links_plan_write(const qdr_links *links, const char *network,
                          FILE *to);

#endif
