/* harness/bench/measure.c -- see measure.h. */
#include "harness/bench/measure.h"

#include "harness/bench/sampling.h"
#include "harness/clock/clock.h"
#include "kernels/core/schedule_check.h"
#include "kernels/executor/dynamic.h"
#include "kernels/executor/exchange.h"
#include "kernels/messaging/agreement.h"

static void count(const qdr_pattern_stats *stats, int64_t num_rounds,
                  qdr_measurement *measurement)
{
    measurement->num_messages = stats->num_messages;
    measurement->total_bytes = stats->total_bytes;
    measurement->max_degree = stats->max_degree;
    measurement->num_rounds = num_rounds;
}

/* The schedule and the plan of this rank. The proof is the same on every rank,
 * so rank 0 does it for all. */
static qdr_status plan_schedule(const qdr_cell *cell,
                                const qdr_problem *problem,
                                qdr_placement *placement, MPI_Comm comm,
                                qdr_exchange *exchange,
                                qdr_measurement *measurement)
{
    qdr_error *reason = &measurement->reason;
    qdr_schedule schedule = {0};
    qdr_schedule_report report;
    int rank = placement->rank;
    int64_t begin_ns = qdr_clock_now_ns();
    qdr_status status =
        qdr_kernel_build(cell->kernel, problem, &schedule, reason);

    if (status == QDR_OK)
        status = qdr_exchange_init(exchange, &schedule, placement, &cell->mode,
                                   comm, reason);
    measurement->plan_ns = qdr_clock_now_ns() - begin_ns;
    if (status == QDR_OK && rank == 0) {
        status = qdr_schedule_check(&schedule, problem->pattern,
                                    (cell->kernel->flags & QDR_ONE_PORT) != 0,
                                    &cell->mode, &report, reason);
        if (status == QDR_OK)
            count(&report.pattern, report.num_rounds, measurement);
    }
    qdr_schedule_cleanup(&schedule);
    return status;
}

static qdr_status plan_unscheduled(const qdr_cell *cell,
                                   const qdr_problem *problem,
                                   qdr_placement *placement, MPI_Comm comm,
                                   qdr_exchange *exchange,
                                   qdr_measurement *measurement)
{
    qdr_error *reason = &measurement->reason;
    qdr_pattern_stats stats;
    int64_t begin_ns;
    qdr_status status =
        qdr_kernel_accepts(cell->kernel, problem->pattern, reason);

    if (status == QDR_OK)
        status = qdr_pattern_get_stats(problem->pattern, &stats, reason);
    if (status == QDR_OK) {
        count(&stats, 0, measurement);
        begin_ns = qdr_clock_now_ns();
        status = qdr_exchange_init_unscheduled(exchange, cell->kernel, problem,
                                               placement, comm, reason);
        measurement->plan_ns = qdr_clock_now_ns() - begin_ns;
    }
    return status;
}

/* Pattern and plan of this rank; every rank comes to the same status. */
static qdr_status prepare(const qdr_cell *cell, int rank, MPI_Comm comm,
                          qdr_exchange *exchange, qdr_measurement *measurement)
{
    qdr_pattern pattern = {0};
    qdr_placement placement = {0};
    qdr_error *reason = &measurement->reason;
    const qdr_problem problem = {.pattern = &pattern,
                                 .seed = cell->params.seed,
                                 .cutoff = cell->cutoff,
                                 .dynamic = cell->dynamic};
    qdr_status status =
        cell->workload->generate(&cell->params, &pattern, reason);

    if (status == QDR_OK)
        status = qdr_placement_init(&placement, &pattern, rank,
                                    qdr_kernel_layout(cell->kernel), reason);
    status = qdr_agree(comm, status, reason);
    if (status == QDR_OK)
        status = (qdr_kernel_has_schedule(cell->kernel) ? plan_schedule
                                                        : plan_unscheduled)(
            cell, &problem, &placement, comm, exchange, measurement);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* Verifies, samples, and verifies a prepared exchange. */
static qdr_status time_exchange(qdr_exchange *exchange,
                                const qdr_buffers *buffers,
                                const qdr_measuring *measuring, MPI_Comm comm,
                                qdr_measurement *measurement)
{
    qdr_error *reason = &measurement->reason;
    int64_t begin_ns;
    qdr_status status =
        qdr_exchange_execute(exchange, buffers->send, buffers->receive, reason);

    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, exchange, reason);
    status = qdr_agree(comm, status, reason);
    if (status == QDR_OK)
        status = qdr_clock_resync(comm, reason);
    begin_ns = qdr_clock_now_ns();
    if (status == QDR_OK)
        status = qdr_samples_take(&measurement->samples, exchange, buffers,
                                  measuring, comm, reason);
    measurement->sampling_ns = qdr_clock_now_ns() - begin_ns;
    /* What the samples themselves delivered must be right too. */
    if (status == QDR_OK)
        status = qdr_agree(comm, qdr_buffers_verify(buffers, exchange, reason),
                           reason);
    return status;
}

/* What all ranks asked in the last execution. */
static void unite_inquiries(const qdr_exchange *exchange,
                            qdr_measurement *measurement, MPI_Comm comm)
{
    qdr_dynamic_counts counts = {0};

    if (exchange->dynamic != NULL)
        counts = qdr_dynamic_count(exchange->dynamic);
    measurement->num_inquiries = counts.num_inquiries;
    if (MPI_Allreduce(MPI_IN_PLACE, &measurement->num_inquiries, 1, MPI_INT64_T,
                      MPI_SUM, comm) != MPI_SUCCESS)
        measurement->num_inquiries = 0;
}

/* The slowest rank's; computing costs no simulated time. */
static void unite_plan_time(qdr_measurement *measurement, MPI_Comm comm)
{
    if (qdr_clock_is_simulated() ||
        MPI_Allreduce(MPI_IN_PLACE, &measurement->plan_ns, 1, MPI_INT64_T,
                      MPI_MAX, comm) != MPI_SUCCESS)
        measurement->plan_ns = -1;
}

void qdr_measure(const qdr_cell *cell, const qdr_measuring *measuring,
                 MPI_Comm comm, qdr_measurement *out_measurement)
{
    qdr_measurement made = {.plan_ns = 0};
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    int rank;

    MPI_Comm_rank(comm, &rank);
    made.status = prepare(cell, rank, comm, &exchange, &made);
    if (made.status == QDR_OK)
        made.status = qdr_buffers_init(&buffers, &exchange, &made.reason);
    made.status = qdr_agree(comm, made.status, &made.reason);
    unite_plan_time(&made, comm);
    if (made.status == QDR_OK)
        made.status =
            time_exchange(&exchange, &buffers, measuring, comm, &made);
    if (made.status == QDR_OK)
        unite_inquiries(&exchange, &made, comm);
    if (made.status != QDR_OK)
        qdr_samples_cleanup(&made.samples);
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    *out_measurement = made;
}
