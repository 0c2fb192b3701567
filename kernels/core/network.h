/* kernels/core/network.h -- what a machine's communication costs, as far as the
 * choice of an algorithm needs it [barnett1994, Sec. 2, 7.1].
 *
 *   T = alpha + beta n   for a message of n bytes, without conflicts
 *   gamma n              for combining n bytes with n others
 *
 * k messages that share a link take max(1, k / link_excess) times as long.
 *
 * The papers count a rank as busy for all of alpha, at both ends. Of today's
 * networks that is not true [barnoy1992]: of alpha, a sender is free again for
 * sender_free_us, and a receiver was for receiver_free_us.
 */
#ifndef QUADRILLE_KERNELS_CORE_NETWORK_H
#define QUADRILLE_KERNELS_CORE_NETWORK_H

typedef struct qdr_network {
    double alpha_us; /* us a message */
    double beta_ns;  /* ns a byte */
    double gamma_ns; /* ns a byte combined */
    double
        link_excess; /* bandwidth of a link over that of a node, at least 1 */
    /* The physical mesh: rank r stands in row r / columns, column r % columns;
     * 0 and 0: a linear array. */
    int rows, columns;
    double sender_free_us, receiver_free_us; /* 0 to alpha_us; 0: as the papers
                                                count */
} qdr_network;

#endif
