/* kernels/executor/locator.h -- finds the bytes of a message.
 *
 * A message of a pattern is in the caller's buffers where this rank is its
 * source or destination, and in transit otherwise; bytes of a vector are in the
 * region.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_LOCATOR_H
#define QUADRILLE_KERNELS_EXECUTOR_LOCATOR_H

#include <stdbool.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/executor/transit.h"
#include "kernels/executor/vector_region.h"

/* Finds one message after another, at planning only: an execution keeps the
 * places that were found. */
typedef struct qdr_locator {
    const qdr_problem *problem;
    const qdr_schedule *schedule;
    const qdr_buffer_layout *layout;
    qdr_transit transit;      /* of messages */
    qdr_vector_region region; /* of a vector */
    /* The last message found. */
    qdr_span *spans;
    int64_t num_spans, capacity;
} qdr_locator;

/* qdr_locator_init takes the schedule and the layout of one rank. It keeps
 * pointers to problem, schedule and layout. Release with
 * qdr_locator_cleanup; a zeroed one is legal. */
qdr_status qdr_locator_init(qdr_locator *locator, const qdr_problem *problem,
                            const qdr_schedule *schedule,
                            const qdr_buffer_layout *layout,
                            const qdr_rank_schedules *own, qdr_error *error);
void qdr_locator_cleanup(qdr_locator *locator);

/* qdr_locator_find sets the spans to the places of an operation's message, in
 * its order. Call it once for each message of a pattern, in order, since blocks
 * in transit move. Bytes of a vector are in the region or, if `is_own`, where
 * the caller has the rank's own data. */
qdr_status qdr_locator_find(qdr_locator *locator,
                            const qdr_operation *operation, bool is_own,
                            qdr_error *error);

/* qdr_locator_is_ready returns whether the last message found may be sent from
 * its place, or received there: its bytes are adjacent and their place is
 * fixed. A block in transit has no fixed place; bytes of a vector have one. */
bool qdr_locator_is_ready(const qdr_locator *locator);

#endif
