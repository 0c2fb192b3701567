/* kernels/core/program.h -- what a rank does, call by call, in a mode.
 *
 * A program is a mode of ./mode.h spelled out for one rank's actions: the
 * calls it makes, in order. The executor performs it; the checker lets the
 * programs of all ranks run against each other and proves that they end. What
 * is proved is what runs.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/mode.h"
#include "kernels/core/rank_schedule.h"

typedef enum qdr_opcode {
    QDR_SSEND,   /* action `begin`: blocks until its receiver takes it */
    QDR_SEND,    /* action `begin`: may block until its receiver takes it */
    QDR_RECEIVE, /* action `begin`: blocks until it is there */
    QDR_POST,    /* starts the receives among actions begin .. end - 1 */
    QDR_START,   /* starts the sends among them */
    QDR_AWAIT,   /* blocks until those started among them are complete */
    QDR_BARRIER, /* blocks until every rank is here; no actions */
    QDR_NUM_OPCODES
} qdr_opcode;

typedef struct qdr_instruction {
    qdr_opcode opcode;
    int64_t begin, end; /* of the rank's actions */
} qdr_instruction;

typedef struct qdr_program {
    int64_t count;
    qdr_instruction *instructions;
} qdr_program;

/* qdr_program_init writes the program of one rank, which performs
 * `actions[num_operations]`, its view of `schedule`, in order of rounds. If the
 * schedule forwards, what a round brings may be sent on in the next, so each
 * round is awaited whatever the mode. Release with qdr_program_cleanup. */
qdr_status qdr_program_init(qdr_program *program,
                            const qdr_operation *operations,
                            int64_t num_operations,
                            const qdr_schedule *schedule, const qdr_mode *mode,
                            qdr_error *error);

/* qdr_program_num_starting returns how many of its first instructions start
 * transfers and never block. */
int64_t qdr_program_num_starting(const qdr_program *program);

/* qdr_program_can_start tells whether those start everything: nothing is left
 * but to wait, and no other rank waits for a later call of this one. */
bool qdr_program_can_start(const qdr_program *program);

/* qdr_program_cleanup releases the program; a zeroed one is legal. */
void qdr_program_cleanup(qdr_program *program);

/* qdr_check_ends lets all ranks run their programs in `mode`, where a send
 * ends only when its receive is there, and fails with QDR_ERROR_CHECK, naming a
 * blocked pair, if some rank cannot end, or if two ranks disagree about a
 * message. `views` are those of every rank of `schedule`. O(actions log
 * actions) time. */
qdr_status qdr_check_ends(const qdr_rank_schedules *ranks,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          qdr_error *error);

#endif
