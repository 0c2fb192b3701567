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
 * its receive.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_H
#define QUADRILLE_KERNELS_CORE_NETWORK_NETWORK_H

#include <stdint.h>

/* Which messages share links. */
typedef enum qdr_network_topology {
    QDR_SWITCHED, /* none */
    QDR_MESH,     /* those within a row, and those within a column */
    QDR_LINE,     /* all: the ranks are one row */
    QDR_NUM_NETWORK_TOPOLOGIES
} qdr_network_topology;

/* Whether a node sends and receives at the same time. */
typedef enum qdr_duplex {
    QDR_DUPLEX_FULL, /* each has all of its bandwidth */
    QDR_DUPLEX_HALF, /* both share it */
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
} qdr_network;

#endif
