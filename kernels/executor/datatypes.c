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

qdr_status qdr_datatypes_pack_side(qdr_datatypes_side *side, qdr_error *error)
{
    side->packed = malloc((size_t)side->bytes + 1);
    return side->packed == NULL ? qdr_fail_memory(error, "packed messages")
                                : QDR_OK;
}

/* Their bytes are fewer than MPI counts in one message. */
static int pack(const qdr_typed_message *message, const char *buffer,
                char *packed, MPI_Comm comm, int *out_bytes)
{
    int room = 0, code;

    *out_bytes = 0;
    code = MPI_Pack_size(message->count, message->type, comm, &room);
    return code == MPI_SUCCESS
               ? MPI_Pack(buffer + message->displacement, message->count,
                          message->type, packed, room, out_bytes, comm)
               : code;
}

static int unpack(const qdr_typed_message *message, char *buffer,
                  const char *packed, MPI_Comm comm, int *out_bytes)
{
    int room = 0, code;

    *out_bytes = 0;
    code = MPI_Pack_size(message->count, message->type, comm, &room);
    return code == MPI_SUCCESS ? MPI_Unpack(packed, room, out_bytes,
                                            buffer + message->displacement,
                                            message->count, message->type, comm)
                               : code;
}

static int copy_own(const qdr_datatypes *typed, MPI_Comm comm, const char *send,
                    char *receive)
{
    int bytes, code = pack(&typed->own_send, send, typed->own, comm, &bytes);

    return code == MPI_SUCCESS
               ? unpack(&typed->own_receive, receive, typed->own, comm, &bytes)
               : code;
}

static int pack_all(const qdr_datatypes_side *side, MPI_Comm comm,
                    const char *buffer)
{
    int64_t at = 0;
    int code = MPI_SUCCESS;

    for (int64_t i = 0; i < side->count && code == MPI_SUCCESS; i++) {
        int bytes;
        code =
            pack(&side->messages[i], buffer, side->packed + at, comm, &bytes);
        at += bytes;
    }
    return code;
}

int qdr_datatypes_begin(qdr_datatypes *typed, MPI_Comm comm, const char **send,
                        char **receive)
{
    const char *source = typed->is_in_place ? *receive : *send;
    int code = MPI_SUCCESS;

    typed->destination = *receive;
    if (typed->own_bytes > 0 && !typed->is_in_place)
        code = copy_own(typed, comm, source, *receive);
    if (code == MPI_SUCCESS && typed->send.packed != NULL)
        code = pack_all(&typed->send, comm, source);
    *send = typed->send.packed == NULL ? source : typed->send.packed;
    if (typed->receive.packed != NULL)
        *receive = typed->receive.packed;
    return code;
}

int qdr_datatypes_end(const qdr_datatypes *typed, MPI_Comm comm)
{
    const qdr_datatypes_side *side = &typed->receive;
    int64_t at = 0;
    int code = MPI_SUCCESS;

    if (side->packed == NULL)
        return MPI_SUCCESS;
    for (int64_t i = 0; i < side->count && code == MPI_SUCCESS; i++) {
        int bytes;
        code = unpack(&side->messages[i], typed->destination, side->packed + at,
                      comm, &bytes);
        at += bytes;
    }
    return code;
}
