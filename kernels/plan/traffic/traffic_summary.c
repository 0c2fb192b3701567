/* kernels/plan/traffic/traffic_summary.c -- see traffic_summary.h.
 *
 * A rank's numbers are one operand: those that take the max, then those that
 * are added. With a map of nodes the ranks add what leaves and what enters each
 * node.
 */
#include "kernels/plan/traffic/traffic_summary.h"

#include <stdlib.h>

#include "kernels/plan/state/plan_nodes.h"

/* The operand: its length comes first, since MPI passes the operator none. */
enum {
    LENGTH,
    MAX_SENDS,
    MAX_RECEIVES,
    MAX_SENT_BYTES,
    MAX_RECEIVED_BYTES,
    NUM_MESSAGES, /* this one and all later ones are added */
    TOTAL_BYTES,
    FIRST_NODE, /* what leaves it, and what enters it; then the next one's */
    NUM_OF_NODE = 2
};

static int length_of(const qdr_plan_impl *plan)
{
    return FIRST_NODE + NUM_OF_NODE * qdr_plan_num_nodes(plan);
}

int64_t *qdr_traffic_summary_scratch(const qdr_plan_impl *plan)
{
    return calloc((size_t)length_of(plan), sizeof(int64_t));
}

/* Up to INT64_MAX. */
static int64_t sum_of(int64_t a, int64_t b)
{
    return a > INT64_MAX - b ? INT64_MAX : a + b;
}

/* An operator, as MPI calls it: with whole operands. */
static void merge(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const int64_t *from = in;
    int64_t *into = inout;

    (void)type;
    for (int i = 0; i < *count; i++) {
        int64_t length = from[LENGTH];
        for (int64_t j = 0; j < NUM_MESSAGES; j++)
            into[j] = from[j] > into[j] ? from[j] : into[j];
        for (int64_t j = NUM_MESSAGES; j < length; j++)
            into[j] = sum_of(into[j], from[j]);
        from += length;
        into += length;
    }
}

static int reduce(MPI_Comm comm, int64_t *operand)
{
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_Op op = MPI_OP_NULL;
    int code = MPI_Type_contiguous((int)operand[LENGTH], MPI_INT64_T, &type);

    if (code == MPI_SUCCESS)
        code = MPI_Type_commit(&type);
    if (code == MPI_SUCCESS)
        code = MPI_Op_create(merge, 1, &op);
    if (code == MPI_SUCCESS)
        code = MPI_Allreduce(MPI_IN_PLACE, operand, 1, type, op, comm);
    if (op != MPI_OP_NULL)
        MPI_Op_free(&op);
    if (type != MPI_DATATYPE_NULL)
        MPI_Type_free(&type);
    return code;
}

/* A message that this rank sends, or receives. */
static void add(const qdr_plan_impl *plan, const qdr_message *message,
                int64_t *to)
{
    const int *node_of =
        plan->choice.nodes == NULL ? NULL : plan->choice.nodes->node_of;
    bool sends = message->src == plan->request.rank;

    to[sends ? MAX_SENDS : MAX_RECEIVES]++;
    to[sends ? MAX_SENT_BYTES : MAX_RECEIVED_BYTES] += message->bytes;
    to[NUM_MESSAGES] += sends;
    to[TOTAL_BYTES] += sends ? message->bytes : 0;
    if (node_of != NULL && node_of[message->src] != node_of[message->dst])
        to[FIRST_NODE + NUM_OF_NODE * node_of[plan->request.rank] + !sends] +=
            message->bytes;
}

static int64_t max_of_nodes(const qdr_plan_impl *plan, const int64_t *from)
{
    int64_t max = 0;

    for (int i = 0; i < qdr_plan_num_nodes(plan); i++)
        if (from[(ptrdiff_t)NUM_OF_NODE * i] > max)
            max = from[(ptrdiff_t)NUM_OF_NODE * i];
    return max;
}

qdr_status qdr_plan_agree_summary(qdr_plan_impl *plan, int64_t *room,
                                  qdr_error *error)
{
    const qdr_pattern *pattern = &plan->traffic.pattern;

    room[LENGTH] = length_of(plan);
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        if (message->src != message->dst &&
            (message->src == plan->request.rank ||
             message->dst == plan->request.rank))
            add(plan, message, room);
    }
    if (reduce(plan->request.comm, room) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "adding the load failed");
    plan->traffic.summary = (qdr_traffic_summary){
        .max_sends = room[MAX_SENDS],
        .max_receives = room[MAX_RECEIVES],
        .max_sent_bytes = room[MAX_SENT_BYTES],
        .max_received_bytes = room[MAX_RECEIVED_BYTES],
        .num_messages = room[NUM_MESSAGES],
        .total_bytes = room[TOTAL_BYTES],
        .max_node_sent_bytes = max_of_nodes(plan, room + FIRST_NODE),
        .max_node_received_bytes = max_of_nodes(plan, room + FIRST_NODE + 1)};
    plan->traffic.problem.messages.summary = &plan->traffic.summary;
    return QDR_OK;
}
