/* kernels/executor/placement.h -- a rank's operations, bound to buffers.
 *
 * Two placements of one schedule have the same effect: one copies the rank's
 * own data to its region before all else, for charged machines and for calls in
 * place, whose data are there; the *straight* one leaves them with the caller
 * until they change (../core/program/own_data.h).
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_PLACEMENT_H
#define QUADRILLE_KERNELS_EXECUTOR_PLACEMENT_H

#include "kernels/core/program/program.h"
#include "kernels/executor/local_copies.h"
#include "kernels/executor/locator.h"

/* The operations of a rank and the copies that it makes. */
typedef struct qdr_placement {
    qdr_bound_operation *operations;
    qdr_copies copies;
    qdr_copy_range own; /* its message to itself, or its own data: made after
                           num_leading instructions of the program */
    int64_t num_leading;
    qdr_copy_range after; /* made last: the part that it needs */
    int64_t packed_bytes; /* that packed messages need */
    bool is_apart; /* only for calls whose own data are not in the receive
                      buffer: a message arrives there before they are used */
} qdr_placement;

/* qdr_placement_init binds the operations `own` of the locator's rank, whose
 * program in `mode` is given. Local; release with qdr_placement_cleanup. */
qdr_status qdr_placement_init(qdr_placement *placement, qdr_locator *locator,
                              const qdr_rank_schedules *own,
                              const qdr_program *program, const qdr_mode *mode,
                              bool is_straight, qdr_error *error);

/* qdr_placement_cleanup releases it; a zeroed one is legal. */
void qdr_placement_cleanup(qdr_placement *placement);

#endif
