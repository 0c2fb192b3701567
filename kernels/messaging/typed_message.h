/* kernels/messaging/typed_message.h -- a message as MPI describes it. */
#ifndef QUADRILLE_KERNELS_MESSAGING_TYPED_MESSAGE_H
#define QUADRILLE_KERNELS_MESSAGING_TYPED_MESSAGE_H

#include <mpi.h>

/* `count` elements of `type` to or from a peer, in a buffer. */
typedef struct qdr_typed_message {
    int peer, count;
    MPI_Datatype type;
    MPI_Aint displacement; /* bytes from the start of the buffer */
} qdr_typed_message;

#endif
