/* kernels/core/schedule/rank_schedule.h -- the schedules of single ranks.
 *
 * A rank's schedule is its list of sends and receives, in the order in which a
 * synchronous executor performs them. The executor follows the schedule of its
 * rank; the checker proves those of all ranks free of deadlock.
 */
#ifndef QUADRILLE_KERNELS_CORE_SCHEDULE_RANK_SCHEDULE_H
#define QUADRILLE_KERNELS_CORE_SCHEDULE_RANK_SCHEDULE_H

#include <stdbool.h>

#include "kernels/core/schedule/schedule.h"

/* Max bytes of an operation: MPI counts in int. */
#define QDR_MAX_PIECE ((int64_t)1 << 30)

/* Max bytes of the transfers of some ranks' schedules, 1 PiB: a larger number
 * in an input is a mistake, and the number of pieces must have a bound. */
#define QDR_MAX_SCHEDULED_BYTES ((int64_t)1 << 50)

/* One send or receive of a message, or of a piece of one: a longer message
 * travels in pieces, one operation after another. */
typedef struct qdr_operation {
    bool is_send; /* else a receive */
    bool is_last; /* piece */
    int peer;
    int64_t round;      /* from 0 */
    int64_t begin, end; /* transfers of the schedule that are the message */
    int64_t skipped;    /* bytes of the message in earlier pieces */
    int64_t bytes;      /* of the piece */
} qdr_operation;

/* The schedules of adjacent ranks, one after another: of one rank in the
 * executor, of all in the checker. */
typedef struct qdr_rank_schedules {
    int first_rank;
    int num_ranks;
    qdr_operation *operations;
    int64_t *rank_begin; /* [num_ranks + 1]: rank first_rank + i performs
                            operations rank_begin[i] .. rank_begin[i + 1] - 1 */
} qdr_rank_schedules;

/* qdr_rank_schedules_init makes the schedules of ranks first_rank .. first_rank
 * + num_ranks - 1. Memory is in proportion to their own messages. Refuses more
 * than QDR_MAX_SCHEDULED_BYTES. Release with qdr_rank_schedules_cleanup. */
qdr_status qdr_rank_schedules_init(qdr_rank_schedules *ranks,
                                   const qdr_schedule *schedule, int first_rank,
                                   int num_ranks, qdr_error *error);

/* qdr_rank_schedules_cleanup releases the schedules; zeroed ones are legal. */
void qdr_rank_schedules_cleanup(qdr_rank_schedules *ranks);

#endif
