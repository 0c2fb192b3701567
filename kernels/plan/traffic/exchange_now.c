/* kernels/plan/traffic/exchange_now.c -- see exchange_now.h. */
#include "kernels/plan/traffic/exchange_now.h"

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

/* One transfer failed, and the others may be in progress in the caller's
 * buffers. They end as they would have without it. */
static void end_others(int count, MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        if (requests[i] != MPI_REQUEST_NULL)
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
}

/* Not all could be started, so the others may never end. A send cannot be
 * cancelled, but only reads. */
static void give_up(int num_receives, int started, MPI_Request *requests)
{
    for (int i = 0; i < started; i++)
        if (requests[i] == MPI_REQUEST_NULL) {
            continue;
        } else if (i < num_receives) {
            MPI_Cancel(&requests[i]);
            MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
        } else {
            MPI_Request_free(&requests[i]);
        }
}

qdr_status qdr_exchange_end(const qdr_communicator *of, int num_receives,
                            int started, int code, MPI_Request *requests,
                            qdr_error *error)
{
    if (code == MPI_SUCCESS) {
        code = MPI_Waitall(started, requests, MPI_STATUSES_IGNORE);
        if (code != MPI_SUCCESS)
            end_others(started, requests);
    } else {
        give_up(num_receives, started, requests);
    }
    return qdr_mpi_status(code, "exchanging the messages of",
                          qdr_communicator_rank(of), error);
}

qdr_status qdr_exchange_now(qdr_communicator *of, const void *send,
                            void *receive, const qdr_typed_messages *messages,
                            qdr_error *error)
{
    int count = messages->num_sends + messages->num_receives, started = 0;
    int code = MPI_SUCCESS;
    MPI_Comm comm = qdr_communicator_copy(of);
    MPI_Request *requests = qdr_communicator_room(
        of, QDR_SCRATCH_REQUESTS, (size_t)count * sizeof(MPI_Request));

    if (requests == NULL)
        return qdr_fail_memory(error, "the requests of an exchange");
    for (int i = 0; i < messages->num_receives && code == MPI_SUCCESS; i++) {
        const qdr_typed_message *one = &messages->receives[i];
        code = MPI_Irecv((char *)receive + one->displacement, one->count,
                         one->type, one->peer, QDR_TAG_CALL, comm,
                         &requests[started]);
        started += code == MPI_SUCCESS;
    }
    for (int i = 0; i < messages->num_sends && code == MPI_SUCCESS; i++) {
        const qdr_typed_message *one = &messages->sends[i];
        code = MPI_Isend((const char *)send + one->displacement, one->count,
                         one->type, one->peer, QDR_TAG_CALL, comm,
                         &requests[started]);
        started += code == MPI_SUCCESS;
    }
    return qdr_exchange_end(of, messages->num_receives, started, code, requests,
                            error);
}
