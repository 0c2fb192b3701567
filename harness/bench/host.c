/* harness/bench/host.c -- see host.h. */
#include "harness/bench/host.h"

#include "harness/clock/clock.h"
#include "kernels/messaging/agreement.h"

/* Ends the phase at hand. */
static qdr_phase enter(qdr_hosting *h, qdr_phase phase)
{
    const int64_t now_ns = qdr_clock_now_ns();
    const qdr_phase before = h->phase;

    h->phase_ns[before] += now_ns - h->since_ns;
    h->since_ns = now_ns;
    h->phase = phase;
    return before;
}

static void enter_phase(void *context, qdr_phase phase)
{
    enter(context, phase);
}

static qdr_status exchange(void *context, qdr_error *error)
{
    qdr_hosting *h = context;
    const qdr_phase before = enter(h, QDR_PHASE_EXCHANGE);
    qdr_status status =
        qdr_plan_execute(h->plan, h->host.send, h->host.receive, error);

    enter(h, before);
    return status;
}

/* To rank 0 and back: an MPI library may add in another order on every rank, if
 * each does it for itself, but not on one. */
static qdr_status reduce(void *context, qdr_reduction reduction, int count,
                         double *values, qdr_error *error)
{
    qdr_hosting *h = context;
    const qdr_phase before = enter(h, QDR_PHASE_REDUCE);
    const MPI_Op op = reduction == QDR_SUM ? MPI_SUM : MPI_MIN;
    int result = h->host.rank == 0 ? MPI_Reduce(MPI_IN_PLACE, values, count,
                                                MPI_DOUBLE, op, 0, h->comm)
                                   : MPI_Reduce(values, NULL, count, MPI_DOUBLE,
                                                op, 0, h->comm);

    if (result == MPI_SUCCESS)
        result = MPI_Bcast(values, count, MPI_DOUBLE, 0, h->comm);
    enter(h, before);
    return result == MPI_SUCCESS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_MPI, "a reduction failed");
}

qdr_status qdr_hosting_init(qdr_hosting *hosting,
                            const qdr_application *application,
                            const qdr_workload_input *input, qdr_plan *plan,
                            const qdr_buffers *buffers, MPI_Comm comm,
                            qdr_error *error)
{
    *hosting =
        (qdr_hosting){.application = application,
                      .plan = plan,
                      .comm = comm,
                      .host = {.rank = buffers->rank,
                               .procs = input->procs,
                               .send = buffers->send,
                               .receive = buffers->receive,
                               .num_sends = buffers->info.num_sends,
                               .num_receives = buffers->info.num_receives,
                               .sends = buffers->info.sends,
                               .receives = buffers->info.receives,
                               .context = hosting,
                               .exchange = exchange,
                               .reduce = reduce,
                               .enter = enter_phase}};
    return qdr_agree(
        comm,
        application->new_state(&hosting->state, input, &hosting->host, error),
        error);
}

void qdr_hosting_cleanup(qdr_hosting *hosting)
{
    if (hosting->application != NULL)
        hosting->application->free_state(hosting->state);
    *hosting = (qdr_hosting){0};
}

qdr_status qdr_hosting_run(void *hosting, qdr_error *error)
{
    qdr_hosting *h = hosting;
    qdr_status status;

    h->phase = QDR_PHASE_COMPUTE;
    h->since_ns = qdr_clock_now_ns();
    status = h->application->run(h->state, error);
    enter(h, QDR_PHASE_COMPUTE);
    return status;
}

qdr_status qdr_hosting_check(qdr_hosting *hosting, qdr_error *error)
{
    return qdr_agree(hosting->comm,
                     hosting->application->check(hosting->state, error), error);
}
