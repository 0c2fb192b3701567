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

static bool leads(qdr_opcode opcode)
{
    return starts(opcode) || opcode == QDR_SEND || opcode == QDR_SSEND ||
           opcode == QDR_ANNOUNCE_ALL;
}

int64_t qdr_program_num_leading(const qdr_program *program)
{
    int64_t i = 0;

    while (i < program->count && leads(program->instructions[i].opcode))
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
