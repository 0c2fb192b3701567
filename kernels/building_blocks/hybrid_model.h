/* kernels/building_blocks/hybrid_model.h -- what a hybrid costs where messages
 * meet on links.
 *
 *   T = alpha A + beta B n + gamma C n
 *
 * n total bytes; alpha s/message, beta s/byte, gamma s/byte combined. A stage
 * in a dimension of d places, whose groups hold 1/v of the vector and lie k
 * interleaved on a line, costs [barnett1994, Sec. 4, 6]
 *
 *   S G    ceil(lg d) alpha + k (d - 1)/d n/v beta
 *   M R    ceil(lg d) alpha + k ceil(lg d) n/v beta
 *   C D    (d - 1) alpha    + k (d - 1)/d n/v beta
 *   X      alpha            + k n/v beta                  of d = 2
 *
 * and R, D and X have the same term in gamma as in beta, without k; k is the
 * number of groups that work at the same time. With link excess e, k counts as
 * max(1, k / e) [barnett1994, Sec. 7.1]. On a switched network k is 1. With
 * half duplex the ranks of C, D and X send and receive at the same time: there
 * it counts as 2 or more.
 *
 * On a network with levels, groups within a node have alpha and beta of their
 * own. Between nodes k counts those of a node's ranks at work that share an
 * adapter. A tree whose members fill 2, 4, 8, ... nodes enters each node once:
 * it is a tree among nodes, and one within each. Other groups on several nodes
 * count as if all of their messages left a node. The coefficients of qdr_model
 * are those of one level.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_MODEL_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_MODEL_H

#include "kernels/building_blocks/hybrid.h"
#include "kernels/core/base/rational.h"
#include "kernels/core/network/network.h"

/* The coefficients A, B and C, exactly, for link excess 1. */
typedef struct qdr_model {
    int64_t alpha;
    qdr_rational beta, gamma;
} qdr_model;

/* qdr_model_of returns the coefficients of a hybrid on a network. */
qdr_model qdr_model_of(const qdr_hybrid *hybrid, const qdr_network *network);

/* qdr_model_time_us returns T in us on a network, for n = `bytes`. */
double qdr_model_time_us(const qdr_hybrid *hybrid, const qdr_network *network,
                         int64_t bytes);

/* One stage by its numbers, for callers without a hybrid. */
typedef struct qdr_stage_shape {
    qdr_primitive primitive;
    int size;
    int64_t shares;  /* v */
    int interleaved; /* k, if the groups are on one line */
    int64_t stride;  /* between neighbours of a group, in ranks */
} qdr_stage_shape;

/* qdr_model_stage_us returns the time of a stage in us on a network, for a
 * vector of n = `bytes`. */
double qdr_model_stage_us(const qdr_stage_shape *stage,
                          const qdr_network *network, int64_t bytes);

#endif
