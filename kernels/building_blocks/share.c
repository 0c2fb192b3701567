/* kernels/building_blocks/share.c -- see share.h. */
#include "kernels/building_blocks/share.h"

bool qdr_share_is_owned(const qdr_problem *problem)
{
    int last = problem->num_procs - 1;

    return qdr_problem_extent(problem, last, false) == QDR_OWN_PART ||
           qdr_problem_extent(problem, last, true) == QDR_OWN_PART;
}

static int64_t element_of(const qdr_problem *problem)
{
    return problem->vector.element_bytes > 0 ? problem->vector.element_bytes
                                             : 1;
}

/* One interval: the vector is split in the first dimension, each piece in the
 * second, and so on, as far as they are long. */
static qdr_status visit_free(const qdr_share *share,
                             qdr_status (*visit)(void *, int64_t, int64_t),
                             void *context)
{
    const qdr_hybrid *hybrid = share->hybrid;
    int64_t element = element_of(share->problem);
    int64_t count = share->problem->vector.bytes / element;
    int64_t pieces = qdr_hybrid_shares(hybrid, hybrid->num_long);
    int64_t width = pieces, first = 0, begin, end;

    for (int i = 0; i < share->dimension && i < hybrid->num_long; i++) {
        width /= hybrid->dimensions[i].size;
        first += width * qdr_hybrid_coordinate(hybrid, i, share->rank);
    }
    if (share->dimension < hybrid->num_long) {
        width /= hybrid->dimensions[share->dimension].size;
        first += share->first * width;
        width *= share->last - share->first + 1;
    }
    begin = element * qdr_even_part(count, pieces, first);
    end = element * qdr_even_part(count, pieces, first + width);
    return begin < end ? visit(context, begin, end) : QDR_OK;
}

/* A dimension, and the places in it whose ranks belong to the share. */
typedef struct range {
    int stride, first, last, at;
} range;

/* Sorts by descending stride, so that the last one runs through neighbours. */
static int make_ranges(const qdr_share *share, range *ranges)
{
    const qdr_hybrid *hybrid = share->hybrid;

    for (int i = 0; i < hybrid->num_dimensions; i++) {
        const qdr_dimension *of = &hybrid->dimensions[i];
        int own = qdr_hybrid_coordinate(hybrid, i, share->rank), at = i;
        range made = {of->stride, 0, of->size - 1, 0};
        if (i < share->dimension)
            made.first = made.last = own;
        else if (i == share->dimension) {
            made.first = share->first;
            made.last = share->last;
        }
        made.at = made.first;
        for (; at > 0 && ranges[at - 1].stride < made.stride; at--)
            ranges[at] = ranges[at - 1];
        ranges[at] = made;
    }
    return hybrid->num_dimensions;
}

/* The ranks of the share, neighbours together. */
static qdr_status visit_owned(const qdr_share *share,
                              qdr_status (*visit)(void *, int64_t, int64_t),
                              void *context)
{
    range ranges[QDR_MAX_DIMENSIONS];
    int count = make_ranges(share, ranges), moved = 0;
    int64_t begin = 0, end = 0;
    qdr_status status = QDR_OK;

    while (moved >= 0 && status == QDR_OK) {
        int rank = 0;
        for (int i = 0; i < count; i++)
            rank += ranges[i].at * ranges[i].stride;
        if (qdr_problem_part_begin(share->problem, rank) != end) {
            if (begin < end)
                status = visit(context, begin, end);
            begin = qdr_problem_part_begin(share->problem, rank);
        }
        end = qdr_problem_part_begin(share->problem, rank + 1);
        /* On to the next one, as an odometer. */
        for (moved = count - 1; moved >= 0; moved--) {
            if (ranges[moved].at++ < ranges[moved].last)
                break;
            ranges[moved].at = ranges[moved].first;
        }
    }
    return status == QDR_OK && begin < end ? visit(context, begin, end)
                                           : status;
}

qdr_status qdr_share_visit(const qdr_share *share,
                           qdr_status (*visit)(void *, int64_t, int64_t),
                           void *context)
{
    return (qdr_share_is_owned(share->problem) ? visit_owned : visit_free)(
        share, visit, context);
}

/* The longest part of a rank, at least. */
static int64_t max_part(const qdr_problem *problem)
{
    int64_t element = element_of(problem), max = 0;
    int64_t p = problem->num_procs;

    if (problem->vector.part_begin == NULL)
        return element * ((problem->vector.bytes / element + p - 1) / p);
    for (int r = 0; r < problem->num_procs; r++) {
        int64_t bytes =
            problem->vector.part_begin[r + 1] - problem->vector.part_begin[r];
        if (bytes > max)
            max = bytes;
    }
    return max;
}

int64_t qdr_share_max_bytes(const qdr_hybrid *hybrid,
                            const qdr_problem *problem, int dimension)
{
    int64_t element = element_of(problem), max;
    bool owned = qdr_share_is_owned(problem);
    int split = owned || dimension < hybrid->num_long ? dimension + 1
                                                      : hybrid->num_long;
    int64_t shares = qdr_hybrid_shares(hybrid, split < hybrid->num_dimensions
                                                   ? split
                                                   : hybrid->num_dimensions);

    if (!owned)
        return element *
               ((problem->vector.bytes / element + shares - 1) / shares);
    max = hybrid->num_procs / shares * max_part(problem);
    return max < problem->vector.bytes ? max : problem->vector.bytes;
}
