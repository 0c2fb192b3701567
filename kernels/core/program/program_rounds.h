/* kernels/core/program/program_rounds.h -- the program of a rank in a mode that
 * goes by rounds: every one but `dataflow`. */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_ROUNDS_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_PROGRAM_ROUNDS_H

#include "kernels/core/problem/mode.h"
#include "kernels/core/program/instruction.h"
#include "kernels/core/schedule/rank_schedule.h"

/* qdr_program_write_rounds writes the calls of a rank behind those of
 * `program`, which has room for them; see ./mode.h. */
qdr_status qdr_program_write_rounds(qdr_program *program,
                                    const qdr_operation *operations,
                                    int64_t num_operations,
                                    const qdr_schedule *schedule,
                                    const qdr_mode *mode, qdr_error *error);

#endif
