/* harness/self_tests/trial.c -- see trial.h. */
#include "harness/self_tests/trial.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "harness/measure/gathered_buffers.h"
#include "harness/measure/measured_call.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"

/* Counts and displacements of one side, as MPI_Alltoallv wants them. */
typedef struct side {
    int *counts, *displacements;
} side;

static side make_side(const qdr_block *blocks, int64_t num_blocks, int p)
{
    side made = {calloc((size_t)p, sizeof(int)),
                 calloc((size_t)p, sizeof(int))};

    assert(made.counts != NULL && made.displacements != NULL);
    for (int64_t i = 0; i < num_blocks; i++) {
        made.counts[blocks[i].peer] = (int)blocks[i].bytes;
        made.displacements[blocks[i].peer] = (int)blocks[i].displacement;
    }
    return made;
}

static bool equals_alltoallv(const qdr_buffers *buffers, int p, MPI_Comm comm)
{
    const qdr_plan_info *info = &buffers->info;
    side out = make_side(info->sends, info->num_sends, p);
    side in = make_side(info->receives, info->num_receives, p);
    size_t bytes = (size_t)info->receive_bytes;
    char *reference = calloc(bytes + 1, 1);
    bool equal;

    assert(reference != NULL);
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

qdr_status qdr_trial_plan(qdr_plan **out_plan, const qdr_kernel *kernel,
                          const qdr_plan_options *options,
                          const qdr_problem *problem, MPI_Comm comm,
                          qdr_error *error)
{
    const qdr_pattern *pattern;
    qdr_call call;

    if (qdr_collective_has_vector(problem->collective)) {
        call = qdr_measured_call(problem);
        return qdr_plan_make(out_plan, &call, kernel->name, options, comm,
                             error);
    }
    pattern = problem->messages.pattern;
    return qdr_plan_pattern(out_plan, kernel->name, options,
                            pattern->num_messages, pattern->messages, comm,
                            error);
}

/* An exchange of scattered data, and how many bytes it has asked for and
 * handed over. */
typedef struct scattered_trial {
    qdr_gathered fields;
    qdr_indexed_buffer calls;
    int64_t gathered, scattered;
} scattered_trial;

static void gather(void *context, int64_t begin, int64_t bytes)
{
    scattered_trial *trial = context;

    trial->calls.gather(trial->calls.context, begin, bytes);
    trial->gathered += bytes;
}

static void scatter(void *context, int64_t begin, int64_t bytes)
{
    scattered_trial *trial = context;

    trial->calls.scatter(trial->calls.context, begin, bytes);
    trial->scattered += bytes;
}

static int64_t sum_bytes(const qdr_block *blocks, int64_t num_blocks)
{
    int64_t sum = 0;

    for (int64_t i = 0; i < num_blocks; i++)
        sum += blocks[i].bytes;
    return sum;
}

/* Every byte of a message once. */
static qdr_status check_calls(const scattered_trial *trial,
                              const qdr_plan_info *info, qdr_error *error)
{
    if (trial->fields.send.index == NULL ||
        (trial->gathered == sum_bytes(info->sends, info->num_sends) &&
         trial->scattered == sum_bytes(info->receives, info->num_receives)))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "%lld bytes were gathered, %lld scattered",
                    (long long)trial->gathered, (long long)trial->scattered);
}

/* The last execution of messages is of data behind lists of indices. */
static qdr_status scatter_data(scattered_trial *trial, qdr_plan *plan,
                               const qdr_buffers *buffers, qdr_error *error)
{
    const qdr_indexed_buffer calls = {gather, scatter, trial};
    qdr_status status = qdr_gathered_init(&trial->fields, buffers, error);

    trial->calls = qdr_gathered_calls(&trial->fields);
    if (status == QDR_OK)
        status = qdr_plan_set_indexed(plan, &calls, error);
    return status;
}

static qdr_status execute(qdr_plan *plan, const qdr_buffers *buffers,
                          scattered_trial *trial, MPI_Comm comm,
                          qdr_error *error)
{
    qdr_status status;

    qdr_buffers_poison(buffers);
    qdr_gathered_poison(&trial->fields);
    status = qdr_plan_execute(plan, buffers->send, buffers->receive, error);
    qdr_gathered_collect(&trial->fields);
    if (status == QDR_OK)
        status = qdr_buffers_verify(buffers, error);
    if (status == QDR_OK)
        status = check_calls(trial, &buffers->info, error);
    /* A rank that fails alone would leave the others in the next one. */
    return qdr_agree(comm, status, error);
}

qdr_status qdr_trial_run(const qdr_kernel *kernel,
                         const qdr_plan_options *options,
                         const qdr_problem *problem, MPI_Comm comm,
                         qdr_error *error)
{
    int p = problem->num_procs, rank;
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_buffers buffers = {0};
    scattered_trial trial = {.gathered = 0};
    qdr_status status =
        qdr_trial_plan(&plan, kernel, options, problem, comm, error);

    MPI_Comm_rank(comm, &rank);
    if (status == QDR_OK)
        status = qdr_plan_get_info(plan, &info, error);
    if (status == QDR_OK)
        status = qdr_buffers_init(&buffers, &info, rank, p, kernel->collective,
                                  error);
    status = qdr_agree(comm, status, error);
    if (status == QDR_OK)
        status = execute(plan, &buffers, &trial, comm, error);
    if (status == QDR_OK && !qdr_collective_has_vector(problem->collective))
        status =
            qdr_agree(comm, scatter_data(&trial, plan, &buffers, error), error);
    if (status == QDR_OK)
        status = execute(plan, &buffers, &trial, comm, error);
    if (status == QDR_OK && p < QDR_TRIAL_MANY &&
        !qdr_collective_combines(kernel->collective) &&
        !equals_alltoallv(&buffers, p, comm))
        status = qdr_fail(error, QDR_ERROR_CHECK, "differs from MPI_Alltoallv");
    status = qdr_agree(comm, status, error);
    qdr_gathered_cleanup(&trial.fields);
    qdr_buffers_cleanup(&buffers);
    qdr_plan_free(&plan);
    return status;
}

qdr_plan_info qdr_trial_info(const qdr_exchange *exchange)
{
    const qdr_buffer_layout *own = &exchange->layout;

    return (qdr_plan_info){.send_bytes = own->send_bytes,
                           .receive_bytes = own->receive_bytes,
                           .num_sends = own->num_sends,
                           .num_receives = own->num_receives,
                           .sends = own->sends,
                           .receives = own->receives};
}
