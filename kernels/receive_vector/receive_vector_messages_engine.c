/* kernels/receive_vector/receive_vector_messages_engine.c -- see
 * receive_vector_messages_engine.h.
 */
#include "kernels/receive_vector/receive_vector_messages_engine.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"
#include "kernels/messaging/tags.h"
#include "kernels/receive_vector/receive_vector_lengths_engine.h"

qdr_status qdr_library_messages_prepare(qdr_library_messages *messages,
                                        const qdr_local *local,
                                        qdr_error *error)
{
    size_t count = (size_t)local->layout->num_sends;
    qdr_status status = qdr_lengths_check(local->layout, error);

    *messages = (qdr_library_messages){
        .layout = local->layout, .comm = MPI_COMM_NULL, .tag = QDR_TAG_LENGTH};
    if (status != QDR_OK)
        return status;
    /* Released by qdr_library_messages_cleanup. */
    messages->sends = malloc((count + 1) * sizeof *messages->sends);
    if (messages->sends == NULL)
        return qdr_fail_memory(error, "the sends of a rank");
    for (size_t i = 0; i < count; i++)
        messages->sends[i] = MPI_REQUEST_NULL;
    return QDR_OK;
}

qdr_status qdr_library_messages_connect(void *state, const qdr_problem *problem,
                                        const qdr_local *local,
                                        qdr_error *error)
{
    qdr_library_messages *messages = state;
    qdr_status status =
        qdr_mpi_status(MPI_Comm_dup(local->comm, &messages->comm),
                       "a communicator of", local->layout->rank, error);

    (void)problem;
    if (status == QDR_OK)
        MPI_Comm_set_errhandler(messages->comm, MPI_ERRORS_RETURN);
    return status;
}

void qdr_library_messages_cleanup(void *state)
{
    qdr_library_messages *messages = state;

    if (messages->layout != NULL && messages->comm != MPI_COMM_NULL &&
        qdr_mpi_is_running())
        MPI_Comm_free(&messages->comm);
    free(messages->sends);
}

qdr_status qdr_library_messages_start(qdr_library_messages *messages,
                                      qdr_send_call *call, const char *send,
                                      char *receive, qdr_error *error)
{
    const qdr_buffer_layout *own = messages->layout;
    int code = MPI_SUCCESS;

    messages->num_unknown = 0;
    qdr_buffer_layout_copy_own(own, send, receive);
    for (int64_t i = 0; i < own->num_sends && code == MPI_SUCCESS; i++)
        if (own->sends[i].peer != own->rank)
            code = call(send + own->sends[i].displacement, QDR_LENGTH_BYTES,
                        MPI_BYTE, own->sends[i].peer, messages->tag,
                        messages->comm, &messages->sends[i]);
    return qdr_mpi_status(code, "starting the sends of", own->rank, error);
}

int qdr_library_messages_take(qdr_library_messages *messages, int source,
                              char *receive)
{
    int64_t length;
    int code = MPI_Recv(&length, QDR_LENGTH_BYTES, MPI_BYTE, source,
                        messages->tag, messages->comm, MPI_STATUS_IGNORE);

    if (code == MPI_SUCCESS)
        messages->num_unknown +=
            !qdr_lengths_store(messages->layout, source, length, receive);
    return code;
}
