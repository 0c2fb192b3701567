/* kernels/core/program/program.h -- what a rank does, call by call, in a mode.
 *
 * A program spells a mode of ./mode.h out for one rank's operations: its calls,
 * in order. The executor performs it; the checker runs the programs of all
 * ranks against each other and proves that they end. The proof covers the
 * program that runs.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/mode.h"
#include "kernels/core/program/instruction.h"
#include "kernels/core/schedule/rank_schedule.h"

/* qdr_program_init writes the program of one rank, which performs
 * `operations[num_operations]`, its schedule within `schedule`, in order of
 * rounds. If the schedule forwards, a rank may send in the next round what it
 * received in this one, so every mode but `dataflow` awaits each round. Release
 * with qdr_program_cleanup. */
qdr_status qdr_program_init(qdr_program *program,
                            const qdr_operation *operations,
                            int64_t num_operations,
                            const qdr_schedule *schedule, const qdr_mode *mode,
                            qdr_error *error);

/* qdr_program_num_starting returns the number of leading instructions that
 * start transfers and never block. */
int64_t qdr_program_num_starting(const qdr_program *program);

/* qdr_program_num_leading returns the number of leading instructions that wait
 * for no receive: they start transfers, or wait for their receivers. */
int64_t qdr_program_num_leading(const qdr_program *program);

/* qdr_program_can_start returns whether those instructions start every
 * transfer: only waiting remains, and no other rank waits for a later call of
 * this one. */
bool qdr_program_can_start(const qdr_program *program);

/* qdr_program_cleanup releases the program; a zeroed one is legal. */
void qdr_program_cleanup(qdr_program *program);

/* qdr_check_order proves that the program of a rank has the effect of its
 * schedule, round by round: each message starts and is awaited once, those
 * between two ranks start in order, no message reads or writes bytes before the
 * earlier ones that touch them are complete, and combinations keep their order:
 * with the rank's own data copied first, and as ./own_data.h has it, with any
 * of the messages that may be straight. It fails with QDR_ERROR_CHECK and names
 * a message. O(n + p) time for n segments touched and p ranks. */
qdr_status qdr_check_order(const qdr_program *program,
                           const qdr_operation *operations,
                           int64_t num_operations, const qdr_schedule *schedule,
                           int rank, qdr_error *error);

/* qdr_check_ends runs the programs of all ranks in `mode`, where a send ends
 * only when its receive is there. It fails with QDR_ERROR_CHECK if some rank
 * cannot end, and names a blocked pair, or if two ranks disagree about a
 * message. It needs the schedules of all ranks of `schedule`. O(operations log
 * operations) time. */
qdr_status qdr_check_ends(const qdr_rank_schedules *ranks,
                          const qdr_schedule *schedule, const qdr_mode *mode,
                          qdr_error *error);

#endif
