/* kernels/executor/datatypes.c -- see datatypes.h. */
#include "kernels/executor/datatypes.h"

#include <stdlib.h>

void qdr_datatypes_cleanup(qdr_datatypes *typed)
{
    free(typed->send.messages);
    free(typed->send.packed);
    free(typed->receive.messages);
    free(typed->receive.packed);
    free(typed->own);
    *typed = (qdr_datatypes){0};
}

/* Packs a message of `buffer`, or unpacks it there. Its bytes are fewer than
 * MPI counts in one message. */
static int move(const qdr_typed_message *message, bool packs, char *buffer,
                char *packed, MPI_Comm comm, int *out_bytes)
{
    char *at = buffer + message->displacement;
    int room = 0, code;

    *out_bytes = 0;
    code = MPI_Pack_size(message->count, message->type, comm, &room);
    if (code != MPI_SUCCESS)
        return code;
    return packs ? MPI_Pack(at, message->count, message->type, packed, room,
                            out_bytes, comm)
                 : MPI_Unpack(packed, room, out_bytes, at, message->count,
                              message->type, comm);
}

static int copy_own(const qdr_datatypes *typed, MPI_Comm comm, char *send,
                    char *receive)
{
    int bytes;
    int code = move(&typed->own_send, true, send, typed->own, comm, &bytes);

    return code == MPI_SUCCESS ? move(&typed->own_receive, false, receive,
                                      typed->own, comm, &bytes)
                               : code;
}

/* All messages of a side that are packed, one after another. */
static int move_all(const qdr_datatypes_side *side, bool packs, char *buffer,
                    MPI_Comm comm)
{
    char *packed = side->packed;
    int code = MPI_SUCCESS;

    if (packed == NULL)
        return MPI_SUCCESS;
    for (int64_t i = 0; i < side->count && code == MPI_SUCCESS; i++) {
        int bytes;
        code = move(&side->messages[i], packs, buffer, packed, comm, &bytes);
        packed += bytes;
    }
    return code;
}

int qdr_datatypes_begin(qdr_datatypes *typed, MPI_Comm comm, const char **send,
                        char **receive)
{
    /* Packing only reads it. */
    char *source = typed->is_in_place ? *receive : (char *)*send;
    int code = MPI_SUCCESS;

    typed->destination = *receive;
    if (typed->own_bytes > 0 && !typed->is_in_place)
        code = copy_own(typed, comm, source, *receive);
    if (code == MPI_SUCCESS)
        code = move_all(&typed->send, true, source, comm);
    *send = typed->send.packed == NULL ? source : typed->send.packed;
    if (typed->receive.packed != NULL)
        *receive = typed->receive.packed;
    return code;
}

int qdr_datatypes_end(const qdr_datatypes *typed, MPI_Comm comm)
{
    return move_all(&typed->receive, false, typed->destination, comm);
}
