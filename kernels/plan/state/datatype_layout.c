/* kernels/plan/state/datatype_layout.c -- see datatype_layout.h. */
#include "kernels/plan/state/datatype_layout.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/status.h"

/* A type, and how far apart elements are. */
typedef struct type_map {
    MPI_Datatype type;
    MPI_Count bytes; /* may be more than an int counts */
    MPI_Aint extent;
    bool is_dense; /* an element is its bytes, in their order */
} type_map;

static bool is_named(MPI_Datatype type)
{
    int integers, addresses, types, combiner = MPI_COMBINER_NAMED;

    MPI_Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return combiner == MPI_COMBINER_NAMED;
}

/* Whether packing changes no byte of an element without gaps: the data of a
 * type need not be in the order of memory. */
static bool packs_in_order(MPI_Datatype type, MPI_Count size, MPI_Comm comm)
{
    enum { LONGEST = 4096 }; /* a longer one is sent as a type */
    char element[LONGEST], packed[LONGEST];
    int bytes = 0, at = 0;

    if (size > LONGEST)
        return false;
    MPI_Pack_size(1, type, comm, &bytes);
    if (bytes > LONGEST)
        return false;
    /* Low and high digits of each place. */
    for (int digit = 0; digit < 2; digit++, at = 0) {
        for (int i = 0; i < bytes; i++)
            element[i] = (char)(digit == 0 ? i % 64 : i / 64);
        if (MPI_Pack(element, 1, type, packed, bytes, &at, comm) !=
                MPI_SUCCESS ||
            memcmp(element, packed, (size_t)bytes) != 0)
            return false;
    }
    return true;
}

static type_map layout_of(MPI_Datatype type, MPI_Comm comm)
{
    type_map of = {.type = type};
    MPI_Aint begin, true_begin, true_extent;

    MPI_Type_size_x(type, &of.bytes);
    MPI_Type_get_extent(type, &begin, &of.extent);
    MPI_Type_get_true_extent(type, &true_begin, &true_extent);
    of.is_dense = begin == 0 && true_begin == 0 && of.extent == of.bytes &&
                  true_extent == of.bytes &&
                  (is_named(type) || packs_in_order(type, of.bytes, comm));
    return of;
}

/* A side: its messages with bytes, and whether they can be blocks of bytes. */
typedef struct builder {
    const qdr_typed_arguments *from;
    const char *name; /* of the buffer */
    int rank, num_procs;
    MPI_Comm comm; /* returns errors */
    qdr_datatypes_side side;
    qdr_block *blocks; /* of each message of the side */
    qdr_typed_message own;
    int64_t own_bytes;
    bool is_plain;
} builder;

static qdr_status check(const builder *b, int peer, MPI_Datatype type,
                        qdr_error *error)
{
    if (b->from->counts[peer] < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: %d elements for rank %d; accepted: 0 or more",
                        b->name, b->from->counts[peer], peer);
    if (b->from->counts[peer] > 0 && type == MPI_DATATYPE_NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: MPI_DATATYPE_NULL for rank %d; accepted: a type",
                        b->name, peer);
    return QDR_OK;
}

/* MPI checks the type of a message to nobody. */
static qdr_status check_type(const builder *b, int peer, MPI_Datatype type,
                             qdr_error *error)
{
    if (MPI_Send(NULL, 0, type, MPI_PROC_NULL, 0, b->comm) == MPI_SUCCESS)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: a type for rank %d that MPI does not send; accepted: "
                    "a committed type",
                    b->name, peer);
}

/* The bytes of a side are counted in 63 bits. */
static qdr_status check_sum(const builder *b, int peer, const type_map *of,
                            qdr_error *error)
{
    int64_t left = INT64_MAX - b->side.bytes - b->own_bytes;

    if (of->bytes <= left / b->from->counts[peer])
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: %d elements of %lld bytes for rank %d; accepted: less "
                    "than 2^63 bytes in all",
                    b->name, b->from->counts[peer], (long long)of->bytes, peer);
}

/* Adds the elements for a peer. */
static void add(builder *b, int peer, const type_map *of)
{
    bool is_w = b->from->types != NULL;
    int64_t bytes = (int64_t)b->from->counts[peer] * of->bytes;
    const qdr_typed_message message = {peer, b->from->counts[peer], of->type,
                                       b->from->displacements[peer] *
                                           (is_w ? 1 : of->extent)};

    if (bytes == 0)
        return;
    b->is_plain = b->is_plain && of->is_dense && message.displacement >= 0;
    if (peer == b->rank) {
        b->own = message;
        b->own_bytes = bytes;
        return;
    }
    b->blocks[b->side.count] = (qdr_block){peer, b->side.bytes, bytes};
    b->side.messages[b->side.count++] = message;
    b->side.bytes += bytes;
}

static qdr_status build(builder *b, qdr_error *error)
{
    size_t room = (size_t)b->num_procs;
    type_map of = {.type = MPI_DATATYPE_NULL};

    b->is_plain = true;
    b->blocks = malloc((room + 1) * sizeof *b->blocks);
    b->side.messages = malloc((room + 1) * sizeof *b->side.messages);
    if (b->blocks == NULL || b->side.messages == NULL)
        return qdr_fail_memory(error, "the messages of a rank");
    for (int r = 0; r < b->num_procs; r++) {
        MPI_Datatype type =
            b->from->types == NULL ? b->from->type : b->from->types[r];
        qdr_status status = check(b, r, type, error);
        if (status != QDR_OK)
            return status;
        if (b->from->counts[r] == 0)
            continue;
        if (type != of.type) {
            status = check_type(b, r, type, error);
            if (status != QDR_OK)
                return status;
            of = layout_of(type, b->comm);
        }
        status = check_sum(b, r, &of, error);
        if (status != QDR_OK)
            return status;
        add(b, r, &of);
    }
    return QDR_OK;
}

/* Blocks of bytes in the program's buffer, with the message to itself. */
static void make_plain(builder *b)
{
    int64_t at = 0;

    for (; at < b->side.count; at++)
        b->blocks[at].displacement = b->side.messages[at].displacement;
    if (b->own_bytes > 0)
        b->blocks[b->side.count++] =
            (qdr_block){b->rank, b->own.displacement, b->own_bytes};
}

static qdr_status make_typed(builder *send, builder *receive, bool is_in_place,
                             qdr_datatypes **out_typed, qdr_error *error)
{
    qdr_datatypes *made;

    if (send->own_bytes != receive->own_bytes)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "rank %d sends itself %lld bytes and receives %lld "
                        "from itself; accepted: the same",
                        send->rank, (long long)send->own_bytes,
                        (long long)receive->own_bytes);
    if (send->own_bytes > INT32_MAX)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "rank %d sends itself %lld bytes in types with gaps; "
                        "accepted: less than 2^31",
                        send->rank, (long long)send->own_bytes);
    made = malloc(sizeof *made);
    if (made == NULL)
        return qdr_fail_memory(error, "the types of an exchange");
    *made = (qdr_datatypes){.send = send->side,
                            .receive = receive->side,
                            .own_send = send->own,
                            .own_receive = receive->own,
                            .own_bytes = (int)send->own_bytes,
                            .own = malloc((size_t)send->own_bytes + 1),
                            .is_in_place = is_in_place};
    if (made->own == NULL) {
        free(made);
        return qdr_fail_memory(error, "a message to itself");
    }
    send->side.messages = receive->side.messages = NULL;
    *out_typed = made;
    return QDR_OK;
}

qdr_status qdr_datatype_layout(const qdr_typed_call *call, MPI_Comm comm,
                               qdr_given_blocks *places,
                               qdr_datatypes **out_typed, qdr_error *error)
{
    bool is_in_place = call->send.counts == NULL;
    builder receive = {.from = &call->receive,
                       .name = "receive",
                       .rank = places->rank,
                       .num_procs = places->num_procs,
                       .comm = comm};
    builder send = receive;
    qdr_status status;

    if (call->receive.counts == NULL || call->receive.displacements == NULL ||
        (!is_in_place && call->send.displacements == NULL))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "NULL for %s; accepted: NULL for the counts of sends, "
                        "in place",
                        call->receive.counts == NULL ? "the receives' counts"
                                                     : "displacements");
    if (!is_in_place)
        send = (builder){.from = &call->send,
                         .name = "send",
                         .rank = places->rank,
                         .num_procs = places->num_procs,
                         .comm = comm};
    status = build(&send, error);
    if (status == QDR_OK)
        status = build(&receive, error);
    if (status == QDR_OK && !is_in_place && send.is_plain && receive.is_plain) {
        make_plain(&send);
        make_plain(&receive);
    } else if (status == QDR_OK) {
        status = make_typed(&send, &receive, is_in_place, out_typed, error);
    }
    places->sends = send.blocks;
    places->receives = receive.blocks;
    places->num_sends = send.side.count;
    places->num_receives = receive.side.count;
    free(send.side.messages);
    free(receive.side.messages);
    return status;
}

void qdr_datatype_layout_cleanup(qdr_given_blocks *places)
{
    free((void *)places->sends);
    free((void *)places->receives);
}
