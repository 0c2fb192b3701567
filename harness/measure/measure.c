/* harness/measure/measure.c -- see measure.h. */
#include "harness/measure/measure.h"

#include "harness/clock/clock.h"
#include "harness/measure/measured_cell.h"
#include "harness/measure/sampling.h"
#include "kernels/plan/api/plan_calls.h"

static qdr_status index_buffers(qdr_measured_cell *s)
{
    qdr_status status =
        qdr_gathered_init(&s->gathered, &s->buffers, &s->made->reason);
    const qdr_indexed_buffer calls = qdr_gathered_calls(&s->gathered);

    if (status == QDR_OK)
        status = qdr_plan_set_indexed(s->plan, &calls, &s->made->reason);
    return status;
}

static qdr_status make_buffers(qdr_measured_cell *s,
                               const qdr_measuring *measuring)
{
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error *reason = &s->made->reason;
    qdr_status status = qdr_plan_get_info(s->plan, &info, reason);

    if (status == QDR_OK)
        status =
            qdr_buffers_init(&s->buffers, &info, s->rank, s->problem.num_procs,
                             s->problem.collective, reason);
    if (status == QDR_OK && measuring->timed == QDR_TIMED_INDEXED)
        status = index_buffers(s);
    return qdr_measured_cell_agree(s, status);
}

static qdr_status execute(void *context, qdr_error *error)
{
    qdr_measured_cell *s = context;

    return qdr_plan_execute(s->plan, s->buffers.send, s->buffers.receive,
                            error);
}

static void poison(void *context)
{
    qdr_measured_cell *s = context;

    qdr_buffers_poison(&s->buffers);
    qdr_gathered_poison(&s->gathered);
}

static qdr_status verify(void *context, qdr_error *error)
{
    qdr_measured_cell *s = context;

    qdr_gathered_collect(&s->gathered);
    return qdr_buffers_verify(&s->buffers, error);
}

/* Executes once and verifies every byte. A simulation does again what it did,
 * so there what is verified behind its one sample is enough; but of an MPI
 * library's first call, which may divide the communicator: 765 us of 256 ranks
 * in SimGrid. */
static qdr_status try_exchange(qdr_measured_cell *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status;

    if (qdr_clock_is_simulated() && s->cell->kernel->calls == NULL)
        return QDR_OK;
    status = execute(s, reason);
    if (status == QDR_OK)
        status = verify(s, reason);
    return qdr_measured_cell_agree(s, status);
}

static qdr_status take_samples(qdr_measured_cell *s, const qdr_task *task,
                               const qdr_measuring *measuring)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status = qdr_clock_resync(s->comm, reason);
    int64_t begin_ns = qdr_clock_now_ns();

    if (status == QDR_OK)
        status = qdr_samples_take(&s->made->samples, task, measuring, s->comm,
                                  reason);
    s->made->sampling_ns = qdr_clock_now_ns() - begin_ns;
    return status;
}

/* This rank's counters of the last execution. */
static void note_counts(const qdr_measured_cell *s)
{
    qdr_measurement *made = s->made;

    made->num_counts = qdr_plan_count(s->plan, made->counts);
    if (s->hosting.state != NULL)
        made->num_counts += s->hosting.application->count(
            s->hosting.state, made->counts + made->num_counts);
}

/* Samples are verified as they are taken. */
static qdr_status time_exchange(qdr_measured_cell *s,
                                const qdr_measuring *measuring)
{
    const qdr_task task = {.prepare = poison,
                           .execute = execute,
                           .verify = verify,
                           .context = s,
                           .draw = s->cell->start_seed};
    qdr_status status = take_samples(s, &task, measuring);

    note_counts(s);
    return status;
}

static qdr_status run_application(void *context, qdr_error *error)
{
    qdr_measured_cell *s = context;

    return qdr_hosting_run(&s->hosting, error);
}

/* Runs it once, and compares its answer with the correct one; in a simulation
 * only after the sample, as for an exchange. */
static qdr_status try_application(qdr_measured_cell *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status;

    if (qdr_clock_is_simulated())
        return QDR_OK;
    status = qdr_measured_cell_agree(s, qdr_hosting_run(&s->hosting, reason));
    return status == QDR_OK ? qdr_hosting_check(&s->hosting, reason) : status;
}

/* The application's answer is compared with the correct one before and after
 * the samples. */
static qdr_status time_application(qdr_measured_cell *s,
                                   const qdr_measuring *measuring)
{
    const qdr_task task = {.prepare = poison,
                           .execute = run_application,
                           .context = s,
                           .draw = s->cell->start_seed,
                           .phase_ns = s->hosting.phase_ns};
    qdr_error *reason = &s->made->reason;
    qdr_status status;

    s->input = qdr_cell_input(s->cell);
    status = qdr_hosting_init(&s->hosting, s->cell->workload->application,
                              &s->input, s->plan, &s->buffers, s->comm, reason);

    if (status == QDR_OK)
        status = try_application(s);
    if (status == QDR_OK)
        status = take_samples(s, &task, measuring);
    if (status == QDR_OK)
        status = qdr_hosting_check(&s->hosting, reason);
    note_counts(s); /* some are of the check */
    s->made->samples.stride = 0;
    s->made->samples.num_verified = s->made->samples.last_is_kept;
    return status;
}

/* The counters of all ranks in the last execution. Skipped when there are none:
 * SimGrid's model of Open MPI's choice cannot reduce an empty vector. */
static void reduce_counts(const qdr_measured_cell *s)
{
    qdr_measurement *made = s->made;
    int64_t numbers[2 * QDR_MAX_COUNTERS];

    if (made->num_counts == 0)
        return;
    for (int i = 0; i < made->num_counts; i++)
        numbers[i] = made->counts[i].number;
    if (MPI_Allreduce(MPI_IN_PLACE, numbers, made->num_counts, MPI_INT64_T,
                      MPI_SUM, s->comm) != MPI_SUCCESS)
        made->num_counts = 0;
    for (int i = 0; i < made->num_counts; i++)
        made->counts[i].number = numbers[i];
}

void qdr_measure(const qdr_cell *cell, const qdr_measuring *measuring,
                 MPI_Comm comm, qdr_measurement *out_measurement)
{
    qdr_measurement made = {.planning = {-1, -1, -1}};
    qdr_measured_cell s = {.cell = cell, .comm = comm, .made = &made};

    MPI_Comm_rank(comm, &s.rank);
    made.status = qdr_measured_cell_plan(&s);
    if (made.status == QDR_OK)
        made.status = make_buffers(&s, measuring);
    if (made.status == QDR_OK)
        made.status = try_exchange(&s);
    if (made.status == QDR_OK)
        made.status = cell->workload->application != NULL &&
                              measuring->timed == QDR_TIMED_APPLICATION
                          ? time_application(&s, measuring)
                          : time_exchange(&s, measuring);
    if (made.status == QDR_OK)
        reduce_counts(&s);
    else
        qdr_samples_cleanup(&made.samples);
    qdr_measured_cell_cleanup(&s);
    *out_measurement = made;
}
