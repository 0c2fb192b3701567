/* kernels/executor/bound_operation.h -- an operation and where its bytes are.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_BOUND_OPERATION_H
#define QUADRILLE_KERNELS_EXECUTOR_BOUND_OPERATION_H

#include "kernels/executor/local_copies.h"

/* One operation of this rank's schedule, bound to a buffer. */
typedef struct qdr_bound_operation {
    bool is_send;
    int peer;
    int count; /* bytes */
    qdr_buffer buffer;
    int64_t displacement;
    qdr_copy_range packing; /* copies made before a send, or after a receive */
} qdr_bound_operation;

#endif
