/* kernels/core/program/program_dataflow.c -- see program_modes.h. */
#include "kernels/core/program/program_modes.h"

#include <stdlib.h>

/* A program being written, and the state of the rank after its last call. When
 * it is written these hold:
 * - A message starts when obstacle_of() is -1: all that it depends on is
 *   complete, and so are long ones of its direction in earlier rounds.
 * - Receives are posted in order, so those before num_posted are posted, and no
 *   other is.
 * - is_complete[m] implies is_over[m], and neither becomes false again. So the
 *   cursors (dependences.begin[m], num_over) only move on: what is before them
 *   is complete, or over. */
typedef struct flow {
    qdr_program *program;
    const qdr_operation *operations;
    const qdr_mode *mode;
    qdr_touched_bytes touched;
    qdr_dependences dependences; /* those before begin[m] are complete */
    bool *is_over; /* [num_messages] sent, or arrived; an arrived one that
                      combines has not done so */
    bool *is_complete;
    int64_t *stack; /* [num_messages] that complete waits for */
    struct turn {
        int64_t round, message;
        int distance;    /* from the sender up to the receiver, modulo p */
    } * turns;           /* [num_messages] by round, then by distance */
    int64_t num_posted;  /* receives before this message are posted */
    int64_t num_over[2]; /* long receives before one message, and long sends
                            before another, are over */
} flow;

static void write(flow *f, qdr_opcode opcode, int64_t begin, int64_t end)
{
    f->program->instructions[f->program->count++] =
        (qdr_instruction){opcode, begin, end};
}

/* A message that m depends on and that is not complete; -1: none. */
static int64_t missing_of(const flow *f, int64_t m)
{
    const qdr_dependences *of = &f->dependences;

    while (of->begin[m] < of->end[m] &&
           f->is_complete[of->earlier[of->begin[m]]])
        of->begin[m]++;
    return of->begin[m] < of->end[m] ? of->earlier[of->begin[m]] : -1;
}

static bool is_long(const flow *f, const qdr_touching_message *message)
{
    return f->operations[message->begin].bytes >= f->mode->paced_bytes;
}

/* A long message that is in progress, of the same direction as m and of an
 * earlier round; -1: none. */
static int64_t long_before(flow *f, int64_t m)
{
    const qdr_touching_message *messages = f->touched.messages;
    int64_t *over = &f->num_over[messages[m].is_send];

    while (messages[*over].round < messages[m].round &&
           (messages[*over].is_send != messages[m].is_send ||
            f->is_over[*over] || !is_long(f, &messages[*over])))
        ++*over;
    return messages[*over].round < messages[m].round ? *over : -1;
}

/* A message that must be complete before m starts; -1: none. A short receive
 * does not wait for a long one: its message is sent without it. */
static int64_t obstacle_of(flow *f, int64_t m)
{
    const qdr_touching_message *message = &f->touched.messages[m];
    int64_t missing = message->combines ? -1 : missing_of(f, m);

    if (missing < 0 && (message->is_send || is_long(f, message)))
        missing = long_before(f, m);
    return missing;
}

/* Posts the next receives, in order, that nothing is in the way of. */
static void post(flow *f)
{
    const qdr_touching_message *messages = f->touched.messages;
    int64_t m = f->num_posted, first = -1, last = -1;

    for (; m < f->touched.num_messages; m++) {
        if (messages[m].is_send)
            continue;
        if (obstacle_of(f, m) >= 0)
            break;
        first = first < 0 ? m : first;
        last = m;
    }
    f->num_posted = m;
    if (first >= 0)
        write(f, QDR_POST, messages[first].begin, messages[last].end);
}

/* Waits for a message that was started; one that combines has not done so. */
static void await(flow *f, int64_t m)
{
    const qdr_touching_message *message = &f->touched.messages[m];

    write(f, message->combines ? QDR_ARRIVE : QDR_AWAIT, message->begin,
          message->end);
    f->is_over[m] = true;
    f->is_complete[m] = !message->combines;
}

static bool is_coming(const flow *f, int64_t m)
{
    return !f->touched.messages[m].is_send && !f->is_over[m] &&
           m < f->num_posted;
}

/* Waits for a message that was started; before a receive for those of its round
 * that come earlier: an MPI library works for each, while later ones are on
 * their way. */
static void await_in_turn(flow *f, int64_t m)
{
    const qdr_touching_message *message = &f->touched.messages[m];
    int64_t first = m;

    /* A round's turns have the indices of its messages. */
    while (!message->is_send && first > 0 &&
           f->turns[first - 1].round == message->round)
        first--;
    for (int64_t t = first; !message->is_send && f->turns[t].message != m; t++)
        if (is_coming(f, f->turns[t].message))
            await(f, f->turns[t].message);
    await(f, m);
}

/* Waits for a message that was started, and has all that its combination
 * needs. The next receives are posted before data are combined. */
static void finish(flow *f, int64_t m)
{
    const qdr_touching_message *message = &f->touched.messages[m];

    if (!f->is_over[m])
        await_in_turn(f, m);
    post(f);
    if (message->combines)
        write(f, QDR_COMBINE, message->begin, message->end);
    f->is_complete[m] = true;
    post(f);
}

/* Waits for a message that was started, after those that its combination
 * depends on. */
static void complete(flow *f, int64_t m)
{
    int64_t height = 0;

    if (f->is_complete[m])
        return;
    f->stack[height++] = m;
    while (height > 0) {
        int64_t top = f->stack[height - 1];
        int64_t missing = missing_of(f, top);
        if (missing < 0)
            finish(f, f->stack[--height]);
        else
            f->stack[height++] = missing;
    }
}

/* Waits for what is in the way of a message. */
static void clear(flow *f, int64_t m)
{
    int64_t obstacle;

    while ((obstacle = obstacle_of(f, m)) >= 0)
        complete(f, obstacle);
}

/* Whether the receive needs a message of its own round. */
static bool needs_round(const flow *f, int64_t m)
{
    const qdr_touching_message *messages = f->touched.messages;
    bool needs = false;

    for (int64_t i = f->dependences.begin[m]; i < f->dependences.end[m]; i++)
        needs = needs ||
                messages[f->dependences.earlier[i]].round == messages[m].round;
    return needs && !messages[m].combines;
}

/* Posts the receives before message `end`; unless the sends of the round are
 * started, only up to one that needs them. */
static void post_round(flow *f, int64_t end, bool are_sent)
{
    for (int64_t m = f->num_posted; m < end; m++) {
        if (f->touched.messages[m].is_send || m < f->num_posted)
            continue;
        if (!are_sent && needs_round(f, m))
            return;
        clear(f, m);
        post(f);
    }
}

/* Starts the sends among messages begin .. end - 1, a round's. A short one is
 * over when the call returns. */
static void send_round(flow *f, int64_t begin, int64_t end)
{
    for (int64_t t = begin; t < end; t++) {
        int64_t m = f->turns[t].message;
        const qdr_touching_message *message = &f->touched.messages[m];
        if (!message->is_send)
            continue;
        clear(f, m);
        f->is_complete[m] = f->is_over[m] = !is_long(f, message);
        for (int64_t i = message->begin; i < message->end && f->is_complete[m];
             i++)
            write(f, QDR_SEND, i, i + 1);
        if (!f->is_complete[m])
            write(f, QDR_SSTART, message->begin, message->end);
    }
}

/* Waits for messages begin .. end - 1: data are combined while sends are in
 * progress. */
static void complete_all(flow *f, int64_t begin, int64_t end)
{
    for (int sends = 0; sends < 2; sends++)
        for (int64_t m = begin; m < end; m++)
            if (f->touched.messages[m].is_send == (sends == 1))
                complete(f, m);
}

static void write_rounds(flow *f, int64_t num_rounds)
{
    int64_t begin = 0, end = 0;

    post(f);
    for (int64_t round = 0; round < num_rounds; round++, begin = end) {
        while (end < f->touched.num_messages &&
               f->touched.messages[end].round == round)
            end++;
        if (begin < end) {
            post_round(f, end, false);
            send_round(f, begin, end);
            post_round(f, end, true);
        }
        if (!f->mode->barrier)
            continue;
        complete_all(f, begin, end);
        write(f, QDR_BARRIER, 0, 0);
    }
    complete_all(f, 0, end);
}

static int by_turn(const void *left, const void *right)
{
    const struct turn *a = left, *b = right;

    if (a->round != b->round)
        return a->round < b->round ? -1 : 1;
    if (a->distance != b->distance)
        return a->distance < b->distance ? -1 : 1;
    return (a->message > b->message) - (a->message < b->message);
}

/* The messages are sorted by round already, so a round has as many turns. */
static void take_turns(flow *f, const qdr_schedule *schedule)
{
    int64_t count = f->touched.num_messages;

    for (int64_t m = 0; m < count; m++) {
        const qdr_touching_message *message = &f->touched.messages[m];
        const qdr_transfer *transfer =
            &schedule->transfers[f->operations[message->begin].begin];
        int ahead = transfer->dst - transfer->src;
        f->turns[m] = (struct turn){
            .round = message->round,
            .message = m,
            .distance = ahead < 0 ? ahead + schedule->num_procs : ahead};
    }
    qsort(f->turns, (size_t)count, sizeof *f->turns, by_turn);
}

qdr_status qdr_program_write_dataflow(qdr_program *program,
                                      const qdr_operation *operations,
                                      int64_t num_operations,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error)
{
    size_t room = (size_t)num_operations + 1;
    flow f = {.program = program,
              .operations = operations,
              .mode = mode,
              .is_over = calloc(room, sizeof *f.is_over),
              .is_complete = calloc(room, sizeof *f.is_complete),
              .stack = malloc(room * sizeof *f.stack),
              .turns = malloc(room * sizeof *f.turns)};
    qdr_status status =
        f.is_over == NULL || f.is_complete == NULL || f.stack == NULL ||
                f.turns == NULL
            ? qdr_fail_memory(error, "a program")
            : qdr_touched_bytes_init(&f.touched, operations, num_operations,
                                     schedule, error);

    if (status == QDR_OK)
        status = qdr_dependences_init(&f.dependences, &f.touched, error);
    if (status == QDR_OK) {
        take_turns(&f, schedule);
        write_rounds(&f, schedule->num_rounds);
    }
    free(f.is_over);
    free(f.is_complete);
    free(f.stack);
    free(f.turns);
    qdr_dependences_cleanup(&f.dependences);
    qdr_touched_bytes_cleanup(&f.touched);
    return status;
}
