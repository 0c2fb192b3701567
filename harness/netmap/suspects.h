/* harness/netmap/suspects.h -- which nodes and pairs seem slow, and what to
 * measure again before they are named. Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_SUSPECTS_H
#define QUADRILLE_HARNESS_NETMAP_SUSPECTS_H

#include <stdbool.h>

#include "harness/netmap/rate_table.h"

/* Suspects, and the factors of the others' rate below which they are.
 * Zero-initialise; release with qdr_suspects_cleanup. */
typedef struct qdr_suspects {
    int num_nodes;
    bool *sends, *receives; /* [num_nodes] */
    bool *pairs;            /* [num_nodes * num_nodes] */
    bool *again; /* [num_nodes * num_nodes], pairs to measure again: suspect
                    nodes with good partners, suspect pairs, and some pairs of
                    good nodes to compare with */
    bool is_any;
    double node_factor, pair_factor;
    double spread; /* robust standard deviation of a rate's logarithm */
} qdr_suspects;

/* qdr_suspects_find finds them in the rates that were measured alone; without
 * suspects there is nothing to measure again. */
qdr_status qdr_suspects_find(qdr_suspects *suspects,
                             const qdr_rate_table *table, qdr_error *error);

/* qdr_suspects_cleanup frees it and zeroes `suspects`; a zeroed one is legal.
 */
void qdr_suspects_cleanup(qdr_suspects *suspects);

/* qdr_suspects_is_good returns whether a pair is no suspect, nor what it has at
 * the other end than `end`: with it that end can be judged. */
bool qdr_suspects_is_good(const qdr_suspects *suspects, int from, int to,
                          qdr_pair_end end);

/* qdr_suspects_is_reference returns whether nothing of a pair is a suspect. */
bool qdr_suspects_is_reference(const qdr_suspects *suspects, int from, int to);

#endif
