/* kernels/core/proof/order_check.c -- whether a program reads and writes bytes
 * in the schedule's order; see program.h.
 *
 * Every message of the rank has a time at which it begins to use its bytes and
 * one at which it no longer does: a send from its start, and a receive from its
 * post, until it is complete; a receive that combines only when it does so,
 * after all that its call waits for. Of two messages that touch a common byte,
 * one of them writing, the earlier one must end before the later one begins.
 *
 * So it is if the rank's own data are copied before all else. If messages are
 * straight (own_data.h) sends use no bytes of the region, receives do so from
 * their post, and the copies that are left write there after the leading
 * instructions. What is its own is not known here: all is, that is read first.
 * A receive may be straight or not, each by itself; since uses of a segment
 * concern no other one, it is enough if all are or none.
 */
#include <stdlib.h>

#include "kernels/core/program/own_data.h"
#include "kernels/core/program/program.h"
#include "kernels/core/program/touched_bytes.h"

enum { NEVER = -1 };

/* When a message uses its bytes. */
typedef struct use {
    int64_t begin, end;
} use;

/* An operation's calls: its start, and the last one that waits for it or takes
 * its data. */
typedef struct calls {
    int64_t start, end;
    bool is_taken; /* a receive's data */
} calls;

typedef struct order {
    const qdr_program *program;
    const qdr_operation *operations;
    int64_t num_operations;
    qdr_touched_bytes touched;
    calls *calls;  /* [num_operations] */
    use *segments; /* [num_segments] when the last write and the last read of
                   each end, in `begin` and `end` */
    int rank;
    qdr_error *error;
} order;

static qdr_status fail(const order *o, const qdr_operation *operation,
                       const char *what)
{
    return qdr_fail(o->error, QDR_ERROR_CHECK,
                    "rank %d, round %lld, the message %s rank %d: %s", o->rank,
                    (long long)operation->round + 1,
                    operation->is_send ? "to" : "from", operation->peer, what);
}

/* The parts of an operation that a call performs. */
typedef enum part { STARTS = 1, WAITS = 2, TAKES = 4 } part;

static const unsigned char send_parts[QDR_NUM_OPCODES] = {
    [QDR_SSEND] = STARTS | WAITS, [QDR_SEND] = STARTS | WAITS,
    [QDR_START] = STARTS,         [QDR_SSTART] = STARTS,
    [QDR_AWAIT] = WAITS,          [QDR_ARRIVE] = WAITS,
};
static const unsigned char receive_parts[QDR_NUM_OPCODES] = {
    [QDR_RECEIVE] = STARTS | WAITS | TAKES,
    [QDR_RECEIVE_ONLY] = STARTS | WAITS,
    [QDR_POST] = STARTS,
    [QDR_AWAIT] = WAITS | TAKES,
    [QDR_ARRIVE] = WAITS,
    [QDR_COMBINE] = TAKES,
};

/* To wait twice has no effect; to take data twice combines them twice. */
static qdr_status follow(const order *o, int64_t i, unsigned parts, int64_t now)
{
    calls *at = &o->calls[i];

    if ((parts & STARTS) != 0) {
        if (at->start != NEVER)
            return fail(o, &o->operations[i], "it starts twice");
        at->start = now;
    }
    if ((parts & WAITS) != 0) {
        if (at->start == NEVER)
            return fail(o, &o->operations[i], "it is awaited before it starts");
        at->end = at->end == NEVER ? now : at->end;
    }
    if ((parts & TAKES) != 0) {
        if (at->end == NEVER || at->is_taken)
            return fail(o, &o->operations[i],
                        at->is_taken ? "its data are taken twice"
                                     : "its data are taken before they came");
        at->end = now;
        at->is_taken = true;
    }
    return QDR_OK;
}

static qdr_status follow_all(const order *o)
{
    qdr_status status = QDR_OK;

    for (int64_t i = 0; i < o->program->count; i++) {
        const qdr_instruction *now = &o->program->instructions[i];
        for (int64_t at = now->begin; at < now->end && status == QDR_OK; at++)
            status =
                follow(o, at,
                       (o->operations[at].is_send ? send_parts
                                                  : receive_parts)[now->opcode],
                       i);
    }
    for (int64_t i = 0; i < o->num_operations && status == QDR_OK; i++)
        if (o->calls[i].end == NEVER ||
            o->calls[i].is_taken == o->operations[i].is_send)
            status = fail(o, &o->operations[i], "it is never complete");
    return status;
}

/* MPI matches the messages between two ranks in the order of their starts. */
static qdr_status check_starts(const order *o, int num_procs)
{
    /* Of each peer: start of a receive, of a send; 0: never. */
    int64_t(*last)[2] = calloc((size_t)num_procs, sizeof *last);
    qdr_status status = QDR_OK;

    if (last == NULL)
        return qdr_fail_memory(o->error, "the check of an order");
    for (int64_t i = 0; i < o->num_operations && status == QDR_OK; i++) {
        const qdr_operation *operation = &o->operations[i];
        int64_t *before = &last[operation->peer][operation->is_send];
        if (o->calls[i].start + 1 < *before)
            status = fail(o, operation,
                          "it starts before earlier ones of these two ranks");
        *before = o->calls[i].start + 1;
    }
    free(last);
    return status;
}

/* The calls are so far apart, 2 n + 2 for n operations: those that one call
 * awaits are complete before it combines, in order. */
static int64_t apart_of(const order *o)
{
    return 2 * o->num_operations + 2;
}

/* When a message uses its bytes. */
static use use_of(const order *o, const qdr_touching_message *message,
                  bool is_straight)
{
    int64_t apart = apart_of(o);
    use made = {o->calls[message->begin].start * apart, 0};

    for (int64_t i = message->begin; i < message->end; i++)
        if (o->calls[i].end * apart > made.end)
            made.end = o->calls[i].end * apart;
    if (message->combines) {
        made.end += 2 * message->begin + 1;
        made.begin = is_straight ? made.begin : made.end;
    }
    return made;
}

static qdr_status check_message(const order *o,
                                const qdr_touching_message *message,
                                bool is_straight)
{
    const use uses = use_of(o, message, is_straight);
    qdr_status status = QDR_OK;

    for (int64_t i = message->begin_range; i < message->end_range; i++)
        for (int64_t c = o->touched.ranges[i].begin;
             c < o->touched.ranges[i].end && status == QDR_OK; c++) {
            int64_t *written = &o->segments[c].begin,
                    *read = &o->segments[c].end;
            if (*written >= uses.begin)
                status = fail(o, &o->operations[message->begin],
                              "an earlier one still writes its bytes");
            else if (!message->is_send && *read >= uses.begin)
                status = fail(o, &o->operations[message->begin],
                              "an earlier one still reads its bytes");
            if (message->is_send && uses.end > *read)
                *read = uses.end;
            else if (!message->is_send)
                *written = uses.end;
        }
    return status;
}

static qdr_status check_copied_first(const order *o)
{
    const qdr_touched_bytes *touched = &o->touched;
    qdr_status status = QDR_OK;

    for (int64_t s = 0; s < touched->num_segments; s++)
        o->segments[s] = (use){NEVER, NEVER};
    for (int64_t i = 0; i < touched->num_messages && status == QDR_OK; i++)
        status =
            check_message(o, &touched->messages[touched->in_effect[i]], false);
    return status;
}

static qdr_status check_straight(const order *o, const bool *may_be)
{
    const qdr_touched_bytes *touched = &o->touched;
    int64_t copies = qdr_program_num_leading(o->program) * apart_of(o) - 1;
    qdr_own_data data = {0};
    qdr_status status =
        qdr_own_data_init(&data, touched, NULL, may_be, o->error);

    if (status != QDR_OK)
        return status;
    for (int64_t s = 0; s < touched->num_segments; s++)
        o->segments[s] =
            (use){(data.ended[s] & QDR_COPIED) != 0 ? copies : NEVER, NEVER};
    for (int64_t i = 0; i < touched->num_messages && status == QDR_OK; i++) {
        int64_t m = touched->in_effect[i];
        const qdr_touching_message *message = &touched->messages[m];
        if (!message->is_send || !data.is_straight[m])
            status = check_message(o, message, data.is_straight[m]);
    }
    qdr_own_data_cleanup(&data);
    return status;
}

static qdr_status check_uses(const order *o)
{
    int64_t count = o->touched.num_messages;
    /* Released below. */
    bool *are_sends = malloc((size_t)count + 1), combines = false;
    qdr_status status = are_sends == NULL
                            ? qdr_fail_memory(o->error, "the check of an order")
                            : check_copied_first(o);

    for (int64_t m = 0; m < count && status == QDR_OK; m++) {
        are_sends[m] = o->touched.messages[m].is_send;
        combines = combines || o->touched.messages[m].combines;
    }
    if (status == QDR_OK)
        status = check_straight(o, NULL);
    /* No other receive may be straight. */
    if (status == QDR_OK && combines)
        status = check_straight(o, are_sends);
    free(are_sends);
    return status;
}

qdr_status qdr_check_order(const qdr_program *program,
                           const qdr_operation *operations,
                           int64_t num_operations, const qdr_schedule *schedule,
                           int rank, qdr_error *error)
{
    order o = {.program = program,
               .operations = operations,
               .num_operations = num_operations,
               .rank = rank,
               .error = error};
    qdr_status status = qdr_touched_bytes_init(&o.touched, operations,
                                               num_operations, schedule, error);

    if (status != QDR_OK)
        return status;
    o.calls = malloc(((size_t)num_operations + 1) * sizeof *o.calls);
    o.segments =
        malloc(((size_t)o.touched.num_segments + 1) * sizeof *o.segments);
    if (o.calls == NULL || o.segments == NULL)
        status = qdr_fail_memory(error, "the check of an order");
    for (int64_t i = 0; i < num_operations && status == QDR_OK; i++)
        o.calls[i] = (calls){.start = NEVER, .end = NEVER};
    if (status == QDR_OK)
        status = follow_all(&o);
    if (status == QDR_OK)
        status = check_starts(&o, schedule->num_procs);
    if (status == QDR_OK)
        status = check_uses(&o);
    free(o.calls);
    free(o.segments);
    qdr_touched_bytes_cleanup(&o.touched);
    return status;
}
