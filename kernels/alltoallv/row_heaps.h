/* kernels/alltoallv/row_heaps.h -- the rows of a pattern, from which rounds
 * take the longest messages by heaps. Of equal ones the first of the pattern is
 * on top. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_ROW_HEAPS_H
#define QUADRILLE_KERNELS_ALLTOALLV_ROW_HEAPS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/pattern.h"

/* A message that is not sent, or its unsent rest. It holds all that choosing
 * needs: memory that is far apart takes longer to read than a heap to search.
 */
typedef struct qdr_rest {
    int64_t left;  /* bytes */
    int32_t place; /* of the message in its row of the pattern */
    uint32_t dst : 31;
    uint32_t is_cut : 1; /* some of it is sent */
} qdr_rest;

/* The first `count` of `rests`, which the caller owns, are the heap. Both calls
 * return the number of comparisons. */
typedef struct qdr_message_heap {
    qdr_rest *rests;
    int64_t count;
} qdr_message_heap;

/* qdr_message_heap_make makes them a heap, in whatever order they are: O(count)
 * comparisons. */
int64_t qdr_message_heap_make(qdr_message_heap *heap);

/* qdr_message_heap_pop takes the longest out of a heap that is not empty; it is
 * rests[count] then. O(lg count) comparisons. */
int64_t qdr_message_heap_pop(qdr_message_heap *heap);

/* As source: its row, a heap only while it picks; if has_picked, it sends
 * row.rests[row.count] next. */
typedef struct qdr_source {
    qdr_message_heap row;
    bool has_picked;
} qdr_source;

/* As destination: the last round in which it received, and from whom. */
typedef struct qdr_taken {
    int64_t round;
    int by;
} qdr_taken;

/* Made by qdr_row_heaps_init; released with qdr_row_heaps_cleanup. */
typedef struct qdr_row_heaps {
    const qdr_pattern *pattern; /* the caller's */
    qdr_rest *rests;
    qdr_source *sources; /* [p] */
    qdr_taken *taken;    /* [p] */
    int64_t num_probes;  /* so far */
    int64_t num_left;    /* messages that are not sent */
} qdr_row_heaps;

/* qdr_row_heaps_init takes all rows, without local messages. Call
 * qdr_row_heaps_cleanup even if it fails. */
qdr_status qdr_row_heaps_init(qdr_row_heaps *heaps, const qdr_pattern *pattern,
                              qdr_error *error);

/* qdr_row_heaps_pick lets row r pick its longest message whose destination is
 * free in the round. It counts a probe for the row, for each message left,
 * which enters a new heap, and for each that leaves it, and all comparisons.
 * Returns the bytes left of the message, or -1. */
int64_t qdr_row_heaps_pick(qdr_row_heaps *heaps, int r, int64_t round);

/* qdr_row_heaps_cleanup frees the heaps. */
void qdr_row_heaps_cleanup(qdr_row_heaps *heaps);

#endif
