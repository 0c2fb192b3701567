/* kernels/executor/transit.c -- see transit.h. */
#include "kernels/executor/transit.h"

#include <stdlib.h>

/* Visits every block in transit in the rank's messages: counts them, or stores
 * them. */
static int64_t visit(const qdr_problem *problem, const qdr_schedule *schedule,
                     const qdr_rank_schedules *own, int64_t *blocks)
{
    int64_t count = 0;

    for (int64_t i = 0; i < own->rank_begin[1]; i++)
        for (int64_t t = own->operations[i].begin;
             !own->operations[i].is_send && t < own->operations[i].end; t++) {
            const qdr_transfer *transfer = &schedule->transfers[t];
            for (int64_t b = transfer->first;
                 b < transfer->first + transfer->num_blocks; b++) {
                if (problem->pattern->messages[b].dst == own->first_rank)
                    continue;
                if (blocks != NULL)
                    blocks[count] = b;
                count++;
            }
        }
    return count;
}

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

qdr_status qdr_transit_init(qdr_transit *transit, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_rank_schedules *own, qdr_error *error)
{
    qdr_transit made = {.problem = problem};
    int64_t count = 0;

    *transit = made;
    if (!schedule->forwards)
        return QDR_OK;
    count = visit(problem, schedule, own, NULL);
    /* All are released by qdr_transit_cleanup. */
    made.blocks = malloc(((size_t)count + 1) * sizeof *made.blocks);
    made.places = malloc(((size_t)count + 1) * sizeof *made.places);
    made.vacant = malloc(((size_t)count + 1) * sizeof *made.vacant);
    if (made.blocks == NULL || made.places == NULL || made.vacant == NULL) {
        qdr_transit_cleanup(&made);
        return qdr_fail_memory(error, "the blocks that pass a rank");
    }
    visit(problem, schedule, own, made.blocks);
    qsort(made.blocks, (size_t)count, sizeof *made.blocks, by_number);
    for (int64_t i = 0; i < count; i++)
        if (i == 0 || made.blocks[i] != made.blocks[made.num_blocks - 1])
            made.blocks[made.num_blocks++] = made.blocks[i];
    *transit = made;
    return QDR_OK;
}

void qdr_transit_cleanup(qdr_transit *transit)
{
    free(transit->blocks);
    free(transit->places);
    free(transit->vacant);
    *transit = (qdr_transit){0};
}

static qdr_transit_place *place_of(const qdr_transit *transit, int64_t block)
{
    const int64_t *found =
        bsearch(&block, transit->blocks, (size_t)transit->num_blocks,
                sizeof block, by_number);

    return &transit->places[found - transit->blocks];
}

int64_t qdr_transit_enter(qdr_transit *transit, int64_t block)
{
    int64_t bytes = qdr_problem_block_bytes(transit->problem, block);
    qdr_transit_place *place = place_of(transit, block);

    if (transit->num_vacant > 0 &&
        transit->vacant[transit->num_vacant - 1].bytes >= bytes) {
        *place = transit->vacant[--transit->num_vacant];
    } else {
        *place = (qdr_transit_place){transit->bytes, bytes};
        transit->bytes += bytes;
    }
    return place->begin;
}

int64_t qdr_transit_leave(qdr_transit *transit, int64_t block)
{
    const qdr_transit_place *place = place_of(transit, block);

    transit->vacant[transit->num_vacant++] = *place;
    return place->begin;
}
