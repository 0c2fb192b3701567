/* kernels/alltoallv/message_heap.h -- a rank's messages as a heap, the longest
 * on top; of equal ones the first of the pattern. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_MESSAGE_HEAP_H
#define QUADRILLE_KERNELS_ALLTOALLV_MESSAGE_HEAP_H

#include <stdint.h>

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
 * return the number of comparisons, O(lg count). */
typedef struct qdr_message_heap {
    qdr_rest *rests;
    int64_t count;
} qdr_message_heap;

/* qdr_message_heap_push takes rests[count] into the heap. */
int64_t qdr_message_heap_push(qdr_message_heap *heap);

/* qdr_message_heap_pop takes the longest out of a heap that is not empty; it is
 * rests[count] then. */
int64_t qdr_message_heap_pop(qdr_message_heap *heap);

#endif
