/* harness/bench/trial.c -- see trial.h. */
#include "harness/bench/trial.h"

#include <stdlib.h>
#include <string.h>

#include "harness/bench/stamp.h"
#include "kernels/messaging/agreement.h"

/* Counts and displacements of one side, as MPI_Alltoallv wants them. */
typedef struct side {
    int *counts, *displacements;
} side;

static side make_side(const qdr_block *blocks, int64_t num_blocks, int p)
{
    side made = {calloc((size_t)p, sizeof(int)),
                 calloc((size_t)p, sizeof(int))};

    for (int64_t i = 0; i < num_blocks; i++) {
        made.counts[blocks[i].peer] = (int)blocks[i].bytes;
        made.displacements[blocks[i].peer] = (int)blocks[i].displacement;
    }
    return made;
}

static bool equals_alltoallv(const qdr_exchange *exchange,
                             const qdr_buffers *buffers, int p, MPI_Comm comm)
{
    side out =
        make_side(exchange->placement.sends, exchange->placement.num_sends, p);
    side in = make_side(exchange->placement.receives,
                        exchange->placement.num_receives, p);
    size_t bytes = (size_t)exchange->placement.receive_bytes;
    char *reference = calloc(bytes + 1, 1);
    bool equal;

    MPI_Alltoallv(buffers->send, out.counts, out.displacements, MPI_BYTE,
                  reference, in.counts, in.displacements, MPI_BYTE, comm);
    equal = memcmp(reference, buffers->receive, bytes) == 0;
    free(reference);
    free(out.counts);
    free(out.displacements);
    free(in.counts);
    free(in.displacements);
    return equal;
}

qdr_status qdr_trial_plan(const qdr_kernel *kernel, const qdr_mode *mode,
                          const qdr_problem *problem, int rank, MPI_Comm comm,
                          qdr_exchange *exchange, qdr_error *error)
{
    qdr_schedule schedule = {0};
    qdr_placement placement = {0};
    qdr_status status = qdr_placement_init(&placement, problem->pattern, rank,
                                           qdr_kernel_layout(kernel), error);

    if (status != QDR_OK)
        return status;
    if (!qdr_kernel_has_schedule(kernel))
        return qdr_exchange_init_unscheduled(exchange, kernel, problem,
                                             &placement, comm, error);
    status = qdr_kernel_build(kernel, problem, &schedule, error);
    if (status == QDR_OK)
        status = qdr_exchange_init(exchange, &schedule, &placement, mode, comm,
                                   error);
    qdr_placement_cleanup(&placement);
    qdr_schedule_cleanup(&schedule);
    return status;
}

static qdr_status execute(qdr_exchange *exchange, const qdr_buffers *buffers,
                          MPI_Comm comm, qdr_error *error)
{
    qdr_status status;

    qdr_buffers_spoil(buffers, exchange);
    status =
        qdr_exchange_execute(exchange, buffers->send, buffers->receive, error);
    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, exchange, error);
    /* A rank that fails alone would leave the others in the next one. */
    return qdr_agree(comm, status, error);
}

qdr_status qdr_trial_run(const qdr_kernel *kernel, const qdr_mode *mode,
                         const qdr_problem *problem, int rank, MPI_Comm comm,
                         qdr_error *error)
{
    int p = problem->pattern->num_procs;
    qdr_exchange exchange = {0};
    qdr_buffers buffers = {0};
    qdr_status status =
        qdr_trial_plan(kernel, mode, problem, rank, comm, &exchange, error);

    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &exchange, error);
    status = qdr_agree(comm, status, error);
    for (int i = 0; i < 2 && status == QDR_OK; i++)
        status = execute(&exchange, &buffers, comm, error);
    if (status == QDR_OK && p < QDR_TRIAL_MANY &&
        !equals_alltoallv(&exchange, &buffers, p, comm))
        status = qdr_fail(error, QDR_ERROR_CHECK, "differs from MPI_Alltoallv");
    status = qdr_agree(comm, status, error);
    qdr_buffers_cleanup(&buffers);
    qdr_exchange_cleanup(&exchange);
    return status;
}
