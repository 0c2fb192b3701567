/* kernels/preload/preload_movement.c -- takes the calls that move a vector and
 * combine nothing.
 *
 * Every rank knows the bytes of the vector from its own arguments: MPI requires
 * the same type signature of all ranks. Ranks may describe it by different
 * types, so plans are on bytes, and elements whose bytes are not in the order
 * of the signature are packed.
 */
#include <string.h>

#include "kernels/preload/preload_intercept.h"
#include "kernels/preload/preload_type.h"
#include "kernels/preload/preload_vector.h"

static bool is_rank(const qdr_vector_call *of, int root)
{
    return root >= 0 && root < of->state->num_procs;
}

/* Whether a vector of blocks of `bytes`, of all ranks, can be taken; sets the
 * key of its plan. `other_bytes`: the block as the rank's other buffer has it.
 */
static qdr_reason set_key(qdr_vector_call *of, qdr_collective collective,
                          int64_t bytes, int64_t other_bytes, int root)
{
    int64_t num_blocks =
        collective == QDR_BCAST ? 1 : (int64_t)of->state->num_procs;

    if (!is_rank(of, root) || bytes != other_bytes)
        return QDR_REASON_ARGUMENTS;
    of->bytes = bytes;
    of->key = (qdr_preload_key){.collective = collective,
                                .count = num_blocks * bytes,
                                .type = MPI_BYTE,
                                .root = root};
    /* A block beyond the limit may have overflowed. */
    return qdr_vector_reason_of_length(
        qdr_vector_reason_of_length(bytes) == QDR_NUM_REASONS ? of->key.count
                                                              : bytes);
}

bool qdr_take_bcast(void *address, int count, MPI_Datatype type, int root,
                    MPI_Comm comm, int *out_code)
{
    const qdr_elements all = {address, count, type};
    const qdr_arguments arguments = {
        .call = QDR_CALL_bcast, .count = count, .root = root, .type = type};
    int64_t bytes = qdr_vector_bytes(count, type);
    qdr_vector_call of;
    qdr_reason reason;
    qdr_status status;
    bool is_root;
    char *at;

    if (qdr_vector_repeat(&arguments, comm, address, address, out_code))
        return true;
    if (!qdr_vector_begin(&of, QDR_CALL_bcast, bytes, comm))
        return false;
    reason = set_key(&of, QDR_BCAST, bytes, bytes, root);
    if (reason == QDR_NUM_REASONS &&
        (address == MPI_IN_PLACE || !qdr_vector_can_move(&of, &all)))
        reason = QDR_REASON_ARGUMENTS;
    if (reason != QDR_NUM_REASONS)
        return qdr_vector_leave(&of, reason);
    if (!qdr_vector_find(&of, out_code))
        return of.is_taken;
    is_root = of.state->rank == root;
    status = (is_root ? qdr_vector_load : qdr_vector_room)(&of, 0, &all, &at);
    if (status == QDR_OK)
        status = qdr_vector_execute(&of, at, at);
    if (status == QDR_OK && !is_root)
        status = qdr_vector_store(&of, at, &all);
    if (status == QDR_OK && at == address)
        qdr_vector_keep(&of, &arguments);
    return qdr_vector_end(&of, status, out_code);
}

/* The bytes of elements; those that are in another buffer count nothing. */
static int64_t bytes_of(const qdr_elements *own)
{
    return own->address == MPI_IN_PLACE
               ? 0
               : qdr_vector_bytes(own->count, own->type);
}

/* Every rank's block goes to `all`, on ranks that receive, or from `all`, on
 * ranks that send; NULL: this rank does neither. */
typedef struct blocks {
    const qdr_elements *own, *all;
    bool is_in_place; /* the own block is in `all` */
} blocks;

/* The elements of this rank's block in `all`. */
static qdr_elements block_of(const qdr_vector_call *of, const qdr_elements *all)
{
    int rank = of->state->rank, count = all->count / of->state->num_procs;
    MPI_Aint begin, extent;

    PMPI_Type_get_extent(all->type, &begin, &extent);
    return (qdr_elements){(char *)all->address +
                              (MPI_Aint)rank * count * extent,
                          count, all->type};
}

/* Gather and allgather. */
static qdr_status collect(qdr_vector_call *of, const blocks *data)
{
    char *from = NULL, *to = NULL;
    qdr_status status = QDR_OK;

    if (data->all != NULL)
        status = qdr_vector_room(of, 1, data->all, &to);
    if (status != QDR_OK)
        return status;
    if (data->is_in_place) {
        const qdr_elements own = block_of(of, data->all);
        char *place = to + of->state->rank * of->bytes;
        status = qdr_vector_load(of, 0, &own, &from);
        if (status == QDR_OK && to != data->all->address)
            memcpy(place, from, (size_t)of->bytes);
        from = place;
    } else {
        status = qdr_vector_load(of, 0, data->own, &from);
    }
    if (status == QDR_OK)
        status = qdr_vector_execute(of, from, to);
    if (status == QDR_OK && data->all != NULL)
        status = qdr_vector_store(of, to, data->all);
    return status;
}

static qdr_status scatter(qdr_vector_call *of, const blocks *data)
{
    char *from = NULL, *to = NULL;
    qdr_status status = QDR_OK;

    if (data->all != NULL)
        status = qdr_vector_load(of, 0, data->all, &from);
    if (status == QDR_OK && data->is_in_place)
        to = from + of->state->rank * of->bytes;
    else if (status == QDR_OK)
        status = qdr_vector_room(of, 1, data->own, &to);
    if (status == QDR_OK)
        status = qdr_vector_execute(of, from, to);
    if (status == QDR_OK && !data->is_in_place)
        status = qdr_vector_store(of, to, data->own);
    return status;
}

/* Whether what the call reads and writes is where the program has it. */
static bool is_plain(const blocks *data)
{
    return !data->is_in_place && qdr_type_is_plain(data->own->type) &&
           (data->all == NULL || qdr_type_is_plain(data->all->type));
}

/* The rest of the three calls below, once they have begun. */
static bool take(qdr_vector_call *of, qdr_collective collective,
                 const qdr_arguments *arguments, const qdr_elements *own,
                 qdr_elements *all, int *out_code)
{
    blocks data = {own, all, own->address == MPI_IN_PLACE};
    int64_t bytes = -1, own_bytes = -1;
    qdr_reason reason;
    qdr_status status;

    if (!data.is_in_place)
        bytes = own_bytes = qdr_vector_bytes(own->count, own->type);
    if (all != NULL) {
        bytes = qdr_vector_bytes(all->count, all->type);
        own_bytes = data.is_in_place ? bytes : own_bytes;
    }
    /* Blocks that are longer on one side: the program's error. */
    reason = set_key(of, collective, bytes, own_bytes, (int)arguments->root);
    if ((all != NULL && all->address == MPI_IN_PLACE) ||
        (reason == QDR_NUM_REASONS &&
         (!qdr_vector_can_move(of, own) || !qdr_vector_can_move(of, all))))
        reason = QDR_REASON_ARGUMENTS;
    if (reason != QDR_NUM_REASONS)
        return qdr_vector_leave(of, reason);
    if (!qdr_vector_find(of, out_code))
        return of->is_taken;
    if (all != NULL)
        all->count *= of->state->num_procs;
    status = (collective == QDR_SCATTER ? scatter : collect)(of, &data);
    if (status == QDR_OK && is_plain(&data))
        qdr_vector_keep(of, arguments);
    return qdr_vector_end(of, status, out_code);
}

/* All of the three calls below. `all` is significant at the root, or, in an
 * allgather, on every rank. */
static inline bool take_call(qdr_preload_call call, qdr_collective collective,
                             const qdr_elements *own, qdr_elements *all,
                             int root, MPI_Comm comm, int *out_code)
{
    bool is_scatter = collective == QDR_SCATTER;
    bool has_root = collective != QDR_ALLGATHER;
    const qdr_arguments arguments = {.call = call,
                                     .count = own->count,
                                     .other_count = all->count,
                                     .root = root,
                                     .type = own->type,
                                     .other_type = all->type};
    qdr_vector_call of;

    return qdr_vector_repeat(
               &arguments, comm, is_scatter ? all->address : own->address,
               is_scatter ? own->address : all->address, out_code) ||
           (qdr_vector_begin(&of, call, bytes_of(has_root ? own : all), comm) &&
            take(&of, collective, &arguments, own,
                 has_root && of.state->rank != root ? NULL : all, out_code));
}

bool qdr_take_allgather(const void *send, int send_count,
                        MPI_Datatype send_type, void *receive,
                        int receive_count, MPI_Datatype receive_type,
                        MPI_Comm comm, int *out_code)
{
    const qdr_elements own = {(void *)send, send_count, send_type};
    qdr_elements all = {receive, receive_count, receive_type};

    return take_call(QDR_CALL_allgather, QDR_ALLGATHER, &own, &all, 0, comm,
                     out_code);
}

bool qdr_take_gather(const void *send, int send_count, MPI_Datatype send_type,
                     void *receive, int receive_count,
                     MPI_Datatype receive_type, int root, MPI_Comm comm,
                     int *out_code)
{
    const qdr_elements own = {(void *)send, send_count, send_type};
    qdr_elements all = {receive, receive_count, receive_type};

    return take_call(QDR_CALL_gather, QDR_GATHER, &own, &all, root, comm,
                     out_code);
}

bool qdr_take_scatter(const void *send, int send_count, MPI_Datatype send_type,
                      void *receive, int receive_count,
                      MPI_Datatype receive_type, int root, MPI_Comm comm,
                      int *out_code)
{
    const qdr_elements own = {receive, receive_count, receive_type};
    qdr_elements all = {(void *)send, send_count, send_type};

    return take_call(QDR_CALL_scatter, QDR_SCATTER, &own, &all, root, comm,
                     out_code);
}
