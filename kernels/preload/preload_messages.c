/* kernels/preload/preload_messages.c -- takes the calls that exchange messages.
 *
 * Both ends of a message know its length in the same call, so one message for
 * each pair with bytes is right whatever the other ranks do. Each rank begins
 * with the rank after it: otherwise all would send to rank 0 first.
 */
#include <string.h>

#include "kernels/plan/traffic/exchange_mail.h"
#include "kernels/preload/preload_intercept.h"
#include "kernels/preload/preload_side.h"
#include "kernels/preload/preload_state.h"
#include "kernels/preload/preload_type.h"
#include "kernels/preload/preload_world.h"

/* A call, and its two sides. */
typedef struct message_call {
    qdr_preload_call call;
    MPI_Comm comm;
    const void *send;
    void *receive;
    qdr_side sends, receives;
    const qdr_mailboxes *mail; /* or NULL */
} message_call;

static bool is_refused(message_call *of, const qdr_preload_state *state,
                       const qdr_call_peers *both)
{
    MPI_Comm own = qdr_communicator_copy(state->own);

    if (of->receive == MPI_IN_PLACE ||
        !qdr_side_read(&of->sends, &both->to, own) ||
        !qdr_side_read(&of->receives, &both->from, own))
        return true;
    /* What a rank sends itself it expects in full. */
    return of->call != QDR_CALL_neighbor_alltoallv &&
           qdr_side_bytes(&of->sends, state->rank) !=
               qdr_side_bytes(&of->receives, state->rank);
}

/* Copies the message of this rank to itself, which is the last one of both
 * sides, if its bytes are adjacent; returns whether it did so. */
static bool copy_own(const message_call *of, int rank, int64_t *out_bytes)
{
    qdr_typed_message from, to;

    *out_bytes = 0;
    if (of->call == QDR_CALL_neighbor_alltoallv ||
        qdr_side_bytes(&of->sends, rank) <= 0)
        return false;
    from = qdr_side_message(&of->sends, rank, rank);
    to = qdr_side_message(&of->receives, rank, rank);
    if (!qdr_type_is_plain(from.type) || !qdr_type_is_plain(to.type))
        return false;
    *out_bytes = qdr_side_bytes(&of->sends, rank);
    memmove((char *)of->receive + to.displacement,
            (const char *)of->send + from.displacement, (size_t)*out_bytes);
    return true;
}

/* The arguments of MPI_Alltoall. */
static qdr_arguments arguments_of(const message_call *of)
{
    return (qdr_arguments){.call = of->call,
                           .count = of->sends.count,
                           .other_count = of->receives.count,
                           .type = of->sends.type,
                           .other_type = of->receives.type};
}

/* Keeps the messages of MPI_Alltoall, which depend on its arguments only. */
static void keep(const message_call *of, qdr_preload_state *state,
                 const qdr_typed_messages *messages, int64_t bytes,
                 int64_t own_bytes)
{
    state->repeated = (qdr_repeated){
        .arguments = arguments_of(of),
        .is_set = !qdr_preload_has_threads,
        .mail = of->mail,
        .messages = *messages,
        .from = qdr_side_message(&of->sends, state->rank, 0).displacement,
        .to = qdr_side_message(&of->receives, state->rank, 0).displacement,
        .own_bytes = own_bytes,
        .bytes = bytes};
}

static qdr_status send_now(const message_call *of, qdr_communicator *own,
                           const qdr_typed_messages *messages)
{
    return of->mail != NULL
               ? qdr_exchange_mail(own, of->mail, of->send, of->receive,
                                   messages, NULL)
               : qdr_exchange_now(own, of->send, of->receive, messages, NULL);
}

/* Performs an MPI_Alltoall whose arguments are those of the last call, with
 * buffers that are not MPI_IN_PLACE; false: it is another one. */
static bool repeat(message_call *of, int *out_code)
{
    qdr_arguments arguments = arguments_of(of);
    qdr_repeated *last = qdr_preload_repeated(&arguments, of->comm);
    qdr_status status;

    if (last == NULL || of->send == MPI_IN_PLACE || of->receive == MPI_IN_PLACE)
        return false;
    memmove((char *)of->receive + last->to, (const char *)of->send + last->from,
            (size_t)last->own_bytes);
    of->mail = last->mail;
    status = send_now(of, qdr_preload_last.state->own, &last->messages);
    return qdr_preload_end_repeated(last, QDR_PRELOAD_DIRECT, status, of->comm,
                                    out_code);
}

/* Whether it is MPI_Alltoall, of messages so short that they are better
 * combined on the way, which this file does not: all ranks know the length. */
static bool is_for_library(const message_call *of,
                           const qdr_preload_state *state)
{
    int64_t bytes;

    if (of->call != QDR_CALL_alltoall || state->planner == NULL ||
        qdr_preload_set.algorithm[of->call] != QDR_PRELOAD_AUTO)
        return false;
    bytes = qdr_side_bytes(&of->sends, 0);
    return bytes > 0 &&
           !qdr_planner_goes_straight(state->planner, of->mail, bytes);
}

/* Once the peers are known. */
static bool exchange(message_call *of, qdr_preload_state *state,
                     const qdr_call_peers *both, int *out_code)
{
    const qdr_peers *to = &both->to, *from = &both->from;
    int64_t limit = of->mail == NULL ? -1 : of->mail->limit;
    int64_t bytes = 0, own_bytes = 0, received;
    qdr_status status = QDR_ERROR_MEMORY;
    qdr_typed_message *room;
    bool is_copied;

    if (is_refused(of, state, both))
        return qdr_preload_decline(state, of->call, QDR_REASON_ARGUMENTS);
    if (is_for_library(of, state))
        return qdr_preload_decline(state, of->call, QDR_REASON_LIBRARY);
    room =
        qdr_communicator_room(state->own, QDR_SCRATCH_MESSAGES,
                              (size_t)(to->count + from->count) * sizeof *room);
    if (room != NULL) {
        is_copied = copy_own(of, state->rank, &own_bytes);
        const qdr_typed_messages messages = {
            qdr_side_list(&of->sends, to, is_copied, limit, room, &bytes),
            qdr_side_list(&of->receives, from, is_copied, limit,
                          room + to->count, &received),
            room, room + to->count};
        if (messages.num_sends < 0 || messages.num_receives < 0)
            return qdr_preload_decline(state, of->call, QDR_REASON_ARGUMENTS);
        status = send_now(of, state->own, &messages);
        if (status == QDR_OK && of->call == QDR_CALL_alltoall && is_copied)
            keep(of, state, &messages, bytes + own_bytes, own_bytes);
    }
    return qdr_preload_end_call(state, of->call, QDR_PRELOAD_DIRECT,
                                bytes + own_bytes, status, of->comm, out_code);
}

/* What MPI may refuse on this rank alone: nothing may wait for the others. */
static bool is_refused_alone(const qdr_side *of)
{
    return (of->types == NULL && qdr_type_is_none(of->type)) || of->count < 0;
}

static bool take(message_call *of, int *out_code)
{
    bool is_for_neighbors = of->call == QDR_CALL_neighbor_alltoallv;
    qdr_preload_state *state;
    qdr_call_peers *both;
    qdr_status status;

    state = qdr_preload_begin_call(of->call, of->comm);
    if (state == NULL)
        return false;
    /* All ranks, whatever MPI refuses. A neighbor may be one several times. */
    if (!is_for_neighbors && state->planner != NULL)
        of->mail = qdr_planner_mail(state->planner);
    if (is_refused_alone(&of->receives) ||
        (of->send != MPI_IN_PLACE && is_refused_alone(&of->sends)))
        return qdr_preload_decline(state, of->call, QDR_REASON_ARGUMENTS);
    /* All ranks pass it, or none. */
    if (of->send == MPI_IN_PLACE)
        return qdr_preload_decline(state, of->call, QDR_REASON_IN_PLACE);
    both = is_for_neighbors ? &state->neighbors : &state->all;
    status = is_for_neighbors
                 ? qdr_peers_find_neighbors(both, of->comm)
                 : qdr_peers_find_all(both, state->rank, state->num_procs);
    if (status == QDR_ERROR_INPUT)
        return qdr_preload_decline(state, of->call, QDR_REASON_ARGUMENTS);
    if (status != QDR_OK)
        return qdr_preload_end_call(state, of->call, QDR_PRELOAD_DIRECT, 0,
                                    status, of->comm, out_code);
    return exchange(of, state, both, out_code);
}

bool qdr_take_alltoallv(const void *send, const int *send_counts,
                        const int *send_places, MPI_Datatype send_type,
                        void *receive, const int *receive_counts,
                        const int *receive_places, MPI_Datatype receive_type,
                        MPI_Comm comm, int *out_code)
{
    message_call of = {
        .call = QDR_CALL_alltoallv,
        .comm = comm,
        .send = send,
        .receive = receive,
        .sends = {send_counts, send_places, .type = send_type},
        .receives = {receive_counts, receive_places, .type = receive_type}};

    return take(&of, out_code);
}

bool qdr_take_alltoallw(const void *send, const int *send_counts,
                        const int *send_places, const MPI_Datatype *send_types,
                        void *receive, const int *receive_counts,
                        const int *receive_places,
                        const MPI_Datatype *receive_types, MPI_Comm comm,
                        int *out_code)
{
    message_call of = {.call = QDR_CALL_alltoallw,
                       .comm = comm,
                       .send = send,
                       .receive = receive,
                       .sends = {send_counts, send_places,
                                 .type = MPI_DATATYPE_NULL, send_types},
                       .receives = {receive_counts, receive_places,
                                    .type = MPI_DATATYPE_NULL, receive_types}};

    return take(&of, out_code);
}

bool qdr_take_alltoall(const void *send, int send_count, MPI_Datatype send_type,
                       void *receive, int receive_count,
                       MPI_Datatype receive_type, MPI_Comm comm, int *out_code)
{
    message_call of = {
        .call = QDR_CALL_alltoall,
        .comm = comm,
        .send = send,
        .receive = receive,
        .sends = {.count = send_count, .is_uniform = true, .type = send_type},
        .receives = {
            .count = receive_count, .is_uniform = true, .type = receive_type}};

    return repeat(&of, out_code) || take(&of, out_code);
}

bool qdr_take_neighbor_alltoallv(const void *send, const int *send_counts,
                                 const int *send_places, MPI_Datatype send_type,
                                 void *receive, const int *receive_counts,
                                 const int *receive_places,
                                 MPI_Datatype receive_type, MPI_Comm comm,
                                 int *out_code)
{
    message_call of = {
        .call = QDR_CALL_neighbor_alltoallv,
        .comm = comm,
        .send = send,
        .receive = receive,
        .sends = {send_counts, send_places, .type = send_type},
        .receives = {receive_counts, receive_places, .type = receive_type}};

    return take(&of, out_code);
}
