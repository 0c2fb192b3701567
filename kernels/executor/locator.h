/* kernels/executor/locator.h -- finds where the bytes of a message stand.
 *
 * A message of a pattern stands in the caller's buffers where this rank is its
 * source or destination, and in transit else; bytes of a vector stand in the
 * window.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_LOCATOR_H
#define QUADRILLE_KERNELS_EXECUTOR_LOCATOR_H

#include <stdbool.h>

#include "kernels/core/placement.h"
#include "kernels/core/rank_schedule.h"
#include "kernels/executor/transit.h"
#include "kernels/executor/window.h"

typedef struct qdr_locator {
    const qdr_problem *problem;
    const qdr_schedule *schedule;
    const qdr_placement *placement;
    qdr_transit transit; /* of messages */
    qdr_window window;   /* of a vector */
    /* Of the message found last. */
    qdr_span *spans;
    int64_t num_spans, capacity;
} qdr_locator;

/* qdr_locator_init, of the rank whose view and placement these are. It keeps
 * pointers to problem, schedule and placement. Release with
 * qdr_locator_cleanup; a zeroed one is legal. */
qdr_status qdr_locator_init(qdr_locator *locator, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_placement *placement,
                            const qdr_rank_schedules *own, qdr_error *error);
void qdr_locator_cleanup(qdr_locator *locator);

/* qdr_locator_find sets the spans to where the message of an action stands, in
 * its order. To be asked once for each message of the view, in the view's
 * order, since what passes through moves. */
qdr_status qdr_locator_find(qdr_locator *locator,
                            const qdr_operation *operation, qdr_error *error);

/* qdr_locator_is_ready tells whether the message found last may be sent from
 * where it stands, or received there: together, and in a place it keeps. A
 * block on its way keeps none; bytes of a vector do. */
bool qdr_locator_is_ready(const qdr_locator *locator);

#endif
