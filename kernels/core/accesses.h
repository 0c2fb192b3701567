/* kernels/core/accesses.h -- the bytes that the messages of a rank touch.
 *
 * The ends of all its transfers cut the rank's data into cells, so every
 * message touches whole cells: two messages touch common bytes if and only if
 * they have a cell in common.
 */
#ifndef QUADRILLE_KERNELS_CORE_ACCESSES_H
#define QUADRILLE_KERNELS_CORE_ACCESSES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/rank_schedule.h"

/* A message of a rank, with all of its pieces. */
typedef struct qdr_access {
    bool is_send;
    bool combines; /* received, and combined with the rank's data */
    int64_t round;
    int64_t begin, end;             /* of the rank's operations */
    int64_t begin_range, end_range; /* of the cells that it touches */
} qdr_access;

/* Adjacent cells. */
typedef struct qdr_cells {
    int64_t begin, end;
} qdr_cells;

/* The messages of a rank, in the order of its operations. */
typedef struct qdr_accesses {
    int64_t num_messages;
    qdr_access *messages;
    int64_t *in_effect; /* the messages as the schedule means them: in a round,
                           all sends read before any receive writes */
    int64_t num_cells;
    qdr_cells *ranges;
} qdr_accesses;

/* qdr_accesses_init finds the messages and cells of
 * `operations[num_operations]`, one rank's part of `schedule`. O(n log n) time
 * for n transfers. Release with qdr_accesses_cleanup; a zeroed one is legal. */
qdr_status qdr_accesses_init(qdr_accesses *accesses,
                             const qdr_operation *operations,
                             int64_t num_operations,
                             const qdr_schedule *schedule, qdr_error *error);
void qdr_accesses_cleanup(qdr_accesses *accesses);

#endif
