/* kernels/building_blocks/hybrid.h -- a hybrid algorithm: a logical mesh and
 * what is done in each of its dimensions [barnett1994, Sec. 5, 6].
 *
 * The ranks form a d1 x ... x dk mesh, rank = i1 + d1 (i2 + d2 (i3 + ...)). By
 * the template of Figure 3 the first dimensions are `long`: each splits the
 * data of its groups. The others are `short`: the short vector algorithm runs
 * on the remaining data. Then the long dimensions end in reverse. A collective
 * is a sequence of such stages:
 *
 *                    long  short                     long, reversed
 *   bcast            S     M                         C
 *   allgather              G reversed, M             C
 *   reduce           D     R reversed                G
 *   allreduce        D     R reversed, M             C
 *   reduce_scatter   D     R reversed, S
 *   scatter                S
 *   gather                 G reversed
 *
 * so that 2x3x5 with two long dimensions is SSMCC for a broadcast. Beyond the
 * paper, an allreduce may have X in place of R reversed and M where all short
 * dimensions are 2: recursive doubling, with half the rounds.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_HYBRID_H

#include <stdio.h>

#include "kernels/building_blocks/primitive.h"
#include "kernels/core/problem/problem.h"

/* QDR_MAX_PROCS ranks have no more factors. */
enum { QDR_MAX_DIMENSIONS = 22, QDR_MAX_STAGES = 3 * QDR_MAX_DIMENSIONS };

/* The order of the dimensions. */
typedef enum qdr_order {
    QDR_NEAR_FIRST,  /* neighbours first, as the paper does */
    QDR_FAR_FIRST,   /* its open question [barnett1994, Sec. 6] */
    QDR_ALTERNATING, /* between rows and columns [barnett1994, Sec. 7.1] */
    QDR_NUM_ORDERS,
    QDR_BEST_ORDER = QDR_NUM_ORDERS /* a request: see qdr_choice_order */
} qdr_order;

/* qdr_order_words are the words of qdr_order; NULL after the last. */
extern const char *const qdr_order_words[];

/* One dimension of the logical mesh. */
typedef struct qdr_dimension {
    int size;
    int stride; /* between neighbours, in ranks */
    int line;   /* stride of the physical line that it lies in: 1, or that of a
                   column */
} qdr_dimension;

/* One primitive, in all groups of a dimension at once: a letter of the
 * strategy. */
typedef struct qdr_stage {
    qdr_primitive primitive;
    int dimension; /* in the order of stages */
} qdr_stage;

/* A hybrid with its stages worked out, made by qdr_hybrid_init. Plain data,
 * with nothing to release. */
typedef struct qdr_hybrid {
    qdr_collective collective;
    int num_procs;
    int num_dimensions, num_long;
    bool exchanges;
    bool asks; /* before a round of G or R its receiver sends a message of 0
                  bytes; no, after qdr_hybrid_init */
    qdr_dimension dimensions[QDR_MAX_DIMENSIONS]; /* in the order of stages */
    int num_stages;
    qdr_stage stages[QDR_MAX_STAGES];
} qdr_hybrid;

/* The definition of a hybrid. */
typedef struct qdr_shape {
    int num_dimensions;
    int sizes[QDR_MAX_DIMENSIONS]; /* d1, d2, ... */
    int num_long;                  /* the first ones */
    bool exchanges; /* in the others, all of 2; only of an allreduce */
    qdr_order order;
    int columns; /* of the physical mesh, whose rows are lines; 0: all ranks
                    are one */
} qdr_shape;

/* qdr_hybrid_init makes the hybrid of a collective, without dimensions of 1.
 * The product of the sizes is the number of ranks. */
void qdr_hybrid_init(qdr_hybrid *hybrid, qdr_collective collective,
                     const qdr_shape *shape);

/* qdr_hybrid_is_ordered returns whether the ranks combine in their order, as
 * an operator that does not commute needs: neighbours first, by exchanges of
 * two ranks, or on one tree among those that are left. */
bool qdr_hybrid_is_ordered(const qdr_hybrid *hybrid);

/* qdr_hybrid_long_stages writes the primitives of a collective in each long
 * dimension, and returns their number; 0: no dimension can be long. */
int qdr_hybrid_long_stages(qdr_collective collective, qdr_primitive *out);

/* qdr_shape_read reads a mesh, "2x3x5", and a strategy, "SSMCC", of a
 * collective among num_procs ranks into the sizes and num_long of a shape, and
 * leaves its other members; it drops dimensions of 1. Without a strategy, NULL,
 * no dimension is long. */
qdr_status qdr_shape_read(qdr_shape *shape, qdr_collective collective,
                          int num_procs, const char *mesh, const char *strategy,
                          qdr_error *error);

/* qdr_hybrid_max_long returns how many of a shape's dimensions can be long. */
int qdr_hybrid_max_long(qdr_collective collective, const qdr_shape *shape);

/* qdr_hybrid_print_mesh writes "2x3x5" ("1" for one process), in the order of
 * the ranks; qdr_hybrid_print_strategy writes "SSMCC". */
void qdr_hybrid_print_mesh(const qdr_hybrid *hybrid, FILE *to);
void qdr_hybrid_print_strategy(const qdr_hybrid *hybrid, FILE *to);

/* qdr_hybrid_stage_asks returns whether messages of 0 bytes come before those
 * of a stage, and qdr_hybrid_stage_rounds its rounds, theirs included. */
bool qdr_hybrid_stage_asks(const qdr_hybrid *hybrid, const qdr_stage *stage);
int qdr_hybrid_stage_rounds(const qdr_hybrid *hybrid, const qdr_stage *stage);

/* qdr_hybrid_rounds returns the rounds of all stages. */
int64_t qdr_hybrid_rounds(const qdr_hybrid *hybrid);

/* qdr_hybrid_coordinate returns the place of `rank` in a dimension. */
int qdr_hybrid_coordinate(const qdr_hybrid *hybrid, int dimension, int rank);

/* qdr_hybrid_shares returns the number of equal shares of the vector before
 * dimension `dimension`. */
int64_t qdr_hybrid_shares(const qdr_hybrid *hybrid, int dimension);

#endif
