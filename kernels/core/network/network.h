/* kernels/core/network/network.h -- communication costs of a machine, as the
 * choice of an algorithm needs them [barnett1994, Sec. 2, 7.1].
 *
 *   T = alpha + beta n   for a message of n bytes, without conflicts
 *   gamma n              for combining n bytes with n others
 *
 * The topology says which messages share links. On `switched`, the default,
 * none do: a network of switches without narrow places. On `line` the ranks are
 * a linear array; on `mesh` they are rows and columns, each one a linear array.
 * There k messages that share a link take max(1, k / link_excess) times as
 * long.
 *
 * With half duplex a node's sends and receives share its bandwidth: a rank that
 * sends and receives n bytes at the same time takes 2 beta n.
 *
 * The papers count a rank as busy for all of alpha, at both ends. Today's
 * networks differ [barnoy1992]: the sender's overhead is alpha -
 * sender_free_us, the receiver's alpha - receiver_free_us (o_s and o_r of
 * LogGP). MPI libraries send a message of up to eager_bytes without waiting for
 * its receive; a longer one takes rendezvous_us more. Where queues overflow,
 * packets are lost and sent again after a while: messages of several ranks that
 * meet at one, more than crowd_bytes, take crowd_us more.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/max_procs.h"
#include "kernels/core/network/node_map.h"

/* Which messages share links. */
typedef enum qdr_network_topology {
    QDR_SWITCHED, /* none */
    QDR_MESH,     /* those within a row, and those within a column */
    QDR_LINE,     /* all: the ranks are one row */
    QDR_NUM_NETWORK_TOPOLOGIES
} qdr_network_topology;

/* Whether a node sends and receives at the same time. */
typedef enum qdr_duplex {
    QDR_DUPLEX_FULL,        /* each has all of its bandwidth */
    QDR_DUPLEX_HALF,        /* both share it */
    QDR_DUPLEX_HALF_INSIDE, /* if all ranks share a node; else full */
    QDR_NUM_DUPLEXES
} qdr_duplex;

/* The types of the kinds of numbers. */
#define QDR_TYPE_OF_REAL     double
#define QDR_TYPE_OF_INT      int
#define QDR_TYPE_OF_BYTES    int64_t
#define QDR_TYPE_OF_TOPOLOGY qdr_network_topology
#define QDR_TYPE_OF_DUPLEX   qdr_duplex

/* The numbers of the model above, whose meaning is in network.def.
 * Without levels those of levels are 0, without a mesh rows and columns are. */
typedef struct qdr_network {
#define QDR_NETWORK_NUMBER(kind, name, ...) QDR_TYPE_OF_##kind name;
#include "kernels/core/network/network.def"
#undef QDR_NETWORK_NUMBER
    int64_t shares_memory; /* the ranks of a node; planning finds out, no file
                              says so. Without levels: all ranks */
} qdr_network;

/* Round numbers, assumed, of a network of today: 1.5 us, 0.3 of them at each
 * end, 10 GB/s, switched. `quadrille calibrate` measures those of a machine. */
extern const qdr_network qdr_network_of_today;

/* qdr_network_of_today_on_nodes returns the same with levels, the default of
 * planning: 0.5 us and 10 GB/s within a node of `node_ranks` ranks, which share
 * the 10 GB/s to others. One rank a node: no levels. If all ranks share a node
 * they share its memory's bandwidth, and messages above 4000 bytes take 2 us
 * more; Open MPI's limit is 4096 with a header. */
qdr_network qdr_network_of_today_on_nodes(int node_ranks);

/* The node_ranks of a network before the places of ranks are known. */
enum { QDR_NODE_RANKS_UNKNOWN = QDR_MAX_PROCS };

/* qdr_network_message_us returns what a message of so many bytes costs beside
 * them: alpha, and rendezvous_us if it is not sent eagerly. */
double qdr_network_message_us(const qdr_network *network, double bytes);

/* The names of the topologies and of duplex, as in files; NULL after the last.
 */
extern const char *const qdr_network_topology_words[];
extern const char *const qdr_duplex_words[];

/* qdr_network_restrict sets the mesh to that of a group whose rank i is at node
 * nodes[i], i < count: rows and columns of a rectangle that it fills row by
 * row, else a line. The network must be a mesh. */
void qdr_network_restrict(qdr_network *network, const int *nodes, int count);

/* qdr_network_first does the same for the first `count` nodes, and for as many
 * ranks of a network with levels; it leaves others alone. */
void qdr_network_first(qdr_network *network, int count);

/* Levels: several ranks share a node, and an adapter that joins it to others.
 */

/* qdr_network_has_levels returns whether the ranks of a node have costs of
 * their own. */
bool qdr_network_has_levels(const qdr_network *network);

/* qdr_network_inside and qdr_network_between return the networks of one level
 * that join the ranks of a node, and one rank of each node. A rank is busy for
 * as long with a message of either. Without levels it is `network`. */
qdr_network qdr_network_inside(const qdr_network *network);
qdr_network qdr_network_between(const qdr_network *network);

/* qdr_network_of_one_node returns that of the ranks of a node alone: what they
 * share, the memory's bandwidth and the limit of eager sends, is counted if no
 * others take part. */
qdr_network qdr_network_of_one_node(const qdr_network *network);

/* qdr_network_is_inside returns whether the groups of `size` ranks, each
 * `stride` after the one before, of a logical mesh lie within nodes. */
bool qdr_network_is_inside(const qdr_network *network, int64_t stride,
                           int64_t size);

/* qdr_network_adapters returns how many adapters a node of `ranks` ranks has.
 */
int qdr_network_adapters(const qdr_network *network, int ranks);

/* qdr_network_on_adapter returns how many messages share an adapter if `ranks`
 * neighbours send to other nodes at the same time; 1 without levels. If the
 * places of ranks are not known, neighbours may be anywhere. */
int qdr_network_on_adapter(const qdr_network *network, int64_t ranks);

/* qdr_network_set_node_ranks places `count` ranks a node, or fewer if there are
 * only `num_procs`. Nodes of one rank leave no levels; without levels it does
 * nothing. */
void qdr_network_set_node_ranks(qdr_network *network, int count, int num_procs);

/* qdr_network_set_nodes places the ranks as the map says: 0 ranks a node if
 * they do not fill one node after another. One node leaves the costs inside it,
 * and no levels. */
void qdr_network_set_nodes(qdr_network *network, const qdr_node_map *nodes);

/* qdr_network_place makes the map of `num_procs` ranks that fill one node after
 * another, node_ranks each; if that is 0, each rank is a node. Release with
 * qdr_node_map_cleanup. */
qdr_status qdr_network_place(const qdr_network *network, int num_procs,
                             qdr_node_map *map, qdr_error *error);

#endif
