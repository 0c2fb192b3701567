/* kernels/fortran/quadrille_fortran.c -- the planning calls of module quadrille
 * (quadrille.f90), which has integers for MPI's handles. Each one is the call
 * of quadrille.h with handles of C. */
#include <stdlib.h>

#include "kernels/plan/api/plan_calls.h"
#include "kernels/quadrille.h"

/* C's addresses, for those of MPI's Fortran modules. */
void *const qdrf_bottom = MPI_BOTTOM;
void *const qdrf_in_place = MPI_IN_PLACE;

/* What every planning call takes; c_choice in quadrille_c.f90. */
typedef struct qdrf_choice {
    const char *algorithm;
    qdr_plan_options options;
} qdrf_choice;

/* The number of types of an alltoallv; so in quadrille_messages.f90. */
enum { ONE_TYPE = -1 };

_Static_assert(sizeof(qdr_error) == 1024, "c_error has as many characters");

/* The types of an alltoallw, for the caller to free. NULL, which planning
 * refuses on all ranks, if there are none or memory is exhausted. */
static MPI_Datatype *types_of(const MPI_Fint *types, int num_types)
{
    MPI_Datatype *made = NULL;

    if (types != NULL && num_types > 0)
        made = malloc((size_t)num_types * sizeof *made);
    for (int r = 0; made != NULL && r < num_types; r++)
        made[r] = MPI_Type_f2c(types[r]);
    return made;
}

/* Without choice and comm these two update *plan. */
qdr_status qdrf_plan_blocks(qdr_plan **plan, int64_t num_sends,
                            const qdr_block *sends, int64_t num_receives,
                            const qdr_block *receives, qdr_error *error,
                            const qdrf_choice *choice, const MPI_Fint *comm)
{
    const qdr_messages messages = {.size = sizeof messages,
                                   .num_sends = num_sends,
                                   .sends = sends,
                                   .num_receives = num_receives,
                                   .receives = receives};

    if (choice == NULL)
        return qdr_plan_update(*plan, &messages, error);
    return qdr_plan_blocks(plan, choice->algorithm, &choice->options, num_sends,
                           sends, num_receives, receives, MPI_Comm_f2c(*comm),
                           error);
}

qdr_status
qdrf_plan_typed(qdr_plan **plan, int num_types, const int *send_counts,
                const int *send_displacements, const MPI_Fint *send_types,
                const int *receive_counts, const int *receive_displacements,
                const MPI_Fint *receive_types, qdr_error *error,
                const qdrf_choice *choice, const MPI_Fint *comm)
{
    bool is_w = num_types != ONE_TYPE;
    MPI_Datatype *sent = types_of(send_types, is_w ? num_types : 1),
                 *received = types_of(receive_types, is_w ? num_types : 1);
    const qdr_messages messages = {.size = sizeof messages,
                                   .send_counts = send_counts,
                                   .send_displacements = send_displacements,
                                   .send_types = sent,
                                   .receive_counts = receive_counts,
                                   .receive_displacements =
                                       receive_displacements,
                                   .receive_types = received};
    qdr_status status;

    if (choice == NULL)
        status = qdr_plan_update(*plan, &messages, error);
    else if (is_w)
        status = qdr_plan_alltoallw(plan, choice->algorithm, &choice->options,
                                    send_counts, send_displacements, sent,
                                    receive_counts, receive_displacements,
                                    received, MPI_Comm_f2c(*comm), error);
    else
        status = qdr_plan_alltoallv(
            plan, choice->algorithm, &choice->options, send_counts,
            send_displacements, sent == NULL ? MPI_DATATYPE_NULL : *sent,
            receive_counts, receive_displacements,
            received == NULL ? MPI_DATATYPE_NULL : *received,
            MPI_Comm_f2c(*comm), error);
    free(sent);
    free(received);
    return status;
}

qdr_status qdrf_exchange_blocks(const void *send, int64_t num_sends,
                                const qdr_block *sends, void *receive,
                                int64_t num_receives, const qdr_block *receives,
                                MPI_Fint comm, qdr_error *error)
{
    return qdr_exchange_blocks(send, num_sends, sends, receive, num_receives,
                               receives, MPI_Comm_f2c(comm), error);
}

qdr_status qdrf_exchange_blocks_unknown(const void *send, int64_t num_sends,
                                        const qdr_block *sends, void *receive,
                                        int64_t receive_bytes,
                                        int64_t *num_receives,
                                        qdr_block *receives, MPI_Fint comm,
                                        qdr_error *error)
{
    return qdr_exchange_blocks_unknown(send, num_sends, sends, receive,
                                       receive_bytes, num_receives, receives,
                                       MPI_Comm_f2c(comm), error);
}

/* Alltoall and the collectives on a vector, with the numbers that the module
 * has for them. NULL for op or root where a collective has none. */
_Static_assert(QDR_ALLTOALL == 0 && QDR_BCAST == 2 && QDR_REDUCE_SCATTER == 8,
               "quadrille_collectives.f90 has these numbers");
qdr_status qdrf_plan_collective(qdr_plan **out_plan, const qdrf_choice *choice,
                                int collective, int64_t count,
                                const int64_t *counts, MPI_Fint type,
                                const MPI_Fint *op, const int *root,
                                MPI_Fint comm, qdr_error *error)
{
    qdr_vector vector = {
        .count = count, .counts = counts, .type = MPI_Type_f2c(type)};
    qdr_call call;

    if (op != NULL)
        vector.op = MPI_Op_f2c(*op);
    call = collective == QDR_ALLTOALL
               ? qdr_call_alltoall(count)
               : qdr_call_vector((qdr_collective)collective, &vector,
                                 root == NULL ? 0 : *root);
    return qdr_plan_make(out_plan, &call, choice->algorithm, &choice->options,
                         MPI_Comm_f2c(comm), error);
}
