/* kernels/plan/api/plan_alltoallv.c -- plans with counts, displacements and
 * types as MPI has them; see quadrille.h. */
#include "kernels/plan/api/plan_calls.h"

static qdr_status make(qdr_plan **out_plan, const char *algorithm,
                       const qdr_plan_options *options,
                       const qdr_typed_call *typed, MPI_Comm comm,
                       qdr_error *error)
{
    qdr_call call = qdr_call_typed(typed);

    return qdr_plan_make(out_plan, &call, algorithm, options, comm, error);
}

qdr_status
qdr_plan_alltoallv(qdr_plan **out_plan, const char *algorithm,
                   const qdr_plan_options *options, const int *send_counts,
                   const int *send_displacements, MPI_Datatype send_type,
                   const int *receive_counts, const int *receive_displacements,
                   MPI_Datatype receive_type, MPI_Comm comm, qdr_error *error)
{
    const qdr_typed_call typed = {
        {send_counts, send_displacements, NULL, send_type},
        {receive_counts, receive_displacements, NULL, receive_type},
        false};

    return make(out_plan, algorithm, options, &typed, comm, error);
}

qdr_status qdr_plan_alltoallw(
    qdr_plan **out_plan, const char *algorithm, const qdr_plan_options *options,
    const int *send_counts, const int *send_displacements,
    const MPI_Datatype *send_types, const int *receive_counts,
    const int *receive_displacements, const MPI_Datatype *receive_types,
    MPI_Comm comm, qdr_error *error)
{
    const qdr_typed_call typed = {
        {send_counts, send_displacements, send_types, MPI_DATATYPE_NULL},
        {receive_counts, receive_displacements, receive_types,
         MPI_DATATYPE_NULL},
        true};

    return make(out_plan, algorithm, options, &typed, comm, error);
}
