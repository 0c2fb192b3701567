/* kernels/building_blocks/round_model.h -- the time of a round in which every
 * rank sends and receives several messages.
 *
 *   m alpha + beta b,   m messages, b bytes of all of them
 *
 * if a rank is busy for all of alpha. Where a sender is busy for o_s and a
 * receiver for o_r, the messages of a round overlap, and it takes the longest
 * of
 *
 *   max(m o_s, alpha - o_r) + m o_r + beta b / m   a rank's work
 *   (m - 1) o_s + alpha + beta b / m               the last message's way
 *   alpha + beta b                                 its port's
 *
 * if ranks send in turns (program_modes.h): in any order 4 KB from each of
 * 64 ranks of fat_tree_smpi, with radix 4, take 37 us instead of 24.
 *
 * beta is multiplied where messages share a link or a node, and combining adds
 * gamma b.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUND_MODEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_ROUND_MODEL_H

#include <stdbool.h>

#include "kernels/core/network/network.h"

/* What a rank sends and receives in a round. */
typedef struct qdr_round_load {
    int messages;
    double bytes;   /* of all messages */
    double sharing; /* bytes take so many times as long */
    bool combines;
} qdr_round_load;

/* qdr_round_us returns the round's time. */
double qdr_round_us(const qdr_network *network, const qdr_round_load *load);

#endif
