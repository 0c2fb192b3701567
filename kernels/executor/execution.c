/* kernels/executor/execution.c -- makes an execution; see execution.h. */
#include "kernels/executor/execution.h"

#include <stdlib.h>

#include "kernels/core/placement_blocks.h"
#include "kernels/executor/transit.h"
#include "kernels/executor/window.h"
#include "kernels/messaging/mpi_running.h"

/* An execution being made. */
typedef struct maker {
    qdr_execution *made;
    const qdr_problem *problem;
    const qdr_schedule *schedule;
    const qdr_mode *mode;
    qdr_transit transit; /* of messages */
    qdr_window window;   /* of a vector */
    /* Where the bytes of the message at hand stand. */
    qdr_span *spans;
    int64_t num_spans, span_capacity;
    int64_t packed_bytes; /* so far, of the messages packed side by side */
    int64_t most_packed;
    qdr_error *error;
} maker;

/* Where a message's block stands: with its source in the send buffer, with its
 * destination in the receive buffer. */
static qdr_span span_of(maker *m, int64_t block, bool is_send)
{
    const qdr_placement *own = m->made->local.placement;
    const qdr_pattern *pattern = m->problem->pattern;
    int src = pattern->messages[block].src;
    int dst = pattern->messages[block].dst;
    qdr_span span = {.bytes = qdr_problem_block_bytes(m->problem, block)};

    if (src == own->rank) {
        span.buffer = QDR_SEND_BUFFER;
        span.displacement =
            qdr_placement_find(own->sends, own->num_sends, dst)->displacement;
    } else if (dst == own->rank) {
        span.buffer = QDR_RECEIVE_BUFFER;
        span.displacement =
            qdr_placement_find(own->receives, own->num_receives, src)
                ->displacement;
    } else {
        span.buffer = QDR_TRANSIT_BUFFER;
        span.displacement = is_send ? qdr_transit_leave(&m->transit, block)
                                    : qdr_transit_enter(&m->transit, block);
    }
    return span;
}

/* Adds a span to the message at hand, to the last one if it goes on from there.
 */
static qdr_status add_span(maker *m, qdr_span span)
{
    qdr_span *last = m->num_spans == 0 ? NULL : &m->spans[m->num_spans - 1];

    if (last != NULL && last->buffer == span.buffer &&
        last->displacement + last->bytes == span.displacement) {
        last->bytes += span.bytes;
        return QDR_OK;
    }
    if (m->num_spans == m->span_capacity) {
        int64_t larger = 2 * m->span_capacity + 16;
        qdr_span *grown = realloc(m->spans, (size_t)larger * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(m->error, "the plan of an exchange");
        m->spans = grown;
        m->span_capacity = larger;
    }
    m->spans[m->num_spans++] = span;
    return QDR_OK;
}

/* Adds `bytes` of a message from byte `offset` on, which stands in blocks. */
static qdr_status add_blocks(maker *m, qdr_buffer buffer, qdr_blocks blocks,
                             int64_t offset, int64_t bytes)
{
    qdr_status status = QDR_OK;

    /* A message of no bytes has a place, too. */
    for (int64_t i = 0; i < blocks.count && status == QDR_OK; i++) {
        const qdr_block *block = &blocks.blocks[i];
        int64_t skipped = offset < block->bytes ? offset : block->bytes;
        int64_t taken = block->bytes - skipped;
        if (taken > bytes)
            taken = bytes;
        if (taken > 0 || (m->num_spans == 0 && i == blocks.count - 1))
            status = add_span(
                m, (qdr_span){buffer, block->displacement + skipped, taken});
        offset -= skipped;
        bytes -= taken;
    }
    return status;
}

/* Adds bytes of block `b` from byte `offset` on; `whole` is where it stands, if
 * it stands together. */
static qdr_status add_piece(maker *m, int64_t b, qdr_span whole, int64_t offset,
                            int64_t bytes)
{
    const qdr_placement *own = m->made->local.placement;
    const qdr_pattern *pattern = m->problem->pattern;

    if (pattern != NULL && qdr_placement_is_split(own) &&
        whole.buffer != QDR_TRANSIT_BUFFER)
        return add_blocks(
            m, whole.buffer,
            whole.buffer == QDR_SEND_BUFFER
                ? qdr_placement_sent(own, pattern->messages[b].dst)
                : qdr_placement_received(own, pattern->messages[b].src),
            offset, bytes);
    return add_span(
        m, (qdr_span){whole.buffer, whole.displacement + offset, bytes});
}

/* Finds where the bytes of an action's message stand. */
static qdr_status find_spans(maker *m, const qdr_action *action)
{
    qdr_status status = QDR_OK;

    m->num_spans = 0;
    for (int64_t t = action->begin; t < action->end && status == QDR_OK; t++) {
        const qdr_transfer *transfer = &m->schedule->transfers[t];
        if (m->problem->pattern == NULL) {
            status = add_span(m, qdr_window_span(&m->window, transfer->offset,
                                                 transfer->bytes));
            continue;
        }
        for (int64_t b = transfer->first;
             b < transfer->first + transfer->num_blocks && status == QDR_OK;
             b++) {
            qdr_span whole = span_of(m, b, action->is_send);
            status = add_piece(m, b, whole, transfer->offset,
                               transfer->num_blocks == 1 ? transfer->bytes
                                                         : whole.bytes);
        }
    }
    return status;
}

static qdr_status add_copy(qdr_execution *made, qdr_copy copy, qdr_error *error)
{
    if (made->num_copies == made->copy_capacity) {
        int64_t larger = 2 * made->copy_capacity + 16;
        qdr_copy *grown = realloc(made->copies, (size_t)larger * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(error, "the copies of an exchange");
        made->copies = grown;
        made->copy_capacity = larger;
    }
    made->copies[made->num_copies++] = copy;
    return QDR_OK;
}

/* Whether an action's message is combined with what this rank has. */
static bool combines_in(const maker *m, const qdr_action *action)
{
    return !action->is_send && m->schedule->transfers[action->begin].combines;
}

/* The copies between the spans of the message at hand and its place in the
 * packed buffer. */
static qdr_status add_packing(maker *m, const qdr_action *action,
                              int64_t packed, qdr_range *out_range)
{
    bool combines = combines_in(m, action);
    qdr_status status = QDR_OK;

    out_range->begin = m->made->num_copies;
    for (int64_t i = 0; i < m->num_spans && status == QDR_OK; i++) {
        qdr_span span = m->spans[i];
        qdr_span there = {QDR_PACKED_BUFFER, packed, span.bytes};
        status = add_copy(
            m->made,
            action->is_send
                ? (qdr_copy){span, QDR_PACKED_BUFFER, packed, false}
                : (qdr_copy){there, span.buffer, span.displacement, combines},
            m->error);
        packed += span.bytes;
    }
    out_range->end = m->made->num_copies;
    return status;
}

/* A message that must be packed, at the end of what is packed so far; its first
 * piece, sent, has the copies that fill it, its last one, received, those that
 * empty it. */
static qdr_status add_packed(maker *m, const qdr_action *action,
                             qdr_operation *made)
{
    qdr_status status = QDR_OK;

    made->buffer = QDR_PACKED_BUFFER;
    made->displacement = m->packed_bytes + action->skipped;
    if (action->is_send ? action->skipped == 0 : action->is_last)
        status = add_packing(m, action, m->packed_bytes, &made->packing);
    if (action->is_last)
        m->packed_bytes += action->skipped + action->bytes;
    if (m->packed_bytes > m->most_packed)
        m->most_packed = m->packed_bytes;
    return status;
}

/* All pieces of one message, actions i .. *out_end - 1. */
static qdr_status add_message(maker *m, const qdr_views *view, int64_t i,
                              int64_t *out_end)
{
    qdr_status status = find_spans(m, &view->actions[i]);
    /* A block on its way has no place that it keeps; bytes of a vector have. */
    bool is_packed = m->num_spans > 1 || combines_in(m, &view->actions[i]) ||
                     (m->num_spans == 1 && m->problem->pattern != NULL &&
                      m->spans[0].buffer == QDR_TRANSIT_BUFFER);

    do {
        const qdr_action *action = &view->actions[i];
        qdr_operation *made = &m->made->operations[i];
        *made = (qdr_operation){.is_send = action->is_send,
                                .peer = action->peer,
                                .count = (int)action->bytes};
        if (status == QDR_OK && is_packed) {
            status = add_packed(m, action, made);
        } else if (status == QDR_OK && m->num_spans == 1) {
            made->buffer = m->spans[0].buffer;
            made->displacement = m->spans[0].displacement + action->skipped;
        }
    } while (!view->actions[i++].is_last);
    *out_end = i;
    return status;
}

/* Every action. In the packed buffer, the messages of a round, or, if all
 * receives are posted first, of all rounds lie side by side. */
static qdr_status add_actions(maker *m, const qdr_views *view)
{
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < view->rank_begin[1] && status == QDR_OK;) {
        if (i > 0 && view->actions[i].round != view->actions[i - 1].round &&
            !qdr_mode_posts_all(m->mode))
            m->packed_bytes = 0;
        status = add_message(m, view, i, &i);
    }
    return status;
}

/* `at` is a byte of the first block. */
static void advance(qdr_blocks *blocks, int64_t *at, int64_t bytes)
{
    *at += bytes;
    if (*at == blocks->blocks->bytes) {
        blocks->blocks++;
        blocks->count--;
        *at = 0;
    }
}

/* A message to itself is copied at the start, between cuts of either side. */
static qdr_status add_own_copy(qdr_execution *made, qdr_error *error)
{
    const qdr_placement *own = made->local.placement;
    qdr_blocks from = qdr_placement_sent(own, own->rank);
    qdr_blocks to = qdr_placement_received(own, own->rank);
    int64_t read = 0, written = 0;
    qdr_status status = QDR_OK;

    while (from.count > 0 && to.count > 0 && status == QDR_OK) {
        int64_t left = from.blocks->bytes - read;
        int64_t room = to.blocks->bytes - written;
        int64_t bytes = left < room ? left : room;
        qdr_span span = {QDR_SEND_BUFFER, from.blocks->displacement + read,
                         bytes};
        if (bytes > 0)
            status =
                add_copy(made,
                         (qdr_copy){span, QDR_RECEIVE_BUFFER,
                                    to.blocks->displacement + written, false},
                         error);
        advance(&from, &read, bytes);
        advance(&to, &written, bytes);
    }
    made->before.end = made->num_copies;
    return status;
}

/* The copies between a buffer of the caller's, which holds a part of the
 * vector, and the window. */
static qdr_status add_part_copies(maker *m, qdr_vector_part part,
                                  bool is_before, qdr_range *out_range)
{
    qdr_buffer own = is_before ? QDR_SEND_BUFFER : QDR_RECEIVE_BUFFER;
    qdr_status status = QDR_OK;

    out_range->begin = m->made->num_copies;
    for (int64_t i = 0; i < m->window.num_panes && status == QDR_OK; i++) {
        const qdr_pane *pane = &m->window.panes[i];
        int64_t begin = pane->begin > part.begin ? pane->begin : part.begin;
        int64_t end = pane->end < part.end ? pane->end : part.end;
        qdr_span outside = {own, begin - part.begin, end - begin};
        qdr_span inside = {m->window.buffer, pane->place + begin - pane->begin,
                           end - begin};
        qdr_span from = is_before ? outside : inside;
        qdr_span to = is_before ? inside : outside;
        if (begin < end && m->window.buffer != own)
            status = add_copy(
                m->made, (qdr_copy){from, to.buffer, to.displacement, false},
                m->error);
    }
    out_range->end = m->made->num_copies;
    return status;
}

/* What this rank puts into the vector, and what it wants of it. */
static qdr_status add_vector_copies(maker *m)
{
    const qdr_placement *own = m->made->local.placement;
    qdr_status status = add_part_copies(m, own->sent, true, &m->made->before);

    if (status == QDR_OK)
        status = add_part_copies(m, own->received, false, &m->made->after);
    return status;
}

static qdr_status allocate(qdr_execution *made, size_t count, qdr_error *error)
{
    /* Both are released by qdr_execution_cleanup. */
    made->operations = calloc(count + 1, sizeof *made->operations);
    made->requests = malloc((count + 1) * sizeof *made->requests);
    if (made->operations == NULL || made->requests == NULL)
        return qdr_fail_memory(error, "the operations of an exchange");
    for (size_t i = 0; i < count; i++)
        made->requests[i] = MPI_REQUEST_NULL;
    return QDR_OK;
}

/* The two buffers of its own. */
static qdr_status allocate_buffers(maker *m)
{
    qdr_execution *made = m->made;

    made->transit = malloc(
        (size_t)(m->transit.num_places * m->transit.place_bytes +
                 (m->window.buffer == QDR_TRANSIT_BUFFER ? m->window.bytes
                                                         : 0)) +
        1);
    made->packed = malloc((size_t)m->most_packed + 1);
    return made->transit == NULL || made->packed == NULL
               ? qdr_fail_memory(m->error, "the buffers of an exchange")
               : QDR_OK;
}

static qdr_status find_vector(maker *m, const qdr_views *view)
{
    qdr_status status =
        qdr_window_init(&m->window, m->problem, m->made->local.placement,
                        m->schedule, view, m->error);

    return status == QDR_OK ? add_vector_copies(m) : status;
}

static qdr_status find_messages(maker *m, const qdr_views *view)
{
    qdr_status status = add_own_copy(m->made, m->error);

    return status == QDR_OK ? qdr_transit_init(&m->transit, m->problem,
                                               m->schedule, view, m->error)
                            : status;
}

static qdr_status make(maker *m, const qdr_views *view)
{
    qdr_execution *made = m->made;
    int64_t count = view->rank_begin[1];
    qdr_status status = allocate(made, (size_t)count, m->error);

    made->num_operations = status == QDR_OK ? count : 0;
    if (status == QDR_OK)
        status = (m->problem->pattern == NULL ? find_vector
                                              : find_messages)(m, view);
    if (status == QDR_OK)
        status = add_actions(m, view);
    if (status == QDR_OK)
        status = allocate_buffers(m);
    if (status == QDR_OK)
        status = qdr_program_init(&made->program, view->actions, count,
                                  m->schedule, m->mode, m->error);
    made->num_starting = qdr_program_num_starting(&made->program);
    qdr_transit_cleanup(&m->transit);
    qdr_window_cleanup(&m->window);
    free(m->spans);
    return status;
}

qdr_status qdr_execution_init(qdr_execution *execution,
                              const qdr_problem *problem,
                              const qdr_schedule *schedule,
                              const qdr_mode *mode, const qdr_local *local,
                              qdr_error *error)
{
    qdr_execution made = {.local = *local,
                          .is_persistent = mode->kind == QDR_PERSISTENT};
    maker m = {.made = &made,
               .problem = problem,
               .schedule = schedule,
               .mode = mode,
               .error = error};
    qdr_views view = {0};
    qdr_status status =
        qdr_views_init(&view, schedule, local->placement->rank, 1, error);

    if (status == QDR_OK)
        status = make(&m, &view);
    qdr_views_cleanup(&view);
    if (status == QDR_OK)
        *execution = made;
    else
        qdr_execution_cleanup(&made);
    return status;
}

void qdr_execution_shorten(qdr_execution *execution, const int64_t *lengths)
{
    for (int64_t i = 0; i < execution->num_operations; i++) {
        qdr_operation *op = &execution->operations[i];
        if (op->is_send)
            op->count = (int)lengths[op->peer];
    }
}

/* A failed performance may have left a receive under way, into a buffer that
 * its owner is about to release. A send cannot be cancelled, but only reads. */
static void give_up(const qdr_operation *operation, MPI_Request *request)
{
    int is_over = 1;

    MPI_Request_get_status(*request, &is_over, MPI_STATUS_IGNORE);
    if (is_over || operation->is_send)
        return;
    MPI_Cancel(request);
    MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
}

/* Gives up what is under way, and every request. */
static void release_requests(qdr_execution *execution)
{
    for (int64_t i = 0; i < execution->num_operations; i++) {
        MPI_Request *request = &execution->requests[i];
        if (execution->is_broken && *request != MPI_REQUEST_NULL)
            give_up(&execution->operations[i], request);
        /* Persistent ones are left after any performance. */
        if (*request != MPI_REQUEST_NULL)
            MPI_Request_free(request);
    }
}

void qdr_execution_cleanup(qdr_execution *execution)
{
    if (execution->num_operations > 0 && qdr_mpi_is_running())
        release_requests(execution);
    free(execution->operations);
    free(execution->requests);
    free(execution->copies);
    /* Of a broken one, a peer may still fetch what was sent from there. */
    if (!execution->is_broken) {
        free(execution->transit);
        free(execution->packed);
    }
    qdr_program_cleanup(&execution->program);
    *execution = (qdr_execution){0};
}
