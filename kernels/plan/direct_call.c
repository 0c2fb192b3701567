/* kernels/plan/direct_call.c -- see direct_call.h. */
#include "kernels/plan/direct_call.h"

#include "kernels/messaging/mpi_status.h"
#include "kernels/messaging/tags.h"

qdr_status qdr_direct_exchange(qdr_communicator *of, const void *send,
                               void *receive,
                               const qdr_typed_messages *messages,
                               qdr_error *error)
{
    int count = messages->num_sends + messages->num_receives, started = 0;
    int code = MPI_SUCCESS;
    MPI_Comm comm = qdr_communicator_copy(of);
    MPI_Request *requests = qdr_communicator_room(
        of, QDR_ROOM_REQUESTS, (size_t)count * sizeof(MPI_Request));

    if (requests == NULL)
        return qdr_fail_memory(error, "the requests of an exchange");
    for (int i = 0; i < messages->num_receives && code == MPI_SUCCESS; i++) {
        const qdr_typed_message *one = &messages->receives[i];
        code = MPI_Irecv((char *)receive + one->displacement, one->count,
                         one->type, one->peer, QDR_TAG_CALL, comm,
                         &requests[started++]);
    }
    for (int i = 0; i < messages->num_sends && code == MPI_SUCCESS; i++) {
        const qdr_typed_message *one = &messages->sends[i];
        code = MPI_Isend((const char *)send + one->displacement, one->count,
                         one->type, one->peer, QDR_TAG_CALL, comm,
                         &requests[started++]);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(started, requests, MPI_STATUSES_IGNORE);
    return qdr_mpi_status(code, "exchanging the messages of",
                          qdr_communicator_rank(of), error);
}
