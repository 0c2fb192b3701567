/* kernels/core/proof/deadlock.c -- whether programs end; see program.h. */
#include <stdlib.h>

#include "kernels/core/program/program.h"

/* A rank that runs: its next instruction, and how far into it, in operations.
 */
typedef struct runner {
    qdr_program program;
    int64_t next, progress;
    int64_t num_barriers; /* that it has reached */
    bool is_stacked;
} runner;

/* All runners. Operations are numbered as in the ranks' schedules. */
typedef struct all_runners {
    const qdr_rank_schedules *ranks;
    runner *runners;
    int64_t
        *other_end;   /* of an operation's message: the operation at its peer */
    bool *is_reached; /* the rank has made the call */
    int64_t num_barrier_entries;
    int *stack; /* runners that may be able to go on */
    int height;
} all_runners;

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
static qdr_status pair_up(all_runners *all, const message_end *ends,
                          int64_t count, qdr_error *error)
{
    for (int64_t k = 0; k < count; k++) {
        const message_end *out = &ends[k], *in = &ends[count + k];
        int64_t sent = all->ranks->operations[out->operation].bytes;
        if (in->is_send || in->src != out->src || in->dst != out->dst ||
            all->ranks->operations[in->operation].bytes != sent)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "ranks %d and %d disagree about message %lld of "
                            "those between them",
                            out->src, out->dst, (long long)k + 1);
        all->other_end[out->operation] = in->operation;
        all->other_end[in->operation] = out->operation;
    }
    return QDR_OK;
}

static qdr_status find_other_ends(all_runners *all, qdr_error *error)
{
    int64_t num_operations = all->ranks->rank_begin[all->ranks->num_ranks];
    message_end *ends = malloc(((size_t)num_operations + 1) * sizeof *ends);
    qdr_status status = QDR_OK;

    if (ends == NULL)
        return qdr_fail_memory(error, "the deadlock check");
    for (int r = 0; r < all->ranks->num_ranks; r++)
        for (int64_t i = all->ranks->rank_begin[r];
             i < all->ranks->rank_begin[r + 1]; i++) {
            const qdr_operation *operation = &all->ranks->operations[i];
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
        status = pair_up(all, ends + begin, (end - begin) / 2, error);
        if (status == QDR_OK && (end - begin) % 2 != 0)
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "ranks %d and %d disagree about the number of "
                              "messages between them",
                              ends[begin].src, ends[begin].dst);
    }
    free(ends);
    return status;
}

static void wake(all_runners *all, int rank)
{
    if (!all->runners[rank].is_stacked) {
        all->runners[rank].is_stacked = true;
        all->stack[all->height++] = rank;
    }
}

static void reach(all_runners *all, int64_t operation)
{
    if (!all->is_reached[operation]) {
        all->is_reached[operation] = true;
        wake(all, all->ranks->operations[operation].peer);
    }
}

static bool enter_barrier(all_runners *all, runner *self)
{
    int p = all->ranks->num_ranks;

    if (self->progress == 0) {
        self->progress = 1;
        self->num_barriers++;
        all->num_barrier_entries++;
        if (all->num_barrier_entries == p * self->num_barriers)
            for (int r = 0; r < p; r++)
                wake(all, r);
    }
    return all->num_barrier_entries >= p * self->num_barriers;
}

/* Performs an instruction of a rank whose operations begin at `base`; false if
 * it blocks. A blocking send waits for its receive, as a rendezvous does. */
static bool perform(all_runners *all, runner *self, int64_t base)
{
    const qdr_instruction *now = &self->program.instructions[self->next];
    int64_t begin = base + now->begin, end = base + now->end;

    switch (now->opcode) {
    case QDR_SSEND:
    case QDR_SEND:
    case QDR_RECEIVE:
    case QDR_RECEIVE_ONLY:
        reach(all, begin);
        return all->is_reached[all->other_end[begin]];
    case QDR_POST:
    case QDR_START:
    case QDR_SSTART:
        for (int64_t i = begin; i < end; i++)
            if (all->ranks->operations[i].is_send == (now->opcode != QDR_POST))
                reach(all, i);
        return true;
    case QDR_AWAIT:
    case QDR_ARRIVE:
        for (; begin + self->progress < end; self->progress++)
            if (!all->is_reached[all->other_end[begin + self->progress]])
                return false;
        return true;
    case QDR_COMBINE:
        return true;
    default:
        return enter_barrier(all, self);
    }
}

static void run_to_standstill(all_runners *all)
{
    for (int r = all->ranks->num_ranks - 1; r >= 0; r--)
        wake(all, r);
    while (all->height > 0) {
        int rank = all->stack[--all->height];
        runner *self = &all->runners[rank];
        self->is_stacked = false;
        while (self->next < self->program.count &&
               perform(all, self, all->ranks->rank_begin[rank])) {
            self->next++;
            self->progress = 0;
        }
    }
}

/* Names a rank that is blocked by a message, before one in a barrier: a blocked
 * barrier is only a consequence. */
static qdr_status report(const all_runners *all, qdr_error *error)
{
    for (int r = 0; r < all->ranks->num_ranks; r++) {
        const runner *self = &all->runners[r];
        const qdr_instruction *now = &self->program.instructions[self->next];
        const qdr_operation *blocked;
        if (self->next == self->program.count || now->opcode == QDR_BARRIER ||
            now->opcode == QDR_ANNOUNCE_ALL)
            continue;
        blocked = &all->ranks->operations[all->ranks->rank_begin[r] +
                                          now->begin + self->progress];
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "deadlock: rank %d waits for ever to %s rank %d in "
                        "round %lld",
                        r, blocked->is_send ? "send to" : "receive from",
                        blocked->peer, (long long)blocked->round + 1);
    }
    for (int r = 0; r < all->ranks->num_ranks; r++)
        if (all->runners[r].next < all->runners[r].program.count)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "deadlock: rank %d waits for ever in a barrier or "
                            "an announcement",
                            r);
    return QDR_OK;
}

qdr_status qdr_check_ends(const qdr_rank_schedules *ranks,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          qdr_error *error)
{
    size_t p = (size_t)ranks->num_ranks;
    size_t num_operations = (size_t)ranks->rank_begin[p];
    all_runners all = {
        .ranks = ranks,
        .runners = calloc(p, sizeof *all.runners),
        .other_end = malloc((num_operations + 1) * sizeof *all.other_end),
        .is_reached = calloc(num_operations + 1, sizeof *all.is_reached),
        .stack = malloc((p + 1) * sizeof *all.stack)};
    qdr_status status = QDR_OK;

    if (all.runners == NULL || all.other_end == NULL ||
        all.is_reached == NULL || all.stack == NULL)
        status = qdr_fail_memory(error, "the deadlock check");
    for (size_t r = 0; r < p && status == QDR_OK; r++)
        status = qdr_program_init(
            &all.runners[r].program, ranks->operations + ranks->rank_begin[r],
            ranks->rank_begin[r + 1] - ranks->rank_begin[r], schedule, mode,
            error);
    if (status == QDR_OK)
        status = find_other_ends(&all, error);
    if (status == QDR_OK) {
        run_to_standstill(&all);
        status = report(&all, error);
    }
    for (size_t r = 0; r < p && all.runners != NULL; r++)
        qdr_program_cleanup(&all.runners[r].program);
    free(all.runners);
    free(all.other_end);
    free(all.is_reached);
    free(all.stack);
    return status;
}
