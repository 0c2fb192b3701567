/* harness/netmap/conductor.h -- what rank 0 of `netmap` does: it has the others
 * measure, and prints what they report, as the lines of netmap_record.h. */
#ifndef QUADRILLE_HARNESS_NETMAP_CONDUCTOR_H
#define QUADRILLE_HARNESS_NETMAP_CONDUCTOR_H

#include "harness/netmap/party.h"

/* qdr_conduct measures all pairs of nodes; with `of_ranks` each rank is a node.
 * `name` is that of its own. Ends all other ranks, in order or, if one does not
 * answer, *out_is_wrecked. */
qdr_status qdr_conduct(qdr_party *party, const char *name, bool of_ranks,
                       bool *out_is_wrecked, qdr_error *error);

#endif
