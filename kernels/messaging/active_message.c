/* kernels/messaging/active_message.c -- see active_message.h: the part that is
 * the same for all transports. */
#include "kernels/messaging/active_message.h"

#include <stdlib.h>

#include "kernels/messaging/active_transport.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"

MPI_Comm qdr_active_comm(const qdr_active *active)
{
    return active->comm;
}

int64_t qdr_active_now_ns(void)
{
    return (int64_t)(MPI_Wtime() * 1e9);
}

static void release(qdr_active *active)
{
    if (active == NULL)
        return;
    if (active->comm != MPI_COMM_NULL && qdr_mpi_is_running())
        MPI_Comm_free(&active->comm);
    free(active);
}

qdr_status qdr_active_new(qdr_active **out_active,
                          const qdr_active_service *service, MPI_Comm comm,
                          qdr_error *error)
{
    qdr_active *active = calloc(1, sizeof *active);
    qdr_status status = QDR_OK;

    if (active == NULL) {
        status = qdr_fail_memory(error, "active messages");
    } else {
        *active = (qdr_active){.service = *service, .comm = MPI_COMM_NULL};
        MPI_Comm_rank(comm, &active->rank);
        MPI_Comm_size(comm, &active->num_procs);
    }
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status =
            qdr_agree(comm,
                      qdr_mpi_status(MPI_Comm_dup(comm, &active->comm),
                                     "a communicator of", active->rank, error),
                      error);
    if (status == QDR_OK) {
        MPI_Comm_set_errhandler(active->comm, MPI_ERRORS_RETURN);
        status = qdr_agree(comm, qdr_transport_open(active, error), error);
        if (status != QDR_OK)
            qdr_transport_close(active);
    }
    if (status == QDR_OK)
        *out_active = active;
    else
        release(active);
    return status;
}

void qdr_active_free(qdr_active *active)
{
    if (active != NULL)
        qdr_transport_close(active);
    release(active);
}

void qdr_active_run(qdr_active *active, int source, const qdr_packet *arrived)
{
    active->has_run = true;
    active->service.handlers[arrived->handler](active, active->service.context,
                                               source, arrived->arguments);
}

qdr_status qdr_active_failed(const qdr_active *active, qdr_error *error)
{
    if (active->failure != QDR_OK && error != NULL)
        *error = active->reason;
    return active->failure;
}

qdr_status qdr_active_send(qdr_active *active, int target, int handler,
                           int64_t argument0, int64_t argument1,
                           qdr_error *error)
{
    const qdr_packet sent = {handler, {argument0, argument1}};
    qdr_error own = {""};
    qdr_status status;

    if (handler < 0 || handler >= active->service.num_handlers)
        status =
            qdr_fail(&own, QDR_ERROR_INPUT, "handler %d; accepted: 0 to %d",
                     handler, active->service.num_handlers - 1);
    else if (target < 0 || target >= active->num_procs)
        status = qdr_fail(&own, QDR_ERROR_INPUT, "rank %d; accepted: 0 to %d",
                          target, active->num_procs - 1);
    else
        status = qdr_transport_send(active, target, &sent, &own);
    if (status != QDR_OK && error != NULL)
        *error = own;
    if (status != QDR_OK && active->failure == QDR_OK) {
        active->failure = status;
        active->reason = own;
    }
    return status;
}

qdr_status qdr_active_wait(qdr_active *active, qdr_error *error)
{
    qdr_status status = qdr_active_failed(active, error);

    while (!active->has_run && status == QDR_OK)
        status = qdr_transport_wait(active, error);
    active->has_run = false;
    return status;
}

qdr_status qdr_active_complete(qdr_active *active, int count,
                               MPI_Request *requests, qdr_error *error)
{
    qdr_status status = qdr_active_failed(active, error);

    return status == QDR_OK
               ? qdr_transport_complete(active, count, requests, error)
               : status;
}

qdr_status qdr_active_sleep(qdr_active *active, int64_t duration_ns,
                            qdr_error *error)
{
    qdr_status status = qdr_active_failed(active, error);

    return status == QDR_OK ? qdr_transport_sleep(active, duration_ns, error)
                            : status;
}

qdr_status qdr_active_doze(qdr_active *active, int64_t duration_ns,
                           qdr_error *error)
{
    int64_t left_ns = duration_ns, end_ns = qdr_active_now_ns() + duration_ns;
    qdr_status status = qdr_active_failed(active, error);

    while (!active->has_run && left_ns > 0 && status == QDR_OK) {
        status = qdr_transport_doze(active, left_ns, error);
        left_ns = end_ns - qdr_active_now_ns();
    }
    active->has_run = false;
    return status;
}

void qdr_active_remind(qdr_active *active, int64_t at_ns, int handler)
{
    const qdr_packet reminder = {handler, {0, 0}};

    qdr_transport_remind(active, at_ns, &reminder);
}
