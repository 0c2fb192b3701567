/* kernels/executor/datatypes.h -- messages in MPI's types, in a program's
 * buffers.
 *
 * A direct schedule sends and receives them where they are. What forwards or
 * combines messages, or calls the MPI library, needs their bytes one after
 * another, and they are packed before it and unpacked after it.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_DATATYPES_H
#define QUADRILLE_KERNELS_EXECUTOR_DATATYPES_H

#include <stdbool.h>

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/messaging/typed_message.h"

/* The messages that a rank sends, or receives, without that to itself. */
typedef struct qdr_datatypes_side {
    int64_t count;
    qdr_typed_message *messages; /* by peer */
    int64_t bytes;               /* of all */
    char *packed;                /* NULL: the executor uses the types */
} qdr_datatypes_side;

/* Both sides, and the message of the rank to itself. */
typedef struct qdr_datatypes {
    qdr_datatypes_side send, receive;
    qdr_typed_message own_send, own_receive;
    int own_bytes;     /* 0: there is none */
    char *own;         /* room for them */
    bool is_in_place;  /* the data to send are in the receive buffer */
    char *destination; /* the receive buffer of a run */
} qdr_datatypes;

/* qdr_datatypes_cleanup releases it; a zeroed one is legal. */
void qdr_datatypes_cleanup(qdr_datatypes *typed);

/* qdr_datatypes_begin copies the message to itself, packs what has to be, and
 * replaces the buffers by those that the executor uses. qdr_datatypes_end
 * unpacks. Local; both return MPI's code. */
int qdr_datatypes_begin(qdr_datatypes *typed, MPI_Comm comm, const char **send,
                        char **receive);
int qdr_datatypes_end(const qdr_datatypes *typed, MPI_Comm comm);

#endif
