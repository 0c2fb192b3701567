/* kernels/executor/transit.c -- see transit.h. */
#include "kernels/executor/transit.h"

#include <stdlib.h>

/* Counts what is in transit in the rank's messages, or stores it. */
static int64_t visit(const qdr_problem *problem, const qdr_schedule *schedule,
                     const qdr_rank_schedules *own, qdr_transit_piece *pieces)
{
    int64_t count = 0;

    for (int64_t i = 0; i < own->rank_begin[1]; i++)
        for (int64_t t = own->operations[i].begin;
             !own->operations[i].is_send && t < own->operations[i].end; t++) {
            const qdr_transfer *moved = &schedule->transfers[t];
            for (int64_t b = moved->first; b < moved->first + moved->num_blocks;
                 b++) {
                if (problem->messages.pattern->messages[b].dst ==
                    own->first_rank)
                    continue;
                if (pieces != NULL)
                    pieces[count] = (qdr_transit_piece){
                        .block = b,
                        .offset = moved->offset,
                        .bytes = moved->num_blocks == 1
                                     ? moved->bytes
                                     : qdr_problem_block_bytes(problem, b)};
                count++;
            }
        }
    return count;
}

static int by_place(const void *left, const void *right)
{
    const qdr_transit_piece *a = left, *b = right;

    if (a->block != b->block)
        return a->block < b->block ? -1 : 1;
    if (a->offset != b->offset)
        return a->offset < b->offset ? -1 : 1;
    return (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

qdr_status qdr_transit_init(qdr_transit *transit, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_rank_schedules *own, qdr_error *error)
{
    qdr_transit made = {0};
    int64_t count = 0;

    *transit = made;
    if (!schedule->forwards)
        return QDR_OK;
    count = visit(problem, schedule, own, NULL);
    /* Both are released by qdr_transit_cleanup. */
    made.pieces = malloc(((size_t)count + 1) * sizeof *made.pieces);
    made.vacant = malloc(((size_t)count + 1) * sizeof *made.vacant);
    if (made.pieces == NULL || made.vacant == NULL) {
        qdr_transit_cleanup(&made);
        return qdr_fail_memory(error, "the blocks that pass a rank");
    }
    visit(problem, schedule, own, made.pieces);
    qsort(made.pieces, (size_t)count, sizeof *made.pieces, by_place);
    for (int64_t i = 0; i < count; i++)
        if (i == 0 ||
            by_place(&made.pieces[i], &made.pieces[made.num_pieces - 1]) != 0)
            made.pieces[made.num_pieces++] = made.pieces[i];
    *transit = made;
    return QDR_OK;
}

void qdr_transit_cleanup(qdr_transit *transit)
{
    free(transit->pieces);
    free(transit->vacant);
    *transit = (qdr_transit){0};
}

static qdr_transit_piece *find(const qdr_transit *transit, int64_t block,
                               int64_t offset, int64_t bytes)
{
    const qdr_transit_piece wanted = {block, offset, bytes, {0, 0}};

    return bsearch(&wanted, transit->pieces, (size_t)transit->num_pieces,
                   sizeof wanted, by_place);
}

int64_t qdr_transit_enter(qdr_transit *transit, int64_t block, int64_t offset,
                          int64_t bytes)
{
    qdr_transit_piece *piece = find(transit, block, offset, bytes);

    if (piece == NULL)
        return -1;
    if (transit->num_vacant > 0 &&
        transit->vacant[transit->num_vacant - 1].bytes >= piece->bytes) {
        piece->place = transit->vacant[--transit->num_vacant];
    } else {
        piece->place = (qdr_transit_place){transit->bytes, piece->bytes};
        transit->bytes += piece->bytes;
    }
    return piece->place.begin;
}

int64_t qdr_transit_leave(qdr_transit *transit, int64_t block, int64_t offset,
                          int64_t bytes)
{
    const qdr_transit_piece *piece = find(transit, block, offset, bytes);

    if (piece == NULL)
        return -1;
    transit->vacant[transit->num_vacant++] = piece->place;
    return piece->place.begin;
}
