/* harness/netmap/unanswered.h -- which nodes and pairs do not answer, from a
 * table of who has heard whom. Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_UNANSWERED_H
#define QUADRILLE_HARNESS_NETMAP_UNANSWERED_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

/* Zero-initialise; release with qdr_unanswered_cleanup. */
typedef struct qdr_unanswered {
    int num_nodes;
    bool *silent; /* [num_nodes]: no node hears of it */
    bool *pairs;  /* [num_nodes * num_nodes], between nodes that others hear */
    bool is_any;
} qdr_unanswered;

/* qdr_unanswered_init makes one in which all answer. */
qdr_status qdr_unanswered_init(qdr_unanswered *to, int num_nodes,
                               qdr_error *error);

/* qdr_unanswered_cleanup frees it and zeroes it; a zeroed one is legal. */
void qdr_unanswered_cleanup(qdr_unanswered *of);

/* qdr_unanswered_conclude adds what is known after every node has sent a
 * message to every other: `reported` of the nodes that could report to node 0,
 * itself included, and heard[k * num_nodes + j], of those, whether node k has
 * one of node j. */
void qdr_unanswered_conclude(qdr_unanswered *to, const bool *reported,
                             const bool *heard);

/* qdr_unanswered_exclude sets out_excluded[num_nodes]: silent nodes, and of
 * other pairs the receiver. */
void qdr_unanswered_exclude(const qdr_unanswered *of, bool *out_excluded);

#endif
