/* kernels/executor/typed.h -- messages in MPI's types, in a program's buffers.
 *
 * A direct schedule sends and receives them where they are. What forwards or
 * combines messages, or calls the MPI library, needs their bytes one after
 * another, and they are packed before it and unpacked after it.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_TYPED_H
#define QUADRILLE_KERNELS_EXECUTOR_TYPED_H

#include <stdbool.h>

#include "kernels/core/placement.h"
#include "kernels/messaging/typed_message.h"

/* The messages that a rank sends, or receives, without that to itself. */
typedef struct qdr_typed_side {
    int64_t count;
    qdr_typed_message *messages; /* by peer */
    int64_t bytes;               /* of all */
    char *packed;                /* NULL: the executor uses the types */
} qdr_typed_side;

/* Both sides, and the message of the rank to itself. */
typedef struct qdr_typed {
    qdr_typed_side send, receive;
    qdr_typed_message own_send, own_receive;
    int own_bytes;     /* 0: there is none */
    char *own;         /* room for them */
    bool is_in_place;  /* the data to send are in the receive buffer */
    char *destination; /* the receive buffer of a run */
} qdr_typed;

/* qdr_typed_cleanup releases it; a zeroed one is legal. */
void qdr_typed_cleanup(qdr_typed *typed);

/* qdr_typed_pack_side makes room for the packed messages of a side. */
qdr_status qdr_typed_pack_side(qdr_typed_side *side, qdr_error *error);

/* qdr_typed_begin copies the message to itself, packs what has to be, and
 * replaces the buffers by those that the executor uses. qdr_typed_end unpacks.
 * Local; both return MPI's code. */
int qdr_typed_begin(qdr_typed *typed, MPI_Comm comm, const char **send,
                    char **receive);
int qdr_typed_end(const qdr_typed *typed, MPI_Comm comm);

#endif
