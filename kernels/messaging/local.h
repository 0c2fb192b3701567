/* kernels/messaging/local.h -- one rank's side of an exchange. */
#ifndef QUADRILLE_KERNELS_MESSAGING_LOCAL_H
#define QUADRILLE_KERNELS_MESSAGING_LOCAL_H

#include <mpi.h>

#include "kernels/core/problem/buffer_layout.h"

/* How vectors are combined, element by element. */
typedef struct qdr_arithmetic {
    MPI_Datatype type;
    MPI_Op op;
    int64_t element_bytes; /* 0: nothing is combined */
} qdr_arithmetic;

/* The places of its messages in its buffers, the ranks that it exchanges them
 * with, and their operator. All must outlive the objects made for it. */
typedef struct qdr_local {
    const qdr_buffer_layout *layout;
    MPI_Comm comm;
    int tag;                          /* of the transfers of a schedule */
    const qdr_arithmetic *arithmetic; /* its operator may change between
                                         executions */
    struct qdr_ring_group *rings; /* of a plan through shared memory, or NULL */
} qdr_local;

#endif
