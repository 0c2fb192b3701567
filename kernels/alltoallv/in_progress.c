/* kernels/alltoallv/in_progress.c -- see in_progress.h. */
#include "kernels/alltoallv/in_progress.h"

#include <stdbool.h>

static bool ends_before(const qdr_started *a, const qdr_started *b)
{
    return a->end != b->end ? a->end < b->end : a->message < b->message;
}

void qdr_in_progress_push(qdr_in_progress *heap, qdr_started pushed)
{
    qdr_started *at = heap->started;
    int64_t i = heap->count++;

    for (; i > 0 && ends_before(&pushed, &at[(i - 1) / 2]); i = (i - 1) / 2)
        at[i] = at[(i - 1) / 2];
    at[i] = pushed;
}

qdr_started qdr_in_progress_pop(qdr_in_progress *heap)
{
    qdr_started *at = heap->started;
    qdr_started first = at[0], last = at[--heap->count];
    int64_t i = 0;

    for (int64_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && ends_before(&at[child + 1], &at[child]))
            child++;
        if (!ends_before(&at[child], &last))
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return first;
}
