/* kernels/executor/window.h -- where a rank works on a vector.
 *
 * What passes through a rank stands, as far as it can, in the caller's buffers:
 * in the receive buffer where that is to hold the whole vector, in the send
 * buffer where nothing is received. Else in a buffer of the executor's own,
 * which has room for the bytes that the rank touches and no others, one
 * interval behind another.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_WINDOW_H
#define QUADRILLE_KERNELS_EXECUTOR_WINDOW_H

#include "kernels/core/placement.h"
#include "kernels/core/rank_schedule.h"
#include "kernels/executor/span.h"

/* Bytes of the vector that stand together. */
typedef struct qdr_pane {
    int64_t begin, end;
    int64_t place; /* of the first one, in the buffer */
} qdr_pane;

typedef struct qdr_window {
    qdr_buffer buffer;
    int64_t num_panes;
    qdr_pane *panes; /* ascending, apart */
    int64_t bytes;   /* of all */
} qdr_window;

/* qdr_window_init finds where the rank whose view it is works on the vector of
 * `problem`. Release with qdr_window_cleanup. */
qdr_status qdr_window_init(qdr_window *window, const qdr_problem *problem,
                           const qdr_placement *placement,
                           const qdr_schedule *schedule,
                           const qdr_rank_schedules *own, qdr_error *error);
void qdr_window_cleanup(qdr_window *window);

/* qdr_window_span returns where bytes of the vector stand that a message of the
 * view carries. */
qdr_span qdr_window_span(const qdr_window *window, int64_t begin,
                         int64_t bytes);

#endif
