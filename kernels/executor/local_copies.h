/* kernels/executor/local_copies.h -- the copies that a rank makes within its
 * own memory, in order, and the operations that they belong to.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_LOCAL_COPIES_H
#define QUADRILLE_KERNELS_EXECUTOR_LOCAL_COPIES_H

#include <stdbool.h>

#include "kernels/executor/span.h"

/* A copy within this rank, between spans of one length; or a combination: `to`
 * becomes `from op to`. */
typedef struct qdr_copy {
    qdr_span from, to;
    bool combines;
} qdr_copy;

/* Zeroed, there are none. Release with free(copies). */
typedef struct qdr_copies {
    qdr_copy *copies;
    int64_t count, capacity;
    bool has_failed; /* out of memory; some copies are missing */
} qdr_copies;

/* Some of them: begin .. end - 1. */
typedef struct qdr_copy_range {
    int64_t begin, end;
} qdr_copy_range;

/* One operation of this rank's schedule, bound to a buffer. */
typedef struct qdr_bound_operation {
    bool is_send;
    int peer;
    qdr_span at;
    qdr_copy_range packing; /* copies made before a send, or after a receive */
} qdr_bound_operation;

/* qdr_copies_add adds a copy at the end, unless memory runs out. */
void qdr_copies_add(qdr_copies *copies, qdr_copy copy);

#endif
