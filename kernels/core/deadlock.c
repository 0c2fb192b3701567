/* kernels/core/deadlock.c -- whether programs end; see program.h. */
#include <stdlib.h>

#include "kernels/core/program.h"

/* A rank that runs: its next instruction, and how far into it, in operations.
 */
typedef struct runner {
    qdr_program program;
    int64_t next, progress;
    int64_t num_barriers; /* that it has reached */
    bool is_stacked;
} runner;

/* All runners. Operations are numbered as in the ranks' schedules. */
typedef struct machine {
    const qdr_rank_schedules *ranks;
    runner *runners;
    int64_t
        *other_end;   /* of an operation's message: the operation at its peer */
    bool *is_reached; /* the rank has made the call */
    int64_t num_barrier_entries;
    int *stack; /* runners that may be able to go on */
    int height;
} machine;

/* One end of a message, to be sorted so that both ends meet. */
typedef struct message_end {
    int src, dst;
    bool is_send;
    int64_t operation;
} message_end;

static int by_message(const void *left, const void *right)
{
    const message_end *a = left, *b = right;

    if (a->src != b->src)
        return a->src < b->src ? -1 : 1;
    if (a->dst != b->dst)
        return a->dst < b->dst ? -1 : 1;
    if (a->is_send != b->is_send)
        return a->is_send ? -1 : 1;
    return (a->operation > b->operation) - (a->operation < b->operation);
}

/* Between two ranks messages keep their order: the k-th send meets the k-th
 * receive. ends[begin .. begin + 2 count - 1] are those of one pair. */
static qdr_status pair_up(machine *m, const message_end *ends, int64_t count,
                          qdr_error *error)
{
    for (int64_t k = 0; k < count; k++) {
        const message_end *out = &ends[k], *in = &ends[count + k];
        int64_t sent = m->ranks->operations[out->operation].bytes;
        if (in->is_send || in->src != out->src || in->dst != out->dst ||
            m->ranks->operations[in->operation].bytes != sent)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "ranks %d and %d disagree about message %lld of "
                            "those between them",
                            out->src, out->dst, (long long)k + 1);
        m->other_end[out->operation] = in->operation;
        m->other_end[in->operation] = out->operation;
    }
    return QDR_OK;
}

static qdr_status find_other_ends(machine *m, qdr_error *error)
{
    int64_t num_operations = m->ranks->rank_begin[m->ranks->num_ranks];
    message_end *ends = malloc(((size_t)num_operations + 1) * sizeof *ends);
    qdr_status status = QDR_OK;

    if (ends == NULL)
        return qdr_fail_memory(error, "the deadlock check");
    for (int r = 0; r < m->ranks->num_ranks; r++)
        for (int64_t i = m->ranks->rank_begin[r];
             i < m->ranks->rank_begin[r + 1]; i++) {
            const qdr_operation *operation = &m->ranks->operations[i];
            ends[i] = operation->is_send
                          ? (message_end){r, operation->peer, true, i}
                          : (message_end){operation->peer, r, false, i};
        }
    qsort(ends, (size_t)num_operations, sizeof *ends, by_message);
    for (int64_t begin = 0, end = 0; begin < num_operations && status == QDR_OK;
         begin = end) {
        while (end < num_operations && ends[end].src == ends[begin].src &&
               ends[end].dst == ends[begin].dst)
            end++;
        /* An odd number out fails in the pairing. */
        status = pair_up(m, ends + begin, (end - begin) / 2, error);
        if (status == QDR_OK && (end - begin) % 2 != 0)
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "ranks %d and %d disagree about the number of "
                              "messages between them",
                              ends[begin].src, ends[begin].dst);
    }
    free(ends);
    return status;
}

static void wake(machine *m, int rank)
{
    if (!m->runners[rank].is_stacked) {
        m->runners[rank].is_stacked = true;
        m->stack[m->height++] = rank;
    }
}

static void reach(machine *m, int64_t operation)
{
    if (!m->is_reached[operation]) {
        m->is_reached[operation] = true;
        wake(m, m->ranks->operations[operation].peer);
    }
}

static bool enter_barrier(machine *m, runner *self)
{
    int p = m->ranks->num_ranks;

    if (self->progress == 0) {
        self->progress = 1;
        self->num_barriers++;
        m->num_barrier_entries++;
        if (m->num_barrier_entries == p * self->num_barriers)
            for (int r = 0; r < p; r++)
                wake(m, r);
    }
    return m->num_barrier_entries >= p * self->num_barriers;
}

/* Performs an instruction of a rank whose operations begin at `base`; false if
 * it blocks. A blocking send waits for its receive, as a rendezvous does. */
static bool perform(machine *m, runner *self, int64_t base)
{
    const qdr_instruction *now = &self->program.instructions[self->next];
    int64_t begin = base + now->begin, end = base + now->end;

    switch (now->opcode) {
    case QDR_SSEND:
    case QDR_SEND:
    case QDR_RECEIVE:
        reach(m, begin);
        return m->is_reached[m->other_end[begin]];
    case QDR_POST:
    case QDR_START:
        for (int64_t i = begin; i < end; i++)
            if (m->ranks->operations[i].is_send == (now->opcode == QDR_START))
                reach(m, i);
        return true;
    case QDR_AWAIT:
        for (; begin + self->progress < end; self->progress++)
            if (!m->is_reached[m->other_end[begin + self->progress]])
                return false;
        return true;
    default:
        return enter_barrier(m, self);
    }
}

static void run_to_standstill(machine *m)
{
    for (int r = m->ranks->num_ranks - 1; r >= 0; r--)
        wake(m, r);
    while (m->height > 0) {
        int rank = m->stack[--m->height];
        runner *self = &m->runners[rank];
        self->is_stacked = false;
        while (self->next < self->program.count &&
               perform(m, self, m->ranks->rank_begin[rank])) {
            self->next++;
            self->progress = 0;
        }
    }
}

/* Names a rank that is blocked by a message, before one in a barrier: a blocked
 * barrier is only a consequence. */
static qdr_status report(const machine *m, qdr_error *error)
{
    for (int r = 0; r < m->ranks->num_ranks; r++) {
        const runner *self = &m->runners[r];
        const qdr_instruction *now = &self->program.instructions[self->next];
        const qdr_operation *blocked;
        if (self->next == self->program.count || now->opcode == QDR_BARRIER)
            continue;
        blocked = &m->ranks->operations[m->ranks->rank_begin[r] + now->begin +
                                        self->progress];
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "deadlock: rank %d waits for ever to %s rank %d in "
                        "round %lld",
                        r, blocked->is_send ? "send to" : "receive from",
                        blocked->peer, (long long)blocked->round + 1);
    }
    for (int r = 0; r < m->ranks->num_ranks; r++)
        if (m->runners[r].next < m->runners[r].program.count)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "deadlock: rank %d waits for ever in a barrier", r);
    return QDR_OK;
}

qdr_status qdr_check_ends(const qdr_rank_schedules *ranks,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          qdr_error *error)
{
    size_t p = (size_t)ranks->num_ranks;
    size_t num_operations = (size_t)ranks->rank_begin[p];
    machine m = {.ranks = ranks,
                 .runners = calloc(p, sizeof *m.runners),
                 .other_end =
                     malloc((num_operations + 1) * sizeof *m.other_end),
                 .is_reached = calloc(num_operations + 1, sizeof *m.is_reached),
                 .stack = malloc((p + 1) * sizeof *m.stack)};
    qdr_status status = QDR_OK;

    if (m.runners == NULL || m.other_end == NULL || m.is_reached == NULL ||
        m.stack == NULL)
        status = qdr_fail_memory(error, "the deadlock check");
    for (size_t r = 0; r < p && status == QDR_OK; r++)
        status = qdr_program_init(
            &m.runners[r].program, ranks->operations + ranks->rank_begin[r],
            ranks->rank_begin[r + 1] - ranks->rank_begin[r], schedule, mode,
            error);
    if (status == QDR_OK)
        status = find_other_ends(&m, error);
    if (status == QDR_OK) {
        run_to_standstill(&m);
        status = report(&m, error);
    }
    for (size_t r = 0; r < p && m.runners != NULL; r++)
        qdr_program_cleanup(&m.runners[r].program);
    free(m.runners);
    free(m.other_end);
    free(m.is_reached);
    free(m.stack);
    return status;
}
