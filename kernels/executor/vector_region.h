/* kernels/executor/vector_region.h -- where a rank works on a vector.
 *
 * If possible a rank works in the caller's buffers: in the receive buffer if
 * that will hold all bytes, in the send buffer if nothing is received.
 * Otherwise it works in a buffer of the executor, which holds only the bytes
 * that the rank touches, one interval after another.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_VECTOR_REGION_H
#define QUADRILLE_KERNELS_EXECUTOR_VECTOR_REGION_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/executor/span.h"

/* Adjacent bytes of the vector. */
typedef struct qdr_region_interval {
    int64_t begin, end;
    int64_t place; /* of the first one, in the buffer */
} qdr_region_interval;

/* The buffer that a rank works in, and where the bytes of the vector are in
 * it. */
typedef struct qdr_vector_region {
    qdr_buffer buffer;
    int64_t num_intervals;
    qdr_region_interval *intervals; /* ascending, apart */
    int64_t bytes; /* of all, if the buffer is not the caller's; else 0 */
} qdr_vector_region;

/* qdr_vector_region_init finds where the rank of the schedule works on the
 * vector of `problem`. Release with qdr_vector_region_cleanup. */
qdr_status qdr_vector_region_init(qdr_vector_region *region,
                                  const qdr_problem *problem,
                                  const qdr_buffer_layout *layout,
                                  const qdr_schedule *schedule,
                                  const qdr_rank_schedules *own,
                                  qdr_error *error);

/* qdr_vector_region_cleanup releases it; a zeroed one is legal. */
void qdr_vector_region_cleanup(qdr_vector_region *region);

/* qdr_vector_region_span returns the place of the bytes of the vector that a
 * message of the rank's schedule carries. */
qdr_span qdr_vector_region_span(const qdr_vector_region *region, int64_t begin,
                                int64_t bytes);

#endif
