/* kernels/core/program/program_rounds.c -- see program_modes.h. */
#include "kernels/core/program/program_modes.h"

#include <stdlib.h>

/* A program being written. */
typedef struct writer {
    qdr_program *program; /* with room for all of it */
    const qdr_operation *operations;
    int64_t num_operations;
    const qdr_schedule *schedule;
    const qdr_mode *mode;
    int64_t num_posted; /* receives before this operation are posted, if those
                           of many rounds are at once */
    int64_t *after; /* [num_operations], or NULL: all -1. The last round that
                       must be complete before a receive is posted */
    /* Nonblocking sends in progress, for window:K; the first is at `oldest` or
     * after it. */
    int64_t oldest;
    int num_under_way;
} writer;

static void write(writer *w, qdr_opcode opcode, int64_t begin, int64_t end)
{
    if (begin < end || opcode == QDR_BARRIER)
        w->program->instructions[w->program->count++] =
            (qdr_instruction){opcode, begin, end};
}

static bool combines(const writer *w, int64_t i)
{
    const qdr_operation *operation = &w->operations[i];

    return !operation->is_send &&
           w->schedule->transfers[operation->begin].combines;
}

/* Blocking calls, one for each operation. In a round a rank sends the data that
 * it had before: what comes before its last send is combined after it. */
static void write_blocking(writer *w, int64_t begin, int64_t end)
{
    int64_t last_send = begin, combined = begin;

    for (int64_t i = begin; i < end; i++)
        if (w->operations[i].is_send)
            last_send = i;
    for (int64_t i = begin; i < end; i++) {
        write(w,
              w->operations[i].is_send ? QDR_SSEND
              : combines(w, i)         ? QDR_RECEIVE_ONLY
                                       : QDR_RECEIVE,
              i, i + 1);
        for (; i >= last_send && combined <= i; combined++)
            if (combines(w, combined))
                write(w, QDR_COMBINE, combined, combined + 1);
    }
}

/* In mode `paced` long sends wait for their receivers, whose receives are
 * posted. */
static void write_sends(writer *w, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        bool waits = w->mode->kind == QDR_PACED &&
                     w->operations[i].bytes >= w->mode->paced_bytes;
        if (w->operations[i].is_send)
            write(w, waits ? QDR_SSEND : QDR_SEND, i, i + 1);
    }
}

static void write_posted(writer *w, int64_t begin, int64_t end)
{
    write(w, QDR_POST, begin, end);
    write_sends(w, begin, end);
    write(w, QDR_AWAIT, begin, end);
}

/* Starts a send when fewer than the window's are in progress: waits for the
 * oldest one first. Without a window all are. */
static void write_started(writer *w, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        if (!w->operations[i].is_send)
            continue;
        if (w->mode->window > 0 && w->num_under_way == w->mode->window) {
            while (!w->operations[w->oldest].is_send)
                w->oldest++;
            write(w, QDR_AWAIT, w->oldest, w->oldest + 1);
            w->oldest++;
            w->num_under_way--;
        }
        write(w, QDR_START, i, i + 1);
        w->num_under_way++;
    }
}

/* The instructions of a mode for the operations of a round; `dataflow` has none
 * of a round alone. */
static void (*const write_round[QDR_NUM_MODE_KINDS])(writer *, int64_t begin,
                                                     int64_t end) = {
    [QDR_SYNCHRONOUS] = write_blocking, [QDR_POSTED] = write_posted,
    [QDR_PACED] = write_posted,         [QDR_POSTED_ALL] = write_sends,
    [QDR_WINDOW] = write_started,       [QDR_PERSISTENT] = write_started,
};

/* After the operations begin .. end - 1 of a round. */
static void end_round(writer *w, int64_t begin, int64_t end)
{
    if (qdr_mode_posts_all(w->mode) &&
        (w->schedule->forwards || w->mode->barrier)) {
        write(w, QDR_AWAIT, begin, end);
        w->oldest = end;
        w->num_under_way = 0;
    }
    if (w->mode->barrier)
        write(w, QDR_BARRIER, end, end);
}

/* Posts the receives of a round that ends at operation `end`, and the next ones
 * that need not wait: MPI forbids to receive over bytes that are being sent. */
static void post_many(writer *w, int64_t round, int64_t end)
{
    int64_t first = w->num_posted;

    while (w->num_posted < w->num_operations &&
           (w->num_posted < end || w->after == NULL ||
            w->after[w->num_posted] < round))
        w->num_posted++;
    write(w, QDR_POST, first, w->num_posted);
}

/* All rounds of a mode that goes by rounds. */
static void write_rounds(writer *w)
{
    bool posts_all = qdr_mode_posts_all(w->mode);
    int64_t begin = 0;

    for (int64_t round = 0; round < w->schedule->num_rounds; round++) {
        int64_t end = begin;
        while (end < w->num_operations && w->operations[end].round == round)
            end++;
        if (posts_all)
            post_many(w, round, end);
        write_round[w->mode->kind](w, begin, end);
        end_round(w, begin, end);
        begin = end;
    }
    if (posts_all && !w->schedule->forwards && !w->mode->barrier)
        write(w, QDR_AWAIT, 0, w->num_operations);
}

/* A received message that is combined has room of its own until then. */
static qdr_status find_after(writer *w, qdr_error *error)
{
    qdr_touched_bytes touched = {0};
    qdr_dependences of = {0};
    qdr_status status = qdr_touched_bytes_init(
        &touched, w->operations, w->num_operations, w->schedule, error);

    if (status == QDR_OK)
        status = qdr_dependences_init(&of, &touched, error);
    if (status == QDR_OK)
        w->after = malloc(((size_t)w->num_operations + 1) * sizeof *w->after);
    if (status == QDR_OK && w->after == NULL)
        status = qdr_fail_memory(error, "a program");
    for (int64_t m = 0; m < touched.num_messages && status == QDR_OK; m++) {
        const qdr_touching_message *message = &touched.messages[m];
        int64_t after = -1;
        for (int64_t i = of.begin[m]; i < of.end[m] && !message->combines; i++)
            if (touched.messages[of.earlier[i]].round > after)
                after = touched.messages[of.earlier[i]].round;
        for (int64_t i = message->begin; i < message->end; i++)
            w->after[i] = message->is_send ? -1 : after;
    }
    qdr_dependences_cleanup(&of);
    qdr_touched_bytes_cleanup(&touched);
    return status;
}

qdr_status qdr_program_write_rounds(qdr_program *program,
                                    const qdr_operation *operations,
                                    int64_t num_operations,
                                    const qdr_schedule *schedule,
                                    const qdr_mode *mode, qdr_error *error)
{
    writer w = {.program = program,
                .operations = operations,
                .num_operations = num_operations,
                .schedule = schedule,
                .mode = mode};
    qdr_status status = QDR_OK;

    if (schedule->forwards && qdr_mode_posts_all(mode))
        status = find_after(&w, error);
    if (status == QDR_OK)
        write_rounds(&w);
    free(w.after);
    return status;
}
