/* kernels/core/program.c -- see program.h. */
#include "kernels/core/program.h"

#include <stdlib.h>

#include "kernels/core/program_dataflow.h"

/* A program being written. */
typedef struct writer {
    qdr_program program; /* with room for all of it */
    const qdr_operation *operations;
    const qdr_mode *mode;
    /* Nonblocking sends in progress, for window:K; the first is at `oldest` or
     * after it. */
    int64_t oldest;
    int num_under_way;
} writer;

static void write(writer *w, qdr_opcode opcode, int64_t begin, int64_t end)
{
    if (begin < end || opcode == QDR_BARRIER || opcode == QDR_ANNOUNCE_ALL)
        w->program.instructions[w->program.count++] =
            (qdr_instruction){opcode, begin, end};
}

/* Blocking calls, one for each operation. */
static void write_blocking(writer *w, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        write(w, w->operations[i].is_send ? QDR_SSEND : QDR_RECEIVE, i, i + 1);
}

static void write_sends(writer *w, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++)
        if (w->operations[i].is_send)
            write(w, QDR_SEND, i, i + 1);
}

static void write_posted(writer *w, int64_t begin, int64_t end)
{
    write(w, QDR_POST, begin, end);
    write_sends(w, begin, end);
    write(w, QDR_AWAIT, begin, end);
}

/* Long sends wait for their receivers, whose receives are posted. */
static void write_paced(writer *w, int64_t begin, int64_t end)
{
    write(w, QDR_POST, begin, end);
    for (int64_t i = begin; i < end; i++)
        if (w->operations[i].is_send)
            write(w,
                  w->operations[i].bytes < w->mode->paced_bytes ? QDR_SEND
                                                                : QDR_SSEND,
                  i, i + 1);
    write(w, QDR_AWAIT, begin, end);
}

/* Starts a send when fewer than the window's are in progress: waits for the
 * oldest one first. */
static void write_windowed(writer *w, int64_t begin, int64_t end)
{
    for (int64_t i = begin; i < end; i++) {
        if (!w->operations[i].is_send)
            continue;
        if (w->num_under_way == w->mode->window) {
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

static void write_started(writer *w, int64_t begin, int64_t end)
{
    write(w, QDR_START, begin, end);
}

/* The instructions of a mode for the operations of a round; `dataflow` has none
 * of a round alone. */
static void (*const write_round[QDR_NUM_MODE_KINDS])(writer *, int64_t begin,
                                                     int64_t end) = {
    [QDR_SYNCHRONOUS] = write_blocking, [QDR_POSTED] = write_posted,
    [QDR_PACED] = write_paced,          [QDR_POSTED_ALL] = write_sends,
    [QDR_WINDOW] = write_windowed,      [QDR_PERSISTENT] = write_started,
};

/* After the operations begin .. end - 1 of a round. */
static void end_round(writer *w, int64_t begin, int64_t end, bool forwards)
{
    if (qdr_mode_posts_all(w->mode) && (forwards || w->mode->barrier)) {
        write(w, QDR_AWAIT, begin, end);
        w->oldest = end;
        w->num_under_way = 0;
    }
    if (w->mode->barrier)
        write(w, QDR_BARRIER, end, end);
}

/* All rounds of a mode that goes by rounds. */
static void write_rounds(writer *w, int64_t num_operations,
                         const qdr_schedule *schedule)
{
    bool posts_all = qdr_mode_posts_all(w->mode);
    int64_t begin = 0;

    if (posts_all)
        write(w, QDR_POST, 0, num_operations);
    for (int64_t round = 0; round < schedule->num_rounds; round++) {
        int64_t end = begin;
        while (end < num_operations && w->operations[end].round == round)
            end++;
        write_round[w->mode->kind](w, begin, end);
        end_round(w, begin, end, schedule->forwards);
        begin = end;
    }
    if (posts_all && !schedule->forwards && !w->mode->barrier)
        write(w, QDR_AWAIT, 0, num_operations);
}

qdr_status qdr_program_init(qdr_program *program,
                            const qdr_operation *operations,
                            int64_t num_operations,
                            const qdr_schedule *schedule, const qdr_mode *mode,
                            qdr_error *error)
{
    /* At most three instructions an operation and three a round; without a
     * barrier only rounds with operations write any. */
    int64_t rounds = mode->barrier ? schedule->num_rounds : num_operations;
    size_t room = (size_t)(3 * num_operations + 3 * rounds) + 3;
    writer w = {.operations = operations, .mode = mode};
    qdr_status status = QDR_OK;

    /* Released by qdr_program_cleanup. */
    w.program.instructions = malloc(room * sizeof *w.program.instructions);
    if (w.program.instructions == NULL)
        return qdr_fail_memory(error, "a program");
    if (mode->announces)
        write(&w, QDR_ANNOUNCE_ALL, 0, 0);
    if (mode->kind != QDR_DATAFLOW)
        write_rounds(&w, num_operations, schedule);
    else
        status = qdr_program_write_dataflow(
            &w.program, operations, num_operations, schedule, mode, error);
    if (status == QDR_OK)
        *program = w.program;
    else
        qdr_program_cleanup(&w.program);
    return status;
}

static bool starts(qdr_opcode opcode)
{
    return opcode == QDR_POST || opcode == QDR_START || opcode == QDR_SSTART;
}

static bool ends(qdr_opcode opcode)
{
    return opcode == QDR_AWAIT || opcode == QDR_ARRIVE || opcode == QDR_COMBINE;
}

int64_t qdr_program_num_starting(const qdr_program *program)
{
    int64_t i = 0;

    while (i < program->count && starts(program->instructions[i].opcode))
        i++;
    return i;
}

bool qdr_program_can_start(const qdr_program *program)
{
    int64_t i = qdr_program_num_starting(program);

    while (i < program->count && ends(program->instructions[i].opcode))
        i++;
    return i == program->count;
}

void qdr_program_cleanup(qdr_program *program)
{
    free(program->instructions);
    *program = (qdr_program){0};
}
