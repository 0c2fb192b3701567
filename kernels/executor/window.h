/* kernels/executor/window.h -- where a rank works on a vector.
 *
 * If possible a rank works in the caller's buffers: in the receive buffer if
 * that will hold all bytes, in the send buffer if nothing is received.
 * Otherwise it works in a buffer of the executor, which holds only the bytes
 * that the rank touches, one interval after another.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_WINDOW_H
#define QUADRILLE_KERNELS_EXECUTOR_WINDOW_H

#include "kernels/core/placement.h"
#include "kernels/core/rank_schedule.h"
#include "kernels/executor/span.h"

/* Adjacent bytes of the vector. */
typedef struct qdr_pane {
    int64_t begin, end;
    int64_t place; /* of the first one, in the buffer */
} qdr_pane;

/* The buffer that a rank works in, and where the bytes of the vector are in
 * it. */
typedef struct qdr_window {
    qdr_buffer buffer;
    int64_t num_panes;
    qdr_pane *panes; /* ascending, apart */
    int64_t bytes;   /* of all */
} qdr_window;

/* qdr_window_init finds where the rank of the schedule works on the vector of
 * `problem`. Release with qdr_window_cleanup. */
qdr_status qdr_window_init(qdr_window *window, const qdr_problem *problem,
                           const qdr_placement *placement,
                           const qdr_schedule *schedule,
                           const qdr_rank_schedules *own, qdr_error *error);
void qdr_window_cleanup(qdr_window *window);

/* qdr_window_span returns the place of the bytes of the vector that a message
 * of the rank's schedule carries. */
qdr_span qdr_window_span(const qdr_window *window, int64_t begin,
                         int64_t bytes);

#endif
