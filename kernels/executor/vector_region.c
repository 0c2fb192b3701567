/* kernels/executor/vector_region.c -- see vector_region.h. */
#include "kernels/executor/vector_region.h"

#include <stdlib.h>

static int by_begin(const void *left, const void *right)
{
    const qdr_region_interval *a = left, *b = right;

    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Sorts the intervals, joins those that touch, and places them. */
static void arrange(qdr_vector_region *region)
{
    int64_t count = 0;

    qsort(region->intervals, (size_t)region->num_intervals,
          sizeof *region->intervals, by_begin);
    for (int64_t i = 0; i < region->num_intervals; i++) {
        qdr_region_interval interval = region->intervals[i];
        if (count > 0 && interval.begin <= region->intervals[count - 1].end) {
            if (interval.end > region->intervals[count - 1].end)
                region->intervals[count - 1].end = interval.end;
        } else if (interval.begin < interval.end) {
            region->intervals[count++] = interval;
        }
    }
    region->num_intervals = count;
    for (int64_t i = 0; i < count; i++) {
        region->intervals[i].place = region->bytes;
        region->bytes += region->intervals[i].end - region->intervals[i].begin;
    }
}

/* All of the vector that one of the caller's buffers holds. */
static void set_whole(qdr_vector_region *region, qdr_buffer buffer,
                      const qdr_vector_part *part)
{
    region->buffer = buffer;
    region->num_intervals = 1;
    region->intervals[0] = (qdr_region_interval){part->begin, part->end, 0};
}

/* The bytes that the rank's messages touch, and those that the rank has or
 * needs. */
static void set_touched(qdr_vector_region *region,
                        const qdr_buffer_layout *layout,
                        const qdr_schedule *schedule,
                        const qdr_rank_schedules *own)
{
    const qdr_vector_part *wanted = &layout->received;

    region->buffer = QDR_TRANSIT_BUFFER;
    region->intervals[region->num_intervals++] =
        (qdr_region_interval){wanted->begin, wanted->end, 0};
    for (int64_t i = 0; i < own->rank_begin[1]; i++)
        for (int64_t t = own->operations[i].begin; t < own->operations[i].end;
             t++) {
            const qdr_transfer *at = &schedule->transfers[t];
            region->intervals[region->num_intervals++] =
                (qdr_region_interval){at->offset, at->offset + at->bytes, 0};
        }
    arrange(region);
}

qdr_status qdr_vector_region_init(qdr_vector_region *region,
                                  const qdr_problem *problem,
                                  const qdr_buffer_layout *layout,
                                  const qdr_schedule *schedule,
                                  const qdr_rank_schedules *own,
                                  qdr_error *error)
{
    qdr_extent before = qdr_problem_extent(problem, layout->rank, false);
    bool combines = qdr_collective_combines(problem->collective);
    bool sends = false, receives = false;
    int64_t room = 1;
    qdr_vector_region made = {0};

    for (int64_t i = 0; i < own->rank_begin[1]; i++) {
        sends = sends || own->operations[i].is_send;
        receives = receives || !own->operations[i].is_send;
        room += own->operations[i].end - own->operations[i].begin;
    }
    /* Released by qdr_vector_region_cleanup. */
    made.intervals = malloc((size_t)room * sizeof *made.intervals);
    if (made.intervals == NULL)
        return qdr_fail_memory(error, "the region on a vector");
    if (layout->received.begin == 0 &&
        layout->received.end == problem->vector.bytes)
        set_whole(&made, QDR_RECEIVE_BUFFER, &layout->received);
    else if (!receives && before != QDR_NOTHING)
        set_whole(&made, QDR_SEND_BUFFER, &layout->sent);
    else if (!sends && !combines && before == QDR_NOTHING)
        set_whole(&made, QDR_RECEIVE_BUFFER, &layout->received);
    else
        set_touched(&made, layout, schedule, own);
    *region = made;
    return QDR_OK;
}

void qdr_vector_region_cleanup(qdr_vector_region *region)
{
    free(region->intervals);
    *region = (qdr_vector_region){0};
}

qdr_span qdr_vector_region_span(const qdr_vector_region *region, int64_t begin,
                                int64_t bytes)
{
    int64_t low = 0, high = region->num_intervals - 1;

    /* The last interval that begins at or before `begin`. */
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (region->intervals[middle].begin <= begin)
            low = middle;
        else
            high = middle - 1;
    }
    return (qdr_span){region->buffer,
                      region->intervals[low].place + begin -
                          region->intervals[low].begin,
                      bytes};
}
