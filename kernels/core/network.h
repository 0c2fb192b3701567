/* kernels/core/network.h -- communication costs of a machine, as the choice of
 * an algorithm needs them [barnett1994, Sec. 2, 7.1].
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
 * networks differ [barnoy1992]: a sender is free for the last sender_free_us of
 * alpha, and a receiver for the first receiver_free_us. MPI libraries send a
 * message of up to eager_bytes without waiting for its receive.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_H
#define QUADRILLE_KERNELS_CORE_NETWORK_H

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

/* The constants of the model above. Plain data: read from a machine's file or
 * a network file, or those of today's networks (qdr_network_of_today). */
typedef struct qdr_network {
    double alpha_us;    /* us a message */
    double beta_ns;     /* ns a byte */
    double gamma_ns;    /* ns a byte combined */
    double link_excess; /* bandwidth of a link over that of a node, at least 1;
                           not used where no links are shared */
    /* With QDR_MESH: rank r is in row r / columns, column r % columns. A
     * Cartesian communicator of two dimensions replaces them. Else 0 and 0. */
    int rows, columns;
    double sender_free_us,
        receiver_free_us;          /* 0 to alpha_us; 0: as in the papers */
    qdr_network_topology topology; /* zeroed: QDR_SWITCHED */
    qdr_duplex duplex;             /* zeroed: QDR_DUPLEX_FULL */
    int64_t eager_bytes;           /* 0: not known */
    /* Levels: alpha and beta between ranks of one node, which takes a switched
     * network. Those above are then between nodes. 0: no levels, and the
     * following are 0, too. */
    double inside_alpha_us, inside_beta_ns;
    /* Rank r is on node r / node_ranks. Planning replaces it by what the map of
     * nodes says; 0: the map says something else. */
    int node_ranks;
    int adapter_ranks; /* of a node, that share beta between nodes */
} qdr_network;

#endif
