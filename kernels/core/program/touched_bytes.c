/* kernels/core/program/touched_bytes.c -- see touched_bytes.h. */
#include "kernels/core/program/touched_bytes.h"

#include <stdlib.h>

static int by_place(const void *left, const void *right)
{
    const qdr_segment_begin *a = left, *b = right;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    return (a->byte > b->byte) - (a->byte < b->byte);
}

static qdr_segment_begin begin_of(const qdr_transfer *transfer)
{
    return (qdr_segment_begin){transfer->first, transfer->offset};
}

/* Blocks without bytes also have a place. */
static qdr_segment_begin end_of(const qdr_transfer *transfer)
{
    if (transfer->num_blocks == 1 && transfer->bytes > 0)
        return (qdr_segment_begin){transfer->first,
                                   transfer->offset + transfer->bytes};
    return (qdr_segment_begin){transfer->first + transfer->num_blocks, 0};
}

/* Finds the messages; returns the number of their transfers. */
static int64_t find_messages(qdr_touched_bytes *made,
                             const qdr_operation *operations, int64_t count,
                             const qdr_schedule *schedule)
{
    int64_t num_ranges = 0;

    for (int64_t i = 0; i < count;) {
        const qdr_operation *first = &operations[i];
        qdr_touching_message *message = &made->messages[made->num_messages++];
        *message = (qdr_touching_message){
            .is_send = first->is_send,
            .combines =
                !first->is_send && schedule->transfers[first->begin].combines,
            .round = first->round,
            .begin = i,
            .begin_range = num_ranges};
        num_ranges += first->end - first->begin;
        message->end_range = num_ranges;
        while (!operations[i++].is_last)
            continue;
        message->end = i;
    }
    return num_ranges;
}

static void put_in_effect(qdr_touched_bytes *made)
{
    const qdr_touching_message *messages = made->messages;
    int64_t count = 0, end;

    for (int64_t begin = 0; begin < made->num_messages; begin = end) {
        end = begin;
        while (end < made->num_messages &&
               messages[end].round == messages[begin].round)
            end++;
        for (int receives = 0; receives < 2; receives++)
            for (int64_t m = begin; m < end; m++)
                if (messages[m].is_send == (receives == 0))
                    made->in_effect[count++] = m;
    }
}

/* The sorted cuts, each once, and the first byte of all; returns their
 * number. */
static int64_t find_cuts(const qdr_touched_bytes *made,
                         const qdr_operation *operations,
                         const qdr_schedule *schedule)
{
    qdr_segment_begin *cuts = made->begins;
    int64_t count = 0, kept = 0;

    cuts[count++] = (qdr_segment_begin){0, 0};
    for (int64_t m = 0; m < made->num_messages; m++) {
        const qdr_operation *first = &operations[made->messages[m].begin];
        for (int64_t t = first->begin; t < first->end; t++) {
            cuts[count++] = begin_of(&schedule->transfers[t]);
            cuts[count++] = end_of(&schedule->transfers[t]);
        }
    }
    qsort(cuts, (size_t)count, sizeof *cuts, by_place);
    for (int64_t i = 0; i < count; i++)
        if (kept == 0 || by_place(&cuts[kept - 1], &cuts[i]) != 0)
            cuts[kept++] = cuts[i];
    return kept;
}

static int64_t number_of(const qdr_touched_bytes *made,
                         qdr_segment_begin wanted)
{
    const qdr_segment_begin *found =
        bsearch(&wanted, made->begins, (size_t)made->num_segments,
                sizeof *made->begins, by_place);

    return found - made->begins;
}

static void find_ranges(qdr_touched_bytes *made,
                        const qdr_operation *operations,
                        const qdr_schedule *schedule)
{
    made->num_segments = find_cuts(made, operations, schedule);
    for (int64_t m = 0; m < made->num_messages; m++) {
        const qdr_touching_message *message = &made->messages[m];
        int64_t t = operations[message->begin].begin;
        for (int64_t i = message->begin_range; i < message->end_range; i++) {
            const qdr_transfer *at = &schedule->transfers[t++];
            made->ranges[i] =
                (qdr_segments){number_of(made, begin_of(at)),
                               number_of(made, end_of(at)), at->bytes > 0};
        }
    }
}

qdr_status qdr_touched_bytes_init(qdr_touched_bytes *touched,
                                  const qdr_operation *operations,
                                  int64_t num_operations,
                                  const qdr_schedule *schedule,
                                  qdr_error *error)
{
    size_t room = (size_t)num_operations + 1;
    /* All are released by qdr_touched_bytes_cleanup. */
    qdr_touched_bytes made = {.messages = malloc(room * sizeof *made.messages),
                              .in_effect =
                                  malloc(room * sizeof *made.in_effect)};
    int64_t num_ranges = 0;

    if (made.messages != NULL && made.in_effect != NULL) {
        num_ranges = find_messages(&made, operations, num_operations, schedule);
        made.ranges = malloc(((size_t)num_ranges + 1) * sizeof *made.ranges);
        made.begins =
            malloc((2 * (size_t)num_ranges + 1) * sizeof *made.begins);
    }
    if (made.ranges == NULL || made.begins == NULL) {
        qdr_touched_bytes_cleanup(&made);
        return qdr_fail_memory(error, "the bytes of messages");
    }
    put_in_effect(&made);
    find_ranges(&made, operations, schedule);
    *touched = made;
    return QDR_OK;
}

/* A vector is block 0. */
static int64_t byte_of(const qdr_touched_bytes *touched, int64_t cut)
{
    return cut == touched->num_segments || touched->begins[cut].block > 0
               ? INT64_MAX
               : touched->begins[cut].byte;
}

qdr_vector_part qdr_touched_bytes_segment(const qdr_touched_bytes *touched,
                                          int64_t segment)
{
    return (qdr_vector_part){byte_of(touched, segment),
                             byte_of(touched, segment + 1)};
}

void qdr_touched_bytes_cleanup(qdr_touched_bytes *touched)
{
    free(touched->messages);
    free(touched->in_effect);
    free(touched->begins);
    free(touched->ranges);
    *touched = (qdr_touched_bytes){0};
}
