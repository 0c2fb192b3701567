/* kernels/plan/api/plan_vector.c -- plans on one vector: broadcast, scatter,
 * gather, and the collectives that combine; see quadrille.h. */
#include "kernels/plan/making/plan.h"

static qdr_status make(qdr_plan **out_plan, qdr_collective collective,
                       const char *algorithm, const qdr_plan_options *options,
                       const qdr_vector *vector, int root, MPI_Comm comm,
                       qdr_error *error)
{
    qdr_call call = qdr_call_vector(collective, vector, root);

    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}

qdr_status qdr_plan_bcast(qdr_plan **out_plan, const char *algorithm,
                          const qdr_plan_options *options, int64_t bytes,
                          int root, MPI_Comm comm, qdr_error *error)
{
    const qdr_vector vector = {.count = bytes, .type = MPI_BYTE};

    return make(out_plan, QDR_BCAST, algorithm, options, &vector, root, comm,
                error);
}

qdr_status qdr_plan_scatter(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options, int64_t count,
                            const int64_t *counts, MPI_Datatype type, int root,
                            MPI_Comm comm, qdr_error *error)
{
    const qdr_vector vector = {.count = count, .counts = counts, .type = type};

    return make(out_plan, QDR_SCATTER, algorithm, options, &vector, root, comm,
                error);
}

qdr_status qdr_plan_gather(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           const int64_t *counts, MPI_Datatype type, int root,
                           MPI_Comm comm, qdr_error *error)
{
    const qdr_vector vector = {.count = count, .counts = counts, .type = type};

    return make(out_plan, QDR_GATHER, algorithm, options, &vector, root, comm,
                error);
}

qdr_status qdr_plan_allgather(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              const int64_t *counts, MPI_Datatype type,
                              MPI_Comm comm, qdr_error *error)
{
    const qdr_vector vector = {.count = count, .counts = counts, .type = type};

    return make(out_plan, QDR_ALLGATHER, algorithm, options, &vector, 0, comm,
                error);
}

qdr_status qdr_plan_reduce(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           MPI_Datatype type, MPI_Op op, int root,
                           MPI_Comm comm, qdr_error *error)
{
    const qdr_vector vector = {.count = count, .type = type, .op = op};

    return make(out_plan, QDR_REDUCE, algorithm, options, &vector, root, comm,
                error);
}

qdr_status qdr_plan_allreduce(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              qdr_error *error)
{
    const qdr_vector vector = {.count = count, .type = type, .op = op};

    return make(out_plan, QDR_ALLREDUCE, algorithm, options, &vector, 0, comm,
                error);
}

qdr_status qdr_plan_reduce_scatter(qdr_plan **out_plan, const char *algorithm,
                                   const qdr_plan_options *options,
                                   int64_t count, const int64_t *counts,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   qdr_error *error)
{
    const qdr_vector vector = {
        .count = count, .counts = counts, .type = type, .op = op};

    return make(out_plan, QDR_REDUCE_SCATTER, algorithm, options, &vector, 0,
                comm, error);
}
