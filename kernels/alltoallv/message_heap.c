/* kernels/alltoallv/message_heap.c -- see message_heap.h. */
#include "kernels/alltoallv/message_heap.h"

#include <stdbool.h>

static bool is_longer(const qdr_rest *a, const qdr_rest *b)
{
    return a->left != b->left ? a->left > b->left : a->place < b->place;
}

int64_t qdr_message_heap_push(qdr_message_heap *heap)
{
    qdr_rest *rests = heap->rests;
    int64_t i = heap->count++, num_compared = 0;
    qdr_rest pushed = rests[i];

    for (; i > 0; i = (i - 1) / 2) {
        num_compared++;
        if (!is_longer(&pushed, &rests[(i - 1) / 2]))
            break;
        rests[i] = rests[(i - 1) / 2];
    }
    rests[i] = pushed;
    return num_compared;
}

int64_t qdr_message_heap_pop(qdr_message_heap *heap)
{
    qdr_rest *rests = heap->rests;
    int64_t end = --heap->count, i = 0, num_compared = 0;
    qdr_rest last = rests[end];

    rests[end] = rests[0];
    for (int64_t child = 1; child < end; i = child, child = 2 * i + 1) {
        bool has_two = child + 1 < end;
        num_compared += 1 + has_two;
        child += has_two && is_longer(&rests[child + 1], &rests[child]);
        if (!is_longer(&rests[child], &last))
            break;
        rests[i] = rests[child];
    }
    if (end > 0)
        rests[i] = last;
    return num_compared;
}
