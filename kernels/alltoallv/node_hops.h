/* kernels/alltoallv/node_hops.h -- the hops of messages from their sources to
 * a sender of their node, on to a receiver of another, and to their
 * destinations.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_NODE_HOPS_H
#define QUADRILLE_KERNELS_ALLTOALLV_NODE_HOPS_H

#include "kernels/alltoallv/forwarding_ranks.h"
#include "kernels/alltoallv/node_pairs.h"
#include "kernels/building_blocks/forward_schedule.h"
#include "kernels/core/problem/pattern.h"

/* Max parts in which what a sender carries travels, one after another. */
enum { QDR_NODE_PARTS = 8 };

/* qdr_node_hops_parts returns their number for a pair, of whose bytes each of
 * `senders` carries a share: one; or, where one message is most of the pair,
 * and the moves of the others' shares take as long as their transfers, as many
 * as take as long as 4 messages without bytes. */
int qdr_node_hops_parts(const qdr_node_pair *pair, int senders,
                        const qdr_network *network);

/* Made by qdr_node_hops_init. */
typedef struct qdr_node_hops {
    const qdr_pattern *pattern;
    const qdr_node_map *nodes;
    qdr_forwarding_ranks senders, receivers; /* of the pair at hand */
    int *sender_of;  /* [num_procs] of the ranks of its node; -1: is none */
    int64_t *filled; /* bytes that each sender has of its interval */
    int parts;       /* of its interval */
    qdr_hop *hops;
    int64_t count, capacity;
} qdr_node_hops;

/* qdr_node_hops_init begins without hops; it keeps the pointers. Release with
 * qdr_node_hops_cleanup, also if it fails. */
qdr_status qdr_node_hops_init(qdr_node_hops *hops, const qdr_pattern *pattern,
                              const qdr_node_map *nodes,
                              const qdr_network *network, qdr_error *error);
void qdr_node_hops_cleanup(qdr_node_hops *hops);

/* qdr_node_hops_begin turns to a pair between two nodes. */
void qdr_node_hops_begin(qdr_node_hops *hops, const qdr_node_pair *pair);

/* qdr_node_hops_room returns the bytes that a sender has room for; 0 of -1. */
int64_t qdr_node_hops_room(const qdr_node_hops *hops, int sender);

/* qdr_node_hops_add adds the hops of `bytes` of a message from `offset` on,
 * which that sender carries, in rounds of nodes `round` to `round + 2`. Each of
 * these is QDR_NODE_PARTS rounds of the schedule, one for each part. */
qdr_status qdr_node_hops_add(qdr_node_hops *hops, int64_t message,
                             int64_t offset, int64_t bytes, int sender,
                             int64_t round, qdr_error *error);

/* qdr_node_hops_add_direct adds a message within a node. */
qdr_status qdr_node_hops_add_direct(qdr_node_hops *hops, int64_t message,
                                    int64_t round, qdr_error *error);

#endif
