/* kernels/core/program/program.c -- see program.h. */
#include "kernels/core/program/program.h"

#include <stdlib.h>

#include "kernels/core/program/program_modes.h"

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
    /* Released by qdr_program_cleanup. */
    qdr_program made = {.instructions =
                            malloc(room * sizeof *made.instructions)};
    qdr_status status;

    if (made.instructions == NULL)
        return qdr_fail_memory(error, "a program");
    if (mode->announces)
        made.instructions[made.count++] =
            (qdr_instruction){QDR_ANNOUNCE_ALL, 0, 0};
    status = (mode->kind == QDR_DATAFLOW ? qdr_program_write_dataflow
                                         : qdr_program_write_rounds)(
        &made, operations, num_operations, schedule, mode, error);
    if (status == QDR_OK)
        *program = made;
    else
        qdr_program_cleanup(&made);
    return status;
}

/* Sets of instructions: those that start transfers and never block, those that
 * wait for no receive, and those that only wait. */
enum {
    STARTS = 1 << QDR_POST | 1 << QDR_START | 1 << QDR_SSTART,
    LEADS = STARTS | 1 << QDR_SEND | 1 << QDR_SSEND | 1 << QDR_ANNOUNCE_ALL,
    ENDS = 1 << QDR_AWAIT | 1 << QDR_ARRIVE | 1 << QDR_COMBINE
};

/* The first instruction from i on that is not in the set. */
static int64_t skip(const qdr_program *program, int64_t i, int set)
{
    while (i < program->count &&
           (set >> program->instructions[i].opcode & 1) != 0)
        i++;
    return i;
}

int64_t qdr_program_num_starting(const qdr_program *program)
{
    return skip(program, 0, STARTS);
}

int64_t qdr_program_num_leading(const qdr_program *program)
{
    return skip(program, 0, LEADS);
}

bool qdr_program_can_start(const qdr_program *program)
{
    return skip(program, skip(program, 0, STARTS), ENDS) == program->count;
}

void qdr_program_cleanup(qdr_program *program)
{
    free(program->instructions);
    *program = (qdr_program){0};
}
