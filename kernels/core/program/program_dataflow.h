/* kernels/core/program/program_dataflow.h -- the program of mode `dataflow`.
 *
 * Messages start in the order of the rounds, each as soon as those that it
 * depends on are complete. One that combines arrives in a place of its own: it
 * depends on nothing before it combines, and the next receives are posted
 * between the two.
 *
 * The sends of a round take turns: every rank sends first to the next higher
 * one, and after the highest to the lowest. So no rank receives all its
 * messages last, and each awaits them in the order in which they come.
 *
 * Short messages are sent by MPI_Send, which MPI libraries end early, and their
 * receives are posted as early as can be. Long ones, of `paced_bytes` or more,
 * would then share the ports of both ranks, and the first be late: a rank
 * starts a send when its long sends of earlier rounds are over, and posts a
 * long receive when those are there.
 *
 * Example: rank 1 of three passes on two pieces from rank 0 to rank 2, and
 * combines what comes back with the first one:
 *
 *   round 0  0 -> 1, piece a          short                long
 *   round 1  1 -> 2, piece a          post all receives    post a
 *            0 -> 1, piece b          await a              await a, post b
 *   round 2  1 -> 2, piece b          send a to 2          start a to 2
 *   round 3  2 -> 1, combined with a  await b              await b, post c
 *            (c)                      send b to 2          await a to 2
 *                                     await c, combine     start b to 2
 *                                                          await c, combine
 *                                                          await b to 2
 *
 * program_test.c has both programs.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_DATAFLOW_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_DATAFLOW_H

#include "kernels/core/problem/mode.h"
#include "kernels/core/program/instruction.h"
#include "kernels/core/schedule/rank_schedule.h"

/* qdr_program_write_dataflow writes the program of a rank to
 * `program->instructions`, after those that are there. There is room for three
 * instructions an operation, and one a round if the mode has barriers. */
qdr_status qdr_program_write_dataflow(qdr_program *program,
                                      const qdr_operation *operations,
                                      int64_t num_operations,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error);

#endif
