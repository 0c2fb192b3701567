/* harness/bench/measure.c -- see measure.h. */
#include "harness/bench/measure.h"

#include <stdlib.h>

#include "harness/bench/clock.h"
#include "harness/bench/stamp.h"
#include "kernels/core/schedule_check.h"
#include "kernels/executor/exchange.h"
#include "kernels/plan/agreement.h"

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

static qdr_status plan_library(const qdr_cell *cell, const qdr_problem *problem,
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
        status = qdr_exchange_init_library(exchange, cell->kernel->library,
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
    const qdr_problem problem = {
        .pattern = &pattern, .seed = cell->params.seed, .cutoff = cell->cutoff};
    qdr_status status =
        cell->workload->generate(&cell->params, &pattern, reason);

    if (status == QDR_OK)
        status = qdr_placement_init(&placement, &pattern, rank,
                                    qdr_kernel_layout(cell->kernel), reason);
    status = qdr_agree(comm, status, reason);
    if (status == QDR_OK)
        status =
            (cell->kernel->kind == QDR_LIBRARY ? plan_library : plan_schedule)(
                cell, &problem, &placement, comm, exchange, measurement);
    qdr_placement_cleanup(&placement);
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* Entry and exit of this rank for every sample. */
typedef struct stays {
    int64_t *entry_ns, *exit_ns;
} stays;

static qdr_status sample(qdr_exchange *exchange, const qdr_buffers *buffers,
                         int repetitions, MPI_Comm comm, stays *times,
                         qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int i = 0; i < repetitions && status == QDR_OK; i++) {
        status = qdr_clock_start_together(comm, error);
        if (status != QDR_OK)
            break;
        times->entry_ns[i] = qdr_clock_now_ns();
        status = qdr_exchange_execute(exchange, buffers->send, buffers->receive,
                                      error);
        times->exit_ns[i] = qdr_clock_now_ns();
    }
    return status;
}

/* From every rank's stays to the two times of each sample, on rank 0. */
static qdr_status reduce(const stays *times, int repetitions, MPI_Comm comm,
                         qdr_measurement *measurement)
{
    size_t bytes = (size_t)repetitions * sizeof(int64_t);
    int64_t *local = malloc(bytes), *first_entry = malloc(bytes);
    int rank, code = MPI_SUCCESS;
    qdr_status status = QDR_OK;

    MPI_Comm_rank(comm, &rank);
    /* Released by qdr_measurement_cleanup. */
    measurement->time_ns = malloc(bytes);
    measurement->local_max_ns = malloc(bytes);
    if (local == NULL || first_entry == NULL || measurement->time_ns == NULL ||
        measurement->local_max_ns == NULL)
        status = qdr_fail_memory(&measurement->reason, "the samples");
    status = qdr_agree(comm, status, &measurement->reason);
    if (status == QDR_OK) {
        for (int i = 0; i < repetitions; i++)
            local[i] = times->exit_ns[i] - times->entry_ns[i];
        code = MPI_Reduce(times->entry_ns, first_entry, repetitions,
                          MPI_INT64_T, MPI_MIN, 0, comm);
        if (code == MPI_SUCCESS)
            code = MPI_Reduce(times->exit_ns, measurement->time_ns, repetitions,
                              MPI_INT64_T, MPI_MAX, 0, comm);
        if (code == MPI_SUCCESS)
            code = MPI_Reduce(local, measurement->local_max_ns, repetitions,
                              MPI_INT64_T, MPI_MAX, 0, comm);
        if (code == MPI_SUCCESS)
            code = MPI_Allreduce(MPI_IN_PLACE, &measurement->plan_ns, 1,
                                 MPI_INT64_T, MPI_MAX, comm);
        if (code != MPI_SUCCESS)
            status = qdr_fail(&measurement->reason, QDR_ERROR_MPI,
                              "collecting the samples failed");
        if (qdr_clock_is_simulated())
            measurement->plan_ns = -1;
        for (int i = 0; i < repetitions && rank == 0 && status == QDR_OK; i++)
            measurement->time_ns[i] -= first_entry[i];
    }
    free(local);
    free(first_entry);
    return status;
}

/* Verifies, warms up and samples a prepared exchange. */
static qdr_status time_exchange(qdr_exchange *exchange,
                                const qdr_buffers *buffers, stays *times,
                                int warmup, int repetitions, MPI_Comm comm,
                                qdr_measurement *measurement)
{
    qdr_error *reason = &measurement->reason;
    qdr_status status =
        qdr_exchange_execute(exchange, buffers->send, buffers->receive, reason);

    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, exchange, reason);
    status = qdr_agree(comm, status, reason);
    for (int i = 0; i < warmup && status == QDR_OK; i++)
        status = qdr_exchange_execute(exchange, buffers->send, buffers->receive,
                                      reason);
    if (status == QDR_OK)
        status = sample(exchange, buffers, repetitions, comm, times, reason);
    /* What the samples themselves delivered must be right too. */
    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, exchange, reason);
    status = qdr_agree(comm, status, reason);
    if (status == QDR_OK)
        status = reduce(times, repetitions, comm, measurement);
    return status;
}

void qdr_measure(const qdr_cell *cell, int warmup, int repetitions,
                 MPI_Comm comm, qdr_measurement *out_measurement)
{
    qdr_measurement made = {.num_samples = repetitions};
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    size_t count = (size_t)repetitions;
    stays times = {calloc(count, sizeof(int64_t)),
                   calloc(count, sizeof(int64_t))};
    int rank;

    MPI_Comm_rank(comm, &rank);
    made.status = prepare(cell, rank, comm, &exchange, &made);
    if (made.status == QDR_OK)
        made.status = qdr_buffers_init(&buffers, &exchange, &made.reason);
    if (made.status == QDR_OK &&
        (times.entry_ns == NULL || times.exit_ns == NULL))
        made.status = qdr_fail_memory(&made.reason, "the samples");
    made.status = qdr_agree(comm, made.status, &made.reason);
    if (made.status == QDR_OK)
        made.status = time_exchange(&exchange, &buffers, &times, warmup,
                                    repetitions, comm, &made);
    if (made.status != QDR_OK)
        made.num_samples = 0;
    free(times.entry_ns);
    free(times.exit_ns);
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    *out_measurement = made;
}

void qdr_measurement_cleanup(qdr_measurement *measurement)
{
    free(measurement->time_ns);
    free(measurement->local_max_ns);
    *measurement = (qdr_measurement){0};
}
