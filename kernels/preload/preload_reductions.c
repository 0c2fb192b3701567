/* kernels/preload/preload_reductions.c -- takes the calls that combine vectors.
 *
 * Every rank has the same operator, type and count, so every rank alone finds
 * out whether the call can be taken. Which ranks are combined first depends on
 * the algorithm: sums in floating point may be rounded otherwise than the MPI
 * library's.
 */
#include "kernels/plan/mpi/operators.h"
#include "kernels/preload/preload_intercept.h"
#include "kernels/preload/preload_vector.h"

/* What the program passes. */
typedef struct operands {
    const void *send;
    void *receive;
    MPI_Datatype type;
    MPI_Op op;
    int64_t count;     /* of the vector; below 0: refused */
    const int *counts; /* of parts; NULL: equal */
} operands;

/* The bytes of the vector, or a number below 0 if MPI refuses it. */
static int64_t bytes_of(const operands *data)
{
    int64_t bytes = qdr_vector_bytes(1, data->type);

    if (data->op == MPI_OP_NULL || data->op == (MPI_Op)0 || data->count < 0 ||
        bytes < 0)
        return -1;
    return data->count * bytes;
}

/* Of a call that is not MPI_Reduce_scatter. */
static qdr_arguments arguments_of(qdr_preload_call call, const operands *data,
                                  int root)
{
    return (qdr_arguments){.call = call,
                           .count = data->count,
                           .root = root,
                           .type = data->type,
                           .op = data->op};
}

static bool is_repeated(qdr_preload_call call, const operands *data, int root,
                        MPI_Comm comm, int *out_code)
{
    qdr_arguments arguments = arguments_of(call, data, root);

    return data->send != data->receive &&
           qdr_vector_repeat(&arguments, comm, data->send, data->receive,
                             out_code);
}

/* Whether the MPI library refuses its result in the place of its operand,
 * without a message; where not, ranks decide alone, so all must take it. Open
 * MPI lets one element of MPI_Allreduce pass, and all of MPI_Reduce_scatter. */
static bool is_refused_alias(qdr_collective collective, const operands *data)
{
    return data->receive == data->send && collective != QDR_REDUCE_SCATTER &&
           data->count > (collective == QDR_ALLREDUCE ? 1 : 0);
}

static bool take(qdr_vector_call *of, qdr_collective collective,
                 const operands *data, int root, int *out_code)
{
    bool is_receiver = collective != QDR_REDUCE || of->state->rank == root;
    bool is_in_place = data->send == MPI_IN_PLACE;
    qdr_arguments arguments = arguments_of(of->call, data, root);
    qdr_reason reason;
    qdr_status status;

    of->bytes = bytes_of(data);
    reason = qdr_vector_reason_of_length(of->bytes);
    if (root < 0 || root >= of->state->num_procs ||
        (is_in_place && !is_receiver) ||
        (is_receiver &&
         (data->receive == MPI_IN_PLACE || is_refused_alias(collective, data))))
        reason = QDR_REASON_ARGUMENTS;
    if (reason != QDR_NUM_REASONS)
        return qdr_vector_leave(of, reason);
    of->op = data->op;
    of->key = (qdr_preload_key){
        .collective = collective,
        .count = data->count,
        .counts = data->counts,
        .type = data->type,
        .op = qdr_operator_is_known(data->op) ? data->op : MPI_OP_NULL,
        .root = root};
    if (!qdr_vector_find(of, out_code))
        return of->is_taken;
    status = qdr_vector_execute(of, is_in_place ? data->receive : data->send,
                                data->receive);
    if (status == QDR_OK && collective != QDR_REDUCE_SCATTER &&
        of->key.op != MPI_OP_NULL)
        qdr_vector_keep(of, &arguments);
    return qdr_vector_end(of, status, out_code);
}

bool qdr_take_allreduce(const void *send, void *receive, int count,
                        MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                        int *out_code)
{
    const operands data = {send, receive, type, op, count, NULL};
    qdr_vector_call of;

    return is_repeated(QDR_CALL_allreduce, &data, 0, comm, out_code) ||
           (qdr_vector_begin(&of, QDR_CALL_allreduce, bytes_of(&data), comm) &&
            take(&of, QDR_ALLREDUCE, &data, 0, out_code));
}

bool qdr_take_reduce(const void *send, void *receive, int count,
                     MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm,
                     int *out_code)
{
    const operands data = {send, receive, type, op, count, NULL};
    qdr_vector_call of;

    return is_repeated(QDR_CALL_reduce, &data, root, comm, out_code) ||
           (qdr_vector_begin(&of, QDR_CALL_reduce, bytes_of(&data), comm) &&
            take(&of, QDR_REDUCE, &data, root, out_code));
}

bool qdr_take_reduce_scatter_block(const void *send, void *receive, int count,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   int *out_code)
{
    operands data = {send, receive, type, op, count, NULL};
    qdr_vector_call of;

    if (!qdr_vector_begin(&of, QDR_CALL_reduce_scatter_block, bytes_of(&data),
                          comm))
        return false;
    data.count *= of.state->num_procs;
    return take(&of, QDR_REDUCE_SCATTER, &data, 0, out_code);
}

/* The sum of counts; -1 if MPI refuses them. */
static int64_t sum_of(const int *counts, int num_procs)
{
    int64_t sum = 0;

    for (int r = 0; counts != NULL && r < num_procs; r++) {
        if (counts[r] < 0)
            return -1;
        sum += counts[r];
    }
    return counts == NULL ? -1 : sum;
}

bool qdr_take_reduce_scatter(const void *send, void *receive, const int *counts,
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                             int *out_code)
{
    operands data = {send, receive, type, op, 0, counts};
    qdr_vector_call of;

    if (!qdr_vector_begin(&of, QDR_CALL_reduce_scatter, bytes_of(&data), comm))
        return false;
    data.count = sum_of(counts, of.state->num_procs);
    return take(&of, QDR_REDUCE_SCATTER, &data, 0, out_code);
}
