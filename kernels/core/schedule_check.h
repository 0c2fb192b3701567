/* kernels/core/schedule_check.h -- proves a schedule, without MPI.
 *
 * In the manner of FFTW's testsched, but in every test run and behind
 * `quadrille schedule --check`: every byte comes to where it is wanted, with
 * every contribution once, the flags that the row declares hold, and no rank
 * waits for ever.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_CHECK_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/mode.h"
#include "kernels/core/problem.h"
#include "kernels/core/schedule.h"

/* qdr_schedule_report holds what the proof counted. */
typedef struct qdr_schedule_report {
    int64_t num_rounds;
    int64_t num_messages; /* transfers that travel together are one */
    int64_t total_bytes;
    int64_t min_round_bytes;   /* fewest bytes that one round carries */
    int64_t max_round_bytes;   /* most */
    int max_fan_in;            /* most receives of a rank in a round */
    int max_fan_out;           /* most sends of a rank in a round */
    qdr_pattern_stats traffic; /* its max_degree and max_partners are the
                                  bounds on num_rounds */
} qdr_schedule_report;

/* qdr_schedule_check proves that `schedule` does what `problem` asks for
 * (delivery.h); that with `one_port` no rank sends or receives more than once
 * in a round; and that no rank waits for ever in `mode`, even if every send
 * waits for its receive. On a failure returns QDR_ERROR_CHECK and says what was
 * found where; else fills `out_report`. O(transfers log transfers) time. */
qdr_status qdr_schedule_check(const qdr_schedule *schedule,
                              const qdr_problem *problem, bool one_port,
                              const qdr_mode *mode,
                              qdr_schedule_report *out_report,
                              qdr_error *error);

#endif
