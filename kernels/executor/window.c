/* kernels/executor/window.c -- see window.h. */
#include "kernels/executor/window.h"

#include <stdlib.h>

/* How a rank uses the vector. */
typedef struct use {
    bool sends, receives;
    int64_t num_transfers;
} use;

static use use_of(const qdr_rank_schedules *own)
{
    use made = {false, false, 0};

    for (int64_t i = 0; i < own->rank_begin[1]; i++) {
        made.sends = made.sends || own->operations[i].is_send;
        made.receives = made.receives || !own->operations[i].is_send;
        made.num_transfers += own->operations[i].end - own->operations[i].begin;
    }
    return made;
}

static int by_begin(const void *left, const void *right)
{
    const qdr_pane *a = left, *b = right;

    return (a->begin > b->begin) - (a->begin < b->begin);
}

/* Sorts the panes, joins those that touch, and places them. */
static void arrange(qdr_window *window)
{
    int64_t count = 0;

    qsort(window->panes, (size_t)window->num_panes, sizeof *window->panes,
          by_begin);
    for (int64_t i = 0; i < window->num_panes; i++) {
        qdr_pane pane = window->panes[i];
        if (count > 0 && pane.begin <= window->panes[count - 1].end) {
            if (pane.end > window->panes[count - 1].end)
                window->panes[count - 1].end = pane.end;
        } else if (pane.begin < pane.end) {
            window->panes[count++] = pane;
        }
    }
    window->num_panes = count;
    window->bytes = 0;
    for (int64_t i = 0; i < count; i++) {
        window->panes[i].place = window->bytes;
        window->bytes += window->panes[i].end - window->panes[i].begin;
    }
}

/* All of the vector that one of the caller's buffers holds. */
static void set_whole(qdr_window *window, qdr_buffer buffer,
                      const qdr_vector_part *part)
{
    window->buffer = buffer;
    window->num_panes = 1;
    window->panes[0] = (qdr_pane){part->begin, part->end, 0};
    window->bytes = part->end - part->begin;
}

/* The bytes that the rank's messages touch, and those that the rank has or
 * needs. */
static void set_touched(qdr_window *window, const qdr_placement *placement,
                        const qdr_schedule *schedule,
                        const qdr_rank_schedules *own)
{
    const qdr_vector_part *wanted = &placement->received;

    window->buffer = QDR_TRANSIT_BUFFER;
    window->panes[window->num_panes++] =
        (qdr_pane){wanted->begin, wanted->end, 0};
    for (int64_t i = 0; i < own->rank_begin[1]; i++)
        for (int64_t t = own->operations[i].begin; t < own->operations[i].end;
             t++) {
            const qdr_transfer *at = &schedule->transfers[t];
            window->panes[window->num_panes++] =
                (qdr_pane){at->offset, at->offset + at->bytes, 0};
        }
    arrange(window);
}

qdr_status qdr_window_init(qdr_window *window, const qdr_problem *problem,
                           const qdr_placement *placement,
                           const qdr_schedule *schedule,
                           const qdr_rank_schedules *own, qdr_error *error)
{
    use uses = use_of(own);
    qdr_extent before = qdr_problem_extent(problem, placement->rank, false);
    bool combines = qdr_collective_combines(problem->collective);
    /* Released by qdr_window_cleanup. */
    qdr_window made = {
        .panes = malloc(((size_t)uses.num_transfers + 2) * sizeof *made.panes)};

    if (made.panes == NULL)
        return qdr_fail_memory(error, "the window on a vector");
    if (placement->received.begin == 0 &&
        placement->received.end == problem->bytes)
        set_whole(&made, QDR_RECEIVE_BUFFER, &placement->received);
    else if (!uses.receives && before != QDR_NOTHING)
        set_whole(&made, QDR_SEND_BUFFER, &placement->sent);
    else if (!uses.sends && !combines && before == QDR_NOTHING)
        set_whole(&made, QDR_RECEIVE_BUFFER, &placement->received);
    else
        set_touched(&made, placement, schedule, own);
    *window = made;
    return QDR_OK;
}

void qdr_window_cleanup(qdr_window *window)
{
    free(window->panes);
    *window = (qdr_window){0};
}

qdr_span qdr_window_span(const qdr_window *window, int64_t begin, int64_t bytes)
{
    int64_t low = 0, high = window->num_panes - 1;

    /* The last pane that begins at or before `begin`. */
    while (low < high) {
        int64_t middle = (low + high + 1) / 2;
        if (window->panes[middle].begin <= begin)
            low = middle;
        else
            high = middle - 1;
    }
    return (qdr_span){
        window->buffer,
        window->panes[low].place + begin - window->panes[low].begin, bytes};
}
