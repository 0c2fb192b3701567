/* kernels/plan/making/vector_call.c -- see vector_call.h. */
#include "kernels/plan/making/vector_call.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/messaging/agreement.h"
#include "kernels/mpi_library/library_selector.h"
#include "kernels/plan/making/plan_choice.h"
#include "kernels/plan/making/shared_plan.h"
#include "kernels/plan/making/staged_plan.h"
#include "kernels/plan/mpi/operators.h"
#include "kernels/plan/state/plan_nodes.h"

static qdr_status check_type(const qdr_vector *vector, qdr_error *error)
{
    MPI_Aint begin = 0, extent = 0, true_begin = 0, true_extent = 0;
    int size = 0;

    if (vector->type == MPI_DATATYPE_NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI_DATATYPE_NULL; accepted: a type");
    MPI_Type_size(vector->type, &size);
    MPI_Type_get_extent(vector->type, &begin, &extent);
    MPI_Type_get_true_extent(vector->type, &true_begin, &true_extent);
    if (begin != 0 || extent != size || true_begin != 0 ||
        true_extent != size || size < 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "a type of %d bytes with an extent of %lld from byte "
                        "%lld; accepted: types without gaps",
                        size, (long long)extent, (long long)begin);
    return QDR_OK;
}

static qdr_status check_operator(qdr_plan_impl *plan, const qdr_vector *vector,
                                 qdr_error *error)
{
    const char *accepted = "";
    char text[MPI_MAX_ERROR_STRING] = "";
    int commutes = 0, code, length;

    if (vector->op == MPI_OP_NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "MPI_OP_NULL; accepted: an operator");
    if (vector->op == MPI_REPLACE || vector->op == MPI_NO_OP)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s; accepted: an operator of MPI_Reduce, or of the "
                        "user's",
                        vector->op == MPI_NO_OP ? "MPI_NO_OP" : "MPI_REPLACE");
    MPI_Op_commutative(vector->op, &commutes);
    plan->traffic.problem.vector.is_ordered =
        !commutes && plan->request.num_procs > 1;
    if (!qdr_operator_accepts(vector->op, vector->type, &accepted))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "an operator that is not for elements of this type; "
                        "accepted: %s; of derived types, an operator of the "
                        "user's",
                        accepted);
    code = qdr_operator_try(vector->op, vector->type);
    if (code == MPI_SUCCESS)
        return QDR_OK;
    MPI_Error_string(code, text, &length);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "MPI does not combine elements of this type with this "
                    "operator (%s); accepted: what MPI_Reduce_local takes",
                    text);
}

static qdr_status check_lengths(const qdr_plan_impl *plan,
                                const qdr_vector *vector, qdr_error *error)
{
    int64_t left = vector->count;

    if (vector->count < 0 ||
        vector->count > INT64_MAX / plan->traffic.problem.vector.element_bytes)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld elements of %lld bytes; accepted: 0 or more, and "
                        "less than 2^63 bytes",
                        (long long)vector->count,
                        (long long)plan->traffic.problem.vector.element_bytes);
    for (int r = 0; vector->counts != NULL && r < plan->request.num_procs;
         r++) {
        if (vector->counts[r] < 0 || vector->counts[r] > left)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "the part of rank %d has %lld elements; accepted: "
                            "0 to %lld, what is left of %lld",
                            r, (long long)vector->counts[r], (long long)left,
                            (long long)vector->count);
        left -= vector->counts[r];
    }
    if (vector->counts != NULL && left > 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "the parts have %lld elements in all; accepted: %lld, "
                        "those of the vector",
                        (long long)(vector->count - left),
                        (long long)vector->count);
    return QDR_OK;
}

/* The errors that this rank alone can detect. */
static qdr_status check(qdr_plan_impl *plan, const qdr_call *call,
                        qdr_error *error)
{
    qdr_status status = check_type(&call->vector, error);
    int size = 1;

    if (status != QDR_OK)
        return status;
    MPI_Type_size(call->vector.type, &size);
    plan->traffic.problem.vector.element_bytes = size;
    if (qdr_collective_has_root(call->collective) &&
        (call->root < 0 || call->root >= plan->request.num_procs))
        return qdr_fail(error, QDR_ERROR_INPUT, "root: %d; accepted: 0 to %d",
                        call->root, plan->request.num_procs - 1);
    if (qdr_collective_combines(call->collective))
        status = check_operator(plan, &call->vector, error);
    return status == QDR_OK ? check_lengths(plan, &call->vector, error)
                            : status;
}

qdr_status qdr_vector_take_parts(qdr_plan_impl *plan, const qdr_vector *vector,
                                 qdr_error *error)
{
    int64_t at = 0;

    if (vector->counts == NULL)
        return QDR_OK;
    plan->traffic.part_begin = malloc(((size_t)plan->request.num_procs + 1) *
                                      sizeof *plan->traffic.part_begin);
    if (plan->traffic.part_begin == NULL)
        return qdr_fail_memory(error, "the parts of a vector");
    for (int r = 0; r < plan->request.num_procs; r++) {
        plan->traffic.part_begin[r] = at;
        at += vector->counts[r] * plan->traffic.problem.vector.element_bytes;
    }
    plan->traffic.part_begin[plan->request.num_procs] = at;
    plan->traffic.problem.vector.part_begin = plan->traffic.part_begin;
    return QDR_OK;
}

/* A hash of the parts. Parts that are not given depend on the length of an
 * element. */
static int64_t digest_parts(const qdr_plan_impl *plan)
{
    uint64_t mixed = 0;

    for (int r = 0; r <= plan->request.num_procs; r++)
        mixed = qdr_mix64(mixed + 1) +
                (uint64_t)qdr_problem_part_begin(&plan->traffic.problem, r);
    return (int64_t)mixed;
}

/* Ranks may describe equal data by different types, as in MPI; elements that
 * are combined must be of one length. */
static qdr_status agree_on_vector(const qdr_plan_impl *plan,
                                  const qdr_call *call, qdr_error *error)
{
    bool combines = qdr_collective_combines(call->collective);

    return qdr_agree_on(
        plan->request.comm,
        (qdr_common[]){
            {"the bytes of the vector", plan->traffic.problem.vector.bytes},
            {"the bytes of an element",
             combines ? plan->traffic.problem.vector.element_bytes : 0},
            {"the lengths of the parts", digest_parts(plan)},
            {"the operator", combines
                                 ? 2 * qdr_operator_number(call->vector.op) +
                                       plan->traffic.problem.vector.is_ordered
                                 : 0}},
        4, error);
}

qdr_status qdr_vector_learn(qdr_plan_impl *plan, const qdr_call *call,
                            qdr_error *error)
{
    qdr_problem *problem = &plan->traffic.problem;
    const qdr_kernel *wanted = plan->choice.kernel;
    qdr_network network;
    qdr_status status =
        qdr_plan_network(plan->request.comm, &call->given, call->collective,
                         &network, &plan->choice.library_lengths, error);

    if (status != QDR_OK)
        return status;
    status = check(plan, call, error);
    if (status == QDR_OK) {
        problem->vector.root = call->root;
        problem->vector.bytes =
            call->vector.count * problem->vector.element_bytes;
        problem->view = (qdr_view){true, plan->request.rank};
        problem->network = &plan->request.network;
        plan->bound.exchange.arithmetic = (qdr_arithmetic){
            call->vector.type, call->vector.op, problem->vector.element_bytes};
        status = qdr_vector_take_parts(plan, &call->vector, error);
    }
    if (status == QDR_OK)
        status =
            qdr_vector_network(plan, &network, &plan->request.network, error);
    status = qdr_agree(plan->request.comm, status, error);
    if (status == QDR_OK)
        status = agree_on_vector(plan, call, error);
    if (status == QDR_OK)
        status = qdr_vector_restrict(plan, error);
    if (status == QDR_OK)
        status = qdr_plan_find_groups(plan, error);
    if (status != QDR_OK)
        return status;
    plan->choice.library_bytes =
        qdr_library_parts_are_equal(problem) ? problem->vector.bytes : -1;
    status = qdr_plan_resolve_auto(plan, error);
    if (status == QDR_OK)
        status = qdr_kernel_accepts(plan->choice.kernel, problem, error);
    if (status == QDR_OK)
        status = qdr_buffer_layout_init(&plan->bound.exchange.layout, problem,
                                        plan->request.rank, QDR_VECTOR, error);
    status = qdr_agree(plan->request.comm, status, error);
    if (status == QDR_OK)
        status = qdr_plan_take_slot(plan, wanted, error);
    return status == QDR_OK ? qdr_plan_take_stages(plan, wanted, error)
                            : status;
}

qdr_call qdr_call_vector(qdr_collective collective, const qdr_vector *vector,
                         int root)
{
    static const char *const names[QDR_NUM_COLLECTIVES] = {
        [QDR_BCAST] = "qdr_plan_bcast",
        [QDR_SCATTER] = "qdr_plan_scatter",
        [QDR_GATHER] = "qdr_plan_gather",
        [QDR_ALLGATHER] = "qdr_plan_allgather",
        [QDR_REDUCE] = "qdr_plan_reduce",
        [QDR_ALLREDUCE] = "qdr_plan_allreduce",
        [QDR_REDUCE_SCATTER] = "qdr_plan_reduce_scatter",
    };

    return (qdr_call){.name = names[collective],
                      .id = QDR_FIRST_VECTOR_CALL + (int)collective,
                      .collective = collective,
                      .learn = qdr_vector_learn,
                      .root = root,
                      .vector = *vector};
}
