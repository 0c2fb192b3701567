/* kernels/executor/local_copies.h -- the copies that a rank makes within its
 * own memory, in order, and the operations that they belong to.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_LOCAL_COPIES_H
#define QUADRILLE_KERNELS_EXECUTOR_LOCAL_COPIES_H

#include <stdbool.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/executor/span.h"
#include "kernels/executor/vector_region.h"

/* A copy within this rank; or a combination: the destination becomes `from op
 * to`, or, if own_first, `to op from`. */
typedef struct qdr_copy {
    qdr_span from;
    qdr_buffer to_buffer;
    int64_t to; /* byte of it */
    bool combines, own_first;
} qdr_copy;

/* Zeroed, there are none. Release with free(copies). */
typedef struct qdr_copies {
    qdr_copy *copies;
    int64_t count, capacity;
} qdr_copies;

/* Some of them: begin .. end - 1. */
typedef struct qdr_copy_range {
    int64_t begin, end;
} qdr_copy_range;

/* One operation of this rank's schedule, bound to a buffer. */
typedef struct qdr_bound_operation {
    bool is_send;
    int peer;
    int count; /* bytes */
    qdr_buffer buffer;
    int64_t displacement;
    qdr_copy_range packing; /* copies made before a send, or after a receive */
} qdr_bound_operation;

/* Each of these adds copies at the end, and fails only if memory runs out.
 * qdr_copies_add: the given one. */
qdr_status qdr_copies_add(qdr_copies *copies, qdr_copy copy, qdr_error *error);

/* qdr_copies_add_own: this rank's message to itself; its two sides may have
 * different blocks. */
qdr_status qdr_copies_add_own(qdr_copies *copies, const qdr_buffer_layout *own,
                              qdr_copy_range *out_range, qdr_error *error);

/* qdr_copies_add_part: from `buffer`, one of the caller's, which holds `part`
 * of a vector, the bytes `wanted` into the region; from the region if
 * `buffer` is the receive buffer. No copy if the region is in that buffer. */
qdr_status qdr_copies_add_part(qdr_copies *copies,
                               const qdr_vector_region *region,
                               qdr_buffer buffer, const qdr_vector_part *part,
                               qdr_vector_part wanted,
                               qdr_copy_range *out_range, qdr_error *error);

#endif
