/* kernels/executor/make_actions.c -- makes the actions of an execution; see
 * execution.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"
#include "kernels/executor/execution.h"
#include "kernels/messaging/local_work.h"

/* More elements than MPI can count are combined in turn. */
#define MAX_COMBINED ((int64_t)1 << 30)

/* Actions being made. */
typedef struct maker {
    const qdr_execution *of;
    const qdr_placement *placement;
    bool is_charged; /* by a machine, for each call of the program */
    qdr_actions made;
    bool *is_pending; /* [num_operations] started, and not awaited */
    int64_t posted;   /* action of the last instruction, if that alone started a
                         receive; else -1 */
    bool has_failed;  /* out of memory */
} maker;

static void add(maker *m, qdr_action action)
{
    qdr_action *room = qdr_reserve(m->made.actions, &m->made.capacity,
                                   m->made.count + 1, sizeof *room);

    m->has_failed = m->has_failed || room == NULL;
    if (room == NULL)
        return;
    m->made.actions = room;
    room[m->made.count++] = action;
}

/* The bytes are about to be read, or have just arrived. */
static void add_gather(maker *m, qdr_span from)
{
    if (m->of->indexed.gather != NULL && from.buffer == QDR_SEND_BUFFER)
        add(m, (qdr_action){.kind = QDR_DO_GATHER,
                            .place = from.displacement,
                            .bytes = from.bytes});
}

static void add_scatter(maker *m, qdr_span to)
{
    if (m->of->indexed.scatter != NULL && to.buffer == QDR_RECEIVE_BUFFER)
        add(m, (qdr_action){.kind = QDR_DO_SCATTER,
                            .place = to.displacement,
                            .bytes = to.bytes});
}

static void add_combination(maker *m, qdr_span from, qdr_span to)
{
    const qdr_arithmetic *with = m->of->local.arithmetic;
    int64_t left = from.bytes / with->element_bytes;

    for (int64_t done = 0; left > 0;) {
        int64_t count = left < MAX_COMBINED ? left : MAX_COMBINED;
        add(m, (qdr_action){.kind = QDR_DO_COMBINE,
                            .count = (int)count,
                            .type = with->type,
                            .from_buffer = from.buffer,
                            .from = from.displacement + done,
                            .buffer = to.buffer,
                            .place = to.displacement + done});
        done += count * with->element_bytes;
        left -= count;
    }
}

static void add_copy(maker *m, const qdr_copy *copy)
{
    add_gather(m, copy->from);
    if (copy->combines)
        add_combination(m, copy->from, copy->to);
    else
        add(m, (qdr_action){.kind = QDR_DO_COPY,
                            .from_buffer = copy->from.buffer,
                            .from = copy->from.displacement,
                            .buffer = copy->to.buffer,
                            .place = copy->to.displacement,
                            .bytes = copy->to.bytes});
    add_scatter(m, copy->to);
}

static void add_copies(maker *m, qdr_copy_range which)
{
    for (int64_t i = which.begin; i < which.end; i++)
        add_copy(m, &m->placement->copies.copies[i]);
    if (which.begin < which.end && m->is_charged)
        add(m, (qdr_action){.kind = QDR_DO_CHARGE});
}

static void add_message(maker *m, int64_t i, qdr_action_kind kind)
{
    const qdr_bound_operation *op = &m->placement->operations[i];

    if (op->is_send) {
        add_gather(m, op->at);
        add_copies(m, op->packing);
    }
    m->is_pending[i] = kind >= QDR_DO_ISEND;
    add(m, (qdr_action){.kind = kind,
                        .count = (int)op->at.bytes,
                        .peer = op->peer,
                        .buffer = op->at.buffer,
                        .place = op->at.displacement,
                        .type = MPI_BYTE,
                        .request = i});
}

/* A receive that is awaited at once, and nothing else with it, blocks. It comes
 * after copies of own data, so that its message travels. */
static bool add_receive(maker *m, int64_t request)
{
    qdr_action *posted = m->posted < 0 ? NULL : &m->made.actions[m->posted];
    qdr_action receive;

    if (posted == NULL || posted->kind != QDR_DO_IRECV ||
        posted->request != request)
        return false;
    receive = *posted;
    receive.kind = QDR_DO_RECEIVE;
    if (m->posted < m->made.num_starting)
        m->made.num_starting--;
    m->made.count--;
    memmove(posted, posted + 1,
            (size_t)(m->made.count - m->posted) * sizeof *posted);
    add(m, receive);
    return true;
}

/* A machine charges the call of the program as it is. */
static void add_wait(maker *m, const qdr_instruction *now)
{
    int64_t begin = now->begin, end = now->end;

    while (!m->is_charged && begin < end && !m->is_pending[begin])
        begin++;
    while (!m->is_charged && begin < end && !m->is_pending[end - 1])
        end--;
    if (begin < end && (end - begin > 1 || !add_receive(m, begin)))
        add(m, (qdr_action){.kind = QDR_DO_WAIT,
                            .count = (int)(end - begin),
                            .request = begin});
    for (int64_t i = begin; i < end; i++)
        m->is_pending[i] = false;
}

/* What is done with received data. */
static void take(maker *m, const qdr_instruction *now)
{
    for (int64_t i = now->begin; i < now->end; i++) {
        const qdr_bound_operation *op = &m->placement->operations[i];
        if (op->is_send)
            continue;
        add_copies(m, op->packing);
        add_scatter(m, op->at);
    }
}

/* What a call does for its operations. */
static const qdr_action_kind kinds[QDR_NUM_OPCODES] = {
    [QDR_SSEND] = QDR_DO_SSEND,
    [QDR_SEND] = QDR_DO_SEND,
    [QDR_RECEIVE] = QDR_DO_RECEIVE,
    [QDR_RECEIVE_ONLY] = QDR_DO_RECEIVE,
    [QDR_POST] = QDR_DO_IRECV,
    [QDR_START] = QDR_DO_ISEND,
    [QDR_SSTART] = QDR_DO_ISSEND,
    [QDR_AWAIT] = QDR_DO_WAIT,
    [QDR_ARRIVE] = QDR_DO_WAIT,
    [QDR_COMBINE] = QDR_NUM_ACTIONS, /* only takes data */
    [QDR_BARRIER] = QDR_DO_BARRIER,
    [QDR_ANNOUNCE_ALL] = QDR_DO_ANNOUNCE,
};

static void add_instruction(maker *m, const qdr_instruction *now)
{
    qdr_action_kind kind = kinds[now->opcode];
    bool are_sends = kind != QDR_DO_RECEIVE && kind != QDR_DO_IRECV;
    int64_t before = m->made.count;

    if (m->of->is_persistent && kind == QDR_DO_ISEND)
        kind = QDR_DO_START_SEND;
    else if (m->of->is_persistent && kind == QDR_DO_IRECV)
        kind = QDR_DO_START_RECEIVE;
    if (kind == QDR_DO_WAIT)
        add_wait(m, now);
    else if (kind == QDR_DO_BARRIER || kind == QDR_DO_ANNOUNCE)
        add(m, (qdr_action){.kind = kind});
    for (int64_t i = now->begin; i < now->end && kind <= QDR_DO_START_RECEIVE;
         i++)
        if (m->placement->operations[i].is_send == are_sends)
            add_message(m, i, kind);
    if (now->opcode == QDR_RECEIVE || now->opcode == QDR_AWAIT ||
        now->opcode == QDR_COMBINE)
        take(m, now);
    m->posted =
        !m->is_charged && now->opcode == QDR_POST && m->made.count == before + 1
            ? before
            : -1;
}

/* The rank's own data are copied after the leading instructions. */
static void add_program(maker *m)
{
    const qdr_program *program = &m->of->program;
    int64_t num_starting = qdr_program_num_starting(program);

    for (int64_t i = 0; i <= program->count; i++) {
        if (i == m->placement->num_leading)
            add_copies(m, m->placement->own);
        if (i == num_starting)
            m->made.num_starting = m->made.count;
        if (i < program->count)
            add_instruction(m, &program->instructions[i]);
    }
    add_copies(m, m->placement->after);
}

qdr_status qdr_execution_make_actions(const qdr_execution *execution,
                                      const qdr_placement *placement,
                                      qdr_actions *out_actions,
                                      qdr_error *error)
{
    maker m = {.of = execution,
               .placement = placement,
               .is_charged = qdr_work_is_charged(),
               .posted = -1,
               .is_pending = calloc((size_t)execution->num_operations + 1, 1)};

    m.has_failed = m.is_pending == NULL;
    if (!m.has_failed)
        add_program(&m);
    free(m.is_pending);
    if (m.has_failed) {
        free(m.made.actions);
        return qdr_fail_memory(error, "the actions of an exchange");
    }
    *out_actions = m.made;
    return QDR_OK;
}
