/* harness/measure/host.c -- see host.h. */
#include "harness/measure/host.h"

#include <stdlib.h>

#include "harness/clock/clock.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/local_work.h"

/* Ends the current phase. */
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

static void report_work(void *context, const qdr_work *work)
{
    (void)context;
    qdr_pending_computed(work->flops);
    qdr_pending_copied(work->copied_bytes);
    qdr_pending_indexed(work->indexed_bytes);
    qdr_pending_packed(work->packed_blocks);
}

/* A rank that left alone would leave the others waiting: a failure is reported
 * at the end of the run. */
static void remember(qdr_hosting *h, qdr_status status, const qdr_error *why)
{
    if (status == QDR_OK || h->failed != QDR_OK)
        return;
    h->failed = status;
    h->why = *why;
}

static qdr_status exchange(void *context, qdr_error *error)
{
    qdr_hosting *h = context;
    const qdr_phase before = enter(h, QDR_PHASE_EXCHANGE);

    remember(h, qdr_plan_execute(h->plan, h->host.send, h->host.receive, error),
             error);
    enter(h, before);
    return QDR_OK;
}

/* On rank 0, in the order of the ranks, so that the bits are the same in every
 * run and on every rank, which no MPI library promises of its own. */
static int reduce_few(qdr_hosting *h, qdr_reduction reduction, int count,
                      double *values)
{
    int result = MPI_Gather(values, count, MPI_DOUBLE, h->room, count,
                            MPI_DOUBLE, 0, h->comm);

    for (int r = 1; h->host.rank == 0 && r < h->host.procs; r++)
        for (int i = 0; i < count; i++) {
            double other = h->room[r * count + i];
            if (reduction == QDR_SUM)
                values[i] += other;
            else if (other < values[i] || other != other)
                values[i] = other;
        }
    return result == MPI_SUCCESS
               ? MPI_Bcast(values, count, MPI_DOUBLE, 0, h->comm)
               : result;
}

static qdr_status reduce(void *context, qdr_reduction reduction, int count,
                         double *values, qdr_error *error)
{
    qdr_hosting *h = context;
    const qdr_phase before = enter(h, QDR_PHASE_REDUCE);
    int result = MPI_SUCCESS;

    for (int i = 0; i < count && result == MPI_SUCCESS;
         i += QDR_REDUCED_AT_ONCE)
        result = reduce_few(
            h, reduction,
            count - i < QDR_REDUCED_AT_ONCE ? count - i : QDR_REDUCED_AT_ONCE,
            values + i);
    enter(h, before);
    if (result != MPI_SUCCESS)
        remember(h, qdr_fail(error, QDR_ERROR_MPI, "a reduction failed"),
                 error);
    return QDR_OK;
}

qdr_status qdr_hosting_init(qdr_hosting *hosting,
                            const qdr_application *application,
                            const qdr_workload_input *input, qdr_plan *plan,
                            const qdr_buffers *buffers, MPI_Comm comm,
                            qdr_error *error)
{
    qdr_status status;

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
                               .enter = enter_phase,
                               .worked = report_work}};
    status =
        application->new_state(&hosting->state, input, &hosting->host, error);
    hosting->room = malloc((size_t)input->procs * QDR_REDUCED_AT_ONCE *
                           sizeof *hosting->room);
    if (status == QDR_OK && hosting->room == NULL)
        status = qdr_fail_memory(error, "an application");
    return qdr_agree(comm, status, error);
}

void qdr_hosting_cleanup(qdr_hosting *hosting)
{
    if (hosting->application != NULL)
        hosting->application->free_state(hosting->state);
    free(hosting->room);
    *hosting = (qdr_hosting){0};
}

/* A failure of the host is reported before its consequences. */
static qdr_status first_failure(const qdr_hosting *h, qdr_status status,
                                qdr_error *error)
{
    if (h->failed == QDR_OK)
        return status;
    *error = h->why;
    return h->failed;
}

qdr_status qdr_hosting_run(void *hosting, qdr_error *error)
{
    qdr_hosting *h = hosting;
    qdr_status status;

    h->phase = QDR_PHASE_COMPUTE;
    h->since_ns = qdr_clock_now_ns();
    status = h->application->run(h->state, error);
    enter(h, QDR_PHASE_COMPUTE);
    return first_failure(h, status, error);
}

qdr_status qdr_hosting_check(qdr_hosting *hosting, qdr_error *error)
{
    qdr_status status = hosting->application->check(hosting->state, error);

    return qdr_agree(hosting->comm, first_failure(hosting, status, error),
                     error);
}
