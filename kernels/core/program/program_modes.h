/* kernels/core/program/program_modes.h -- the program of a rank in a mode that
 * goes by rounds, and in mode `dataflow`.
 *
 * In `dataflow` messages start in the order of the rounds, each as soon as
 * those that it depends on are complete. One that combines arrives in a place
 * of its own: it depends on nothing before it combines, and the next receives
 * are posted between the two.
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
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_MODES_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_MODES_H

#include "kernels/core/problem/mode.h"
#include "kernels/core/program/instruction.h"
#include "kernels/core/program/touched_bytes.h"

/* Which messages of a rank wait for which. A send waits for the receives that
 * bring its bytes. A receive waits for the sends that read the bytes it writes,
 * and for the receive that wrote them last. Only messages that take effect
 * earlier count (touched_bytes.h).
 *
 * Message m waits for earlier[begin[m]] .. earlier[end[m] - 1], each once,
 * ascending; those that follow from others may be missing. */
typedef struct qdr_dependences {
    int64_t *begin, *end;
    int64_t *earlier;
    int64_t count, capacity;
} qdr_dependences;

/* qdr_dependences_init finds those of all messages. O(n log n) time and O(n)
 * memory for n segments touched in all. Release with qdr_dependences_cleanup; a
 * zeroed one is legal. */
qdr_status qdr_dependences_init(qdr_dependences *dependences,
                                const qdr_touched_bytes *touched,
                                qdr_error *error);
void qdr_dependences_cleanup(qdr_dependences *dependences);

/* qdr_program_write_dataflow writes the program of a rank to
 * `program->instructions`, after those that are there. There is room for three
 * instructions an operation, and one a round if the mode has barriers. */
qdr_status qdr_program_write_dataflow(qdr_program *program,
                                      const qdr_operation *operations,
                                      int64_t num_operations,
                                      const qdr_schedule *schedule,
                                      const qdr_mode *mode, qdr_error *error);

/* qdr_program_write_rounds writes the calls of a rank behind those of
 * `program`, which has room for them; see ./mode.h. */
qdr_status qdr_program_write_rounds(qdr_program *program,
                                    const qdr_operation *operations,
                                    int64_t num_operations,
                                    const qdr_schedule *schedule,
                                    const qdr_mode *mode, qdr_error *error);

#endif
