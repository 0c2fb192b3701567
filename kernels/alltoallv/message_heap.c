/* kernels/alltoallv/message_heap.c -- see message_heap.h. */
#include "kernels/alltoallv/message_heap.h"

#include <stdbool.h>

static bool is_longer(const qdr_rest *a, const qdr_rest *b)
{
    return a->left != b->left ? a->left > b->left : a->message < b->message;
}

static void swap(qdr_rest *a, qdr_rest *b)
{
    qdr_rest kept = *a;
    *a = *b;
    *b = kept;
}

int64_t qdr_message_heap_push(qdr_message_heap *heap)
{
    qdr_rest *rests = heap->rests;
    int64_t num_compared = 0;

    for (int64_t i = heap->count++; i > 0; i = (i - 1) / 2) {
        num_compared++;
        if (!is_longer(&rests[i], &rests[(i - 1) / 2]))
            break;
        swap(&rests[i], &rests[(i - 1) / 2]);
    }
    return num_compared;
}

int64_t qdr_message_heap_pop(qdr_message_heap *heap)
{
    qdr_rest *rests = heap->rests;
    int64_t end = --heap->count, num_compared = 0;

    swap(&rests[0], &rests[end]);
    for (int64_t i = 0, child = 1; child < end; i = child, child = 2 * i + 1) {
        bool has_two = child + 1 < end;
        num_compared += 1 + has_two;
        if (has_two && is_longer(&rests[child + 1], &rests[child]))
            child++;
        if (!is_longer(&rests[child], &rests[i]))
            break;
        swap(&rests[i], &rests[child]);
    }
    return num_compared;
}
