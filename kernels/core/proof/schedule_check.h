/* kernels/core/proof/schedule_check.h -- proves a schedule, without MPI.
 *
 * It works as FFTW's testsched does, but runs in every test run and behind
 * `quadrille schedule --check`. It proves that every byte reaches every rank
 * that needs it, with every contribution once, that the flags of the algorithm
 * hold, and that no rank waits for ever.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROOF_SCHEDULE_CHECK_H
#define QUADRILLE_KERNELS_CORE_PROOF_SCHEDULE_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/problem/mode.h"
#include "kernels/core/problem/problem.h"
#include "kernels/core/schedule/schedule.h"

/* qdr_schedule_report holds the counts of the proof. */
typedef struct qdr_schedule_report {
    int64_t num_rounds;
    int64_t num_messages; /* transfers that travel together are one */
    int64_t total_bytes;
    int64_t min_round_bytes;   /* min bytes that one round carries */
    int64_t max_round_bytes;   /* max */
    int max_fan_in;            /* max receives of a rank in a round */
    int max_fan_out;           /* max sends of a rank in a round */
    qdr_pattern_stats traffic; /* its max_degree and max_partners are the
                                  bounds on num_rounds */
} qdr_schedule_report;

/* qdr_schedule_check proves that `schedule` solves `problem` (delivery.h); that
 * with `one_port` no rank sends or receives more than once in a round; and that
 * no rank waits for ever in `mode`, even if every send waits for its receive.
 * On failure it returns QDR_ERROR_CHECK and reports what it found and where;
 * else it fills `out_report`. O(transfers log transfers) time. */
qdr_status qdr_schedule_check(const qdr_schedule *schedule,
                              const qdr_problem *problem, bool one_port,
                              const qdr_mode *mode,
                              qdr_schedule_report *out_report,
                              qdr_error *error);

/* qdr_schedule_check_in proves only what depends on the mode, of a schedule
 * that was proved in another one. */
qdr_status qdr_schedule_check_in(const qdr_schedule *schedule,
                                 const qdr_mode *mode, qdr_error *error);

#endif
