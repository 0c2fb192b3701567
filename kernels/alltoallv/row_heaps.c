/* kernels/alltoallv/row_heaps.c -- see row_heaps.h. */
#include "kernels/alltoallv/row_heaps.h"

#include <stdlib.h>

static bool is_longer(const qdr_rest *a, const qdr_rest *b)
{
    return a->left != b->left ? a->left > b->left : a->place < b->place;
}

/* Moves rests[i] down, below whose place the first `count` are heaps. */
static int64_t sift_down(qdr_rest *rests, int64_t count, int64_t i)
{
    qdr_rest moved = rests[i];
    int64_t num_compared = 0;

    for (int64_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        bool has_two = child + 1 < count;
        num_compared += 1 + has_two;
        child += has_two && is_longer(&rests[child + 1], &rests[child]);
        if (!is_longer(&rests[child], &moved))
            break;
        rests[i] = rests[child];
        i = child;
    }
    rests[i] = moved;
    return num_compared;
}

int64_t qdr_message_heap_make(qdr_message_heap *heap)
{
    int64_t num_compared = 0;

    for (int64_t i = heap->count / 2; i-- > 0;)
        num_compared += sift_down(heap->rests, heap->count, i);
    return num_compared;
}

int64_t qdr_message_heap_pop(qdr_message_heap *heap)
{
    qdr_rest *rests = heap->rests;
    int64_t end = --heap->count;
    qdr_rest longest = rests[0];

    rests[0] = rests[end];
    rests[end] = longest;
    return sift_down(rests, end, 0);
}

qdr_status qdr_row_heaps_init(qdr_row_heaps *heaps, const qdr_pattern *pattern,
                              qdr_error *error)
{
    size_t p = (size_t)pattern->num_procs;

    *heaps = (qdr_row_heaps){
        .pattern = pattern,
        .num_probes = pattern->num_messages,
        .rests = malloc(((size_t)pattern->num_messages + 1) * sizeof(qdr_rest)),
        .sources = malloc(p * sizeof(qdr_source)),
        .taken = malloc(p * sizeof(qdr_taken)),
    };
    if (heaps->rests == NULL || heaps->sources == NULL || heaps->taken == NULL)
        return qdr_fail_memory(error, "the messages left to schedule");
    for (int r = 0; r < pattern->num_procs; r++) {
        int64_t begin = pattern->row_begin[r];
        qdr_message_heap *row = &heaps->sources[r].row;
        heaps->sources[r] = (qdr_source){{heaps->rests + begin, 0}, false};
        heaps->taken[r] = (qdr_taken){-1, -1};
        for (int64_t i = begin; i < pattern->row_begin[r + 1]; i++) {
            qdr_message message = pattern->messages[i];
            if (message.dst == r)
                continue;
            row->rests[row->count++] =
                (qdr_rest){message.bytes, (int)(i - begin),
                           (uint32_t)message.dst & INT32_MAX, 0};
        }
        heaps->num_left += row->count;
    }
    return QDR_OK;
}

/* Pops it and the longer ones from a new heap. */
int64_t qdr_row_heaps_pick(qdr_row_heaps *heaps, int r, int64_t round)
{
    qdr_source *from = &heaps->sources[r];
    qdr_rest *rests = from->row.rests;
    int64_t num_rests = from->row.count;
    int64_t num_probes = 1 + num_rests + qdr_message_heap_make(&from->row);
    qdr_rest picked = {.left = -1};

    from->has_picked = false;
    while (from->row.count > 0 && !from->has_picked) {
        num_probes += 1 + qdr_message_heap_pop(&from->row);
        from->has_picked =
            heaps->taken[rests[from->row.count].dst].round != round;
    }
    if (from->has_picked) {
        picked = rests[from->row.count];
        rests[from->row.count] = rests[num_rests - 1];
        rests[num_rests - 1] = picked;
        heaps->taken[picked.dst] = (qdr_taken){round, r};
    }
    from->row.count = num_rests - from->has_picked;
    heaps->num_probes += num_probes;
    return picked.left;
}

void qdr_row_heaps_cleanup(qdr_row_heaps *heaps)
{
    free(heaps->rests);
    free(heaps->sources);
    free(heaps->taken);
}
