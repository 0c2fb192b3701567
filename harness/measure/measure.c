/* harness/measure/measure.c -- see measure.h. */
#include "harness/measure/measure.h"

#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/measure/host.h"
#include "harness/measure/measured_call.h"
#include "harness/measure/sampling.h"
#include "kernels/core/schedule_check.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/plan.h"

/* A cell being measured, on this rank. */
typedef struct subject {
    const qdr_cell *cell;
    MPI_Comm comm;
    int rank;
    qdr_demand demand;
    qdr_problem problem;
    qdr_placement placement; /* of this rank's messages */
    qdr_plan *plan;
    qdr_buffers buffers;
    qdr_workload_input input; /* of an application that is timed */
    qdr_hosting hosting;
    qdr_measurement *made;
} subject;

/* Agrees on the failure of any rank, with its reason. */
static qdr_status agree(const subject *s, qdr_status status)
{
    return qdr_agree(s->comm, status, &s->made->reason);
}

static qdr_status make_demand(subject *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status = qdr_cell_demand(s->cell, &s->demand, reason);

    if (status == QDR_OK) {
        s->problem = qdr_cell_problem(s->cell, &s->demand);
        status = qdr_kernel_accepts(s->cell->kernel, &s->problem, reason);
    }
    if (status == QDR_OK && s->problem.pattern != NULL)
        status = qdr_placement_init(&s->placement, &s->problem, s->rank,
                                    QDR_PACKED, reason);
    return agree(s, status);
}

/* The planning call that a program would make: one that knows what it sends,
 * and what everybody does if that is all the same. What learning the rest takes
 * is not known of a simulated machine, so there nobody has to learn it. */
static qdr_call choose_call(const subject *s)
{
    const qdr_pattern *pattern = s->problem.pattern;

    if (pattern == NULL)
        return qdr_measured_call(&s->problem);
    if ((s->cell->kernel->flags & QDR_COMPLETE) != 0)
        return qdr_call_alltoall(
            pattern->num_messages == 0 ? 0 : pattern->messages[0].bytes);
    if (qdr_clock_is_simulated())
        return qdr_call_pattern(pattern->num_messages, pattern->messages);
    return qdr_call_alltoallv(s->placement.num_sends, s->placement.sends,
                              QDR_LEARN, NULL);
}

/* The text of values, as planning takes it; the caller's, NULL without memory.
 */
static char *new_parameters(const qdr_values *values)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    qdr_values_write(values, to);
    fclose(to);
    return text;
}

/* All phases, from a start together: what a cell does on a simulated machine
 * does not depend on what ran before it. */
static qdr_status plan_phases(subject *s, const qdr_plan_options *options)
{
    const qdr_call call = choose_call(s);
    qdr_planning *took = &s->made->planning;
    qdr_error *reason = &s->made->reason;
    int64_t begin_ns, gathered_ns, built_ns;
    qdr_status status = qdr_plan_begin(&s->plan, &call, s->cell->kernel->name,
                                       options, s->comm, reason);

    if (status == QDR_OK)
        status = qdr_clock_start_together(s->comm, reason);
    if (status != QDR_OK)
        return status;
    begin_ns = qdr_clock_now_ns();
    status = qdr_plan_learn(s->plan, &call, reason);
    gathered_ns = qdr_clock_now_ns();
    if (status == QDR_OK)
        status = qdr_plan_build(s->plan, reason);
    built_ns = qdr_clock_now_ns();
    status = qdr_agree(s->comm, status, reason);
    if (status == QDR_OK)
        status = qdr_plan_bind(s->plan, reason);
    *took = (qdr_planning){gathered_ns - begin_ns, built_ns - gathered_ns,
                           qdr_clock_now_ns() - built_ns};
    return status;
}

static qdr_status plan(subject *s)
{
    char *parameters = new_parameters(&s->cell->kernel_values);
    char mode[64];
    qdr_plan_options options = {
        .mode = mode, .seed = s->cell->kernel_seed, .parameters = parameters};
    qdr_status status = QDR_OK;

    qdr_mode_print(&s->cell->mode, mode, sizeof mode);
    if (parameters == NULL)
        status = qdr_fail_memory(&s->made->reason, "the parameters of a plan");
    status = agree(s, status);
    if (status == QDR_OK)
        status = plan_phases(s, &options);
    free(parameters);
    return status;
}

/* The slowest rank's. Of a simulated machine only the making of schedules is
 * known; and what needs no plan has none to pay for. */
static void unite_planning(const subject *s)
{
    qdr_planning *took = &s->made->planning;
    int64_t times_ns[] = {took->gather_ns, took->build_ns, took->bind_ns};

    *took = (qdr_planning){-1, -1, -1};
    if ((s->cell->kernel->flags & QDR_NO_PLAN) != 0)
        *took = (qdr_planning){0, 0, 0};
    else if (MPI_Allreduce(MPI_IN_PLACE, times_ns, 3, MPI_INT64_T, MPI_MAX,
                           s->comm) == MPI_SUCCESS)
        *took = (qdr_planning){times_ns[0], times_ns[1], times_ns[2]};
    if (!qdr_clock_is_simulated())
        return;
    took->gather_ns = took->bind_ns = -1;
    if (s->made->num_looks == 0 && qdr_kernel_has_schedule(s->cell->kernel))
        took->build_ns = -1; /* the row does not tell */
}

/* The whole schedule, proved on rank 0 for all, who have their parts of it. */
static qdr_status prove(const subject *s)
{
    const qdr_kernel *kernel = s->cell->kernel;
    qdr_measurement *made = s->made;
    qdr_schedule schedule = {0};
    qdr_schedule_report report = {0};
    qdr_status status =
        qdr_problem_get_stats(&s->problem, &report.demand, &made->reason);

    if (status == QDR_OK && s->rank == 0 && qdr_kernel_has_schedule(kernel)) {
        status =
            qdr_kernel_build(kernel, &s->problem, &schedule, &made->reason);
        if (status == QDR_OK)
            status = qdr_schedule_check(&schedule, &s->problem,
                                        (kernel->flags & QDR_ONE_PORT) != 0,
                                        &s->cell->mode, &report, &made->reason);
        made->num_looks = schedule.num_looks;
        qdr_schedule_cleanup(&schedule);
    }
    made->num_messages = report.demand.num_messages;
    made->total_bytes = report.demand.total_bytes;
    made->max_degree = report.demand.max_degree;
    made->num_rounds = report.num_rounds;
    return agree(s, status);
}

static qdr_status make_buffers(subject *s)
{
    qdr_plan_info info;
    qdr_error *reason = &s->made->reason;
    qdr_status status = qdr_plan_get_info(s->plan, &info, reason);

    if (status == QDR_OK)
        status =
            qdr_buffers_init(&s->buffers, &info, s->rank, s->problem.num_procs,
                             s->problem.collective, reason);
    return agree(s, status);
}

static qdr_status execute(void *context, qdr_error *error)
{
    subject *s = context;

    return qdr_plan_execute(s->plan, s->buffers.send, s->buffers.receive,
                            error);
}

/* Executes once and verifies every byte. A simulation does again what it did,
 * so there what is verified behind its one sample is enough; but of an MPI
 * library's first call, which may divide the communicator: 765 us of 256 ranks
 * in SimGrid. */
static qdr_status try_exchange(subject *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status;

    if (qdr_clock_is_simulated() && s->cell->kernel->calls == NULL)
        return QDR_OK;
    status = execute(s, reason);
    if (status == QDR_OK)
        status = qdr_buffers_verify(&s->buffers, reason);
    return agree(s, status);
}

static qdr_status take_samples(subject *s, const qdr_task *task,
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

/* What this rank counted in the last execution. */
static void note_counts(const subject *s)
{
    qdr_measurement *made = s->made;

    made->num_counts = qdr_plan_count(s->plan, made->counts);
    if (s->hosting.state != NULL)
        made->num_counts += s->hosting.application->count(
            s->hosting.state, made->counts + made->num_counts);
}

static void spoil(void *context)
{
    const subject *s = context;

    qdr_buffers_spoil(&s->buffers);
}

static qdr_status verify(void *context, qdr_error *error)
{
    const subject *s = context;

    return qdr_buffers_verify(&s->buffers, error);
}

/* Samples are verified as they are taken, the last one in any case. */
static qdr_status time_exchange(subject *s, const qdr_measuring *measuring)
{
    const qdr_task task = {
        .prepare = spoil, .execute = execute, .verify = verify, .context = s};
    qdr_status status = take_samples(s, &task, measuring);

    note_counts(s);
    if (status != QDR_OK || s->made->samples.stride == 1)
        return status;
    return agree(s, verify(s, &s->made->reason));
}

static qdr_status run_application(void *context, qdr_error *error)
{
    subject *s = context;

    return qdr_hosting_run(&s->hosting, error);
}

/* Runs it once, and holds its answer against what it must be; in a simulation
 * behind the sample alone, as an exchange. */
static qdr_status try_application(subject *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status;

    if (qdr_clock_is_simulated())
        return QDR_OK;
    status = agree(s, qdr_hosting_run(&s->hosting, reason));
    return status == QDR_OK ? qdr_hosting_check(&s->hosting, reason) : status;
}

/* The application's answer is held against what it must be, before and after
 * the samples. */
static qdr_status time_application(subject *s, const qdr_measuring *measuring)
{
    const qdr_task task = {.prepare = spoil,
                           .execute = run_application,
                           .context = s,
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
    note_counts(s);
    if (status == QDR_OK)
        status = qdr_hosting_check(&s->hosting, reason);
    return status;
}

/* What all ranks did in the last execution. Nothing is not added up: SimGrid's
 * model of Open MPI's choice cannot. */
static void unite_counts(const subject *s)
{
    qdr_measurement *made = s->made;
    int64_t numbers[2 * QDR_MOST_COUNTS];

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
    subject s = {.cell = cell, .comm = comm, .made = &made};

    MPI_Comm_rank(comm, &s.rank);
    made.status = make_demand(&s);
    if (made.status == QDR_OK)
        made.status = plan(&s);
    if (made.status == QDR_OK)
        made.status = prove(&s);
    unite_planning(&s);
    if (made.status == QDR_OK)
        made.status = make_buffers(&s);
    if (made.status == QDR_OK)
        made.status = try_exchange(&s);
    if (made.status == QDR_OK)
        made.status = cell->workload->application != NULL &&
                              measuring->timed == QDR_TIMED_APPLICATION
                          ? time_application(&s, measuring)
                          : time_exchange(&s, measuring);
    if (made.status == QDR_OK)
        unite_counts(&s);
    else
        qdr_samples_cleanup(&made.samples);
    qdr_hosting_cleanup(&s.hosting);
    qdr_buffers_cleanup(&s.buffers);
    qdr_plan_free(&s.plan);
    qdr_placement_cleanup(&s.placement);
    qdr_demand_cleanup(&s.demand);
    *out_measurement = made;
}
