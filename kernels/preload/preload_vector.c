/* kernels/preload/preload_vector.c -- see preload_vector.h. */
#include "kernels/preload/preload_vector.h"

#include <limits.h>
#include <stdio.h>

#include "kernels/plan/mpi/operators.h"
#include "kernels/preload/preload_type.h"
#include "kernels/preload/preload_world.h"

bool qdr_vector_begin(qdr_vector_call *of, qdr_preload_call call, int64_t bytes,
                      MPI_Comm comm)
{
    *of = (qdr_vector_call){.call = call, .comm = comm};
    of->state = qdr_preload_begin_call(call, comm);
    if (of->state != NULL && bytes < 0)
        return qdr_vector_leave(of, QDR_REASON_ARGUMENTS);
    return of->state != NULL;
}

void qdr_vector_keep(qdr_vector_call *of, const qdr_arguments *arguments)
{
    of->state->repeated = (qdr_repeated){.arguments = *arguments,
                                         .is_set = !qdr_preload_has_threads,
                                         .kept = of->kept,
                                         .bytes = of->bytes};
}

bool qdr_vector_leave(qdr_vector_call *of, qdr_reason reason)
{
    return qdr_preload_decline(of->state, of->call, reason);
}

qdr_reason qdr_vector_reason_of_length(int64_t bytes)
{
    if (bytes < 0)
        return QDR_REASON_ARGUMENTS;
    if (bytes == 0)
        return QDR_REASON_EMPTY;
    return bytes > INT_MAX ? QDR_REASON_LONG : QDR_NUM_REASONS;
}

int64_t qdr_vector_bytes(int count, MPI_Datatype type)
{
    MPI_Count size = qdr_type_common_size(type);

    if (count < 0 || qdr_type_is_none(type))
        return -1;
    if (size == 0)
        PMPI_Type_size_x(type, &size);
    /* Any length beyond the limit is as good as another. */
    return size > INT_MAX && count > 0 ? size : (int64_t)count * size;
}

bool qdr_vector_can_move(const qdr_vector_call *of, const qdr_elements *all)
{
    return all == NULL || all->address == MPI_IN_PLACE ||
           qdr_type_is_committed(all->type,
                                 qdr_communicator_copy(of->state->own));
}

/* Whether plans can combine with an operator of the program's: each call may
 * have another one. All of MPI's own commute. All ranks have the same. */
static qdr_reason reason_of_operator(const qdr_vector_call *of)
{
    int commutes = 0;

    if (!qdr_collective_combines(of->key.collective) ||
        of->key.op != MPI_OP_NULL)
        return QDR_NUM_REASONS;
    if (of->op != MPI_REPLACE && of->op != MPI_NO_OP)
        PMPI_Op_commutative(of->op, &commutes);
    return commutes ? QDR_NUM_REASONS : QDR_REASON_OPERATOR;
}

static qdr_reason reason_of_type(const qdr_vector_call *of)
{
    const char *accepted;

    if (!qdr_collective_combines(of->key.collective))
        return QDR_NUM_REASONS;
    if (!qdr_type_is_plain(of->key.type))
        return QDR_REASON_TYPE;
    return qdr_operator_accepts(of->op, of->key.type, &accepted)
               ? QDR_NUM_REASONS
               : QDR_REASON_ARGUMENTS;
}

/* Makes the plan. Returns why the call cannot have one, the same on all ranks.
 */
static qdr_reason make_plan(qdr_vector_call *of, qdr_status *out_status)
{
    qdr_preload_state *state = of->state;
    qdr_error error = {""};
    qdr_reason reason = reason_of_type(of);

    if (reason != QDR_NUM_REASONS)
        return reason;
    if (state->planner == NULL)
        return QDR_REASON_NETWORK;
    *out_status = qdr_preload_plans_add(&state->plans, state->planner, &of->key,
                                        state->num_procs, &of->kept, &error);
    return *out_status == QDR_ERROR_INPUT ? QDR_REASON_ALGORITHM
                                          : QDR_NUM_REASONS;
}

bool qdr_vector_find(qdr_vector_call *of, int *out_code)
{
    qdr_reason reason = reason_of_operator(of);
    qdr_status status = QDR_OK;

    of->key.algorithm = qdr_preload_set.algorithm[of->call];
    if (reason == QDR_NUM_REASONS)
        of->kept = qdr_preload_plans_find(&of->state->plans, &of->key,
                                          of->state->num_procs);
    if (reason == QDR_NUM_REASONS && of->kept == NULL)
        reason = make_plan(of, &status);
    if (of->kept != NULL && of->kept->plan->choice.kernel->kind == QDR_LIBRARY)
        reason = QDR_REASON_LIBRARY;
    if (reason != QDR_NUM_REASONS)
        of->is_taken = qdr_vector_leave(of, reason);
    else if (status != QDR_OK)
        of->is_taken = qdr_vector_end(of, status, out_code);
    return reason == QDR_NUM_REASONS && status == QDR_OK;
}

qdr_status qdr_vector_execute(qdr_vector_call *of, const char *send,
                              char *receive)
{
    qdr_exchange *exchange = &of->kept->plan->bound.exchange;

    if (of->key.op == MPI_OP_NULL)
        qdr_exchange_set_operator(exchange, of->op);
    return qdr_exchange_execute(exchange, send, receive, NULL);
}

bool qdr_vector_end(qdr_vector_call *of, qdr_status status, int *out_code)
{
    int algorithm = of->kept == NULL ? of->key.algorithm : of->kept->algorithm;

    return qdr_preload_end_call(of->state, of->call, algorithm, of->bytes,
                                status, of->comm, out_code);
}

qdr_status qdr_vector_room(qdr_vector_call *of, int which,
                           const qdr_elements *to, char **out)
{
    if (qdr_type_is_plain(to->type)) {
        *out = to->address;
        return QDR_OK;
    }
    *out = qdr_preload_packed(of->state, which,
                              qdr_vector_bytes(to->count, to->type));
    return *out == NULL ? QDR_ERROR_MEMORY : QDR_OK;
}

qdr_status qdr_vector_load(qdr_vector_call *of, int which,
                           const qdr_elements *from, char **out)
{
    qdr_status status = qdr_vector_room(of, which, from, out);
    int position = 0;

    if (status != QDR_OK || *out == from->address)
        return status;
    return PMPI_Pack(from->address, from->count, from->type, *out,
                     (int)of->state->packed_bytes[which], &position,
                     qdr_communicator_copy(of->state->own)) == MPI_SUCCESS
               ? QDR_OK
               : QDR_ERROR_MPI;
}

qdr_status qdr_vector_store(qdr_vector_call *of, const char *from,
                            const qdr_elements *to)
{
    int position = 0;
    int64_t bytes = qdr_vector_bytes(to->count, to->type);

    if (from == to->address)
        return QDR_OK;
    return PMPI_Unpack(from, (int)bytes, &position, to->address, to->count,
                       to->type,
                       qdr_communicator_copy(of->state->own)) == MPI_SUCCESS
               ? QDR_OK
               : QDR_ERROR_MPI;
}
