/* kernels/shared_memory/shared_memory_vector_engine.c -- performs the
 * algorithms of shared_memory_table.c.
 *
 * Every rank writes what it contributes, chunk by chunk, and reads from the
 * other ranks what it needs; the layouts of the ranks' buffers say both, so one
 * implementation serves all collectives. What is combined is combined in the
 * order of ranks, beginning with the last one, as MPI_Reduce_local(a, b) makes
 * b = a op b. So all ranks get the same bits, with any operator.
 */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/min_max.h"
#include "kernels/engine.h"
#include "kernels/messaging/agreement.h"
#include "kernels/messaging/poll_mpi.h"
#include "kernels/shared_memory/ring.h"

/* What this rank needs of another one, or of itself. */
typedef struct source {
    int rank;
    int64_t contributed;     /* bytes that it has */
    int64_t from, to, bytes; /* in them; in the receive buffer */
} source;

typedef struct state {
    const qdr_buffer_layout *own;
    MPI_Comm comm;
    const qdr_arithmetic *arithmetic;
    qdr_ring_group *rings;
    bool combines;
    int64_t longest;          /* contribution of a rank */
    int64_t chunk_bytes;      /* whole elements */
    qdr_vector_part own_only; /* bytes of this rank's that no other one reads */
    int num_sources;
    source *sources; /* [num_sources] by rank, in the order of reading */
} state;

/* An execution. */
typedef struct run {
    const char *send;
    char *receive;
    bool is_in_place;
    qdr_vector_part left_out; /* bytes that are not written for others */
    qdr_ring_waiting waiting;
} run;

static const char waiting[] = "waiting for the ranks of a node by";

/* While a rank waits MPI goes on, for messages of other plans. */
static int poll(void *context, int64_t times)
{
    const state *s = context;
    int has_come;

    return qdr_poll_mpi(s->comm, MPI_ANY_SOURCE, MPI_ANY_TAG, times, &has_come);
}

/* The sources, the last rank first. */
static void find_sources(state *s, const qdr_problem *problem)
{
    const qdr_buffer_layout *own = s->own;

    for (int64_t i = own->num_receives - 1; i >= 0; i--) {
        const qdr_block *block = &own->receives[i];
        qdr_vector_part theirs =
            qdr_vector_part_of(problem, block->peer, false);
        int64_t begin = own->received.begin + block->displacement;
        if (block->bytes > 0)
            s->sources[s->num_sources++] =
                (source){.rank = block->peer,
                         .contributed = theirs.end - theirs.begin,
                         .from = begin - theirs.begin,
                         .to = block->displacement,
                         .bytes = block->bytes};
    }
}

/* All of them, if no other rank reads any; its own part, if each rank reads
 * another one. */
static qdr_vector_part find_own_only(const qdr_buffer_layout *own)
{
    const qdr_block *itself =
        qdr_buffer_layout_find(own->sends, own->num_sends, own->rank);
    qdr_vector_part kept = {0, own->send_bytes};

    for (int64_t i = 0; i < own->num_sends; i++) {
        const qdr_block *block = &own->sends[i];
        if (block->peer == own->rank || block->bytes == 0)
            continue;
        kept = itself == NULL || itself->displacement == block->displacement
                   ? (qdr_vector_part){0, 0}
                   : (qdr_vector_part){itself->displacement,
                                       itself->displacement + itself->bytes};
    }
    return kept;
}

static qdr_status prepare(void *made, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error)
{
    int64_t element = local->arithmetic->element_bytes;
    state *s = made;

    /* Sources are released by cleanup. */
    *s = (state){.own = local->layout,
                 .comm = local->comm,
                 .arithmetic = local->arithmetic,
                 .rings = local->rings,
                 .combines = qdr_collective_combines(problem->collective),
                 .longest = qdr_vector_longest(problem),
                 .chunk_bytes = QDR_RING_CHUNK,
                 .sources = malloc(((size_t)local->layout->num_receives + 1) *
                                   sizeof(source))};
    if (s->sources == NULL)
        return qdr_fail_memory(error, "the sources of an exchange");
    if (s->combines)
        s->chunk_bytes -= s->chunk_bytes % element;
    find_sources(s, problem);
    s->own_only = find_own_only(s->own);
    return QDR_OK;
}

static void cleanup(void *made)
{
    state *s = made;

    free(s->sources);
}

/* Bytes of a contribution in the chunk that begins at byte `at` of each. */
static int64_t bytes_at(const state *s, int64_t contributed, int64_t at)
{
    return qdr_max(qdr_min(contributed - at, s->chunk_bytes), 0);
}

static void copy_part(char *to, const char *from, int64_t begin, int64_t end)
{
    if (begin < end)
        memcpy(to + begin, from + begin, (size_t)(end - begin));
}

/* Writes this rank's bytes of a chunk, but for some. */
static qdr_status offer(const state *s, const run *r, int64_t at,
                        qdr_error *error)
{
    int64_t bytes = bytes_at(s, s->own->send_bytes, at);
    int64_t begin = qdr_min(qdr_max(r->left_out.begin - at, 0), bytes);
    int64_t end = qdr_min(qdr_max(r->left_out.end - at, begin), bytes);
    char *place;
    int code;

    if (begin == 0 && end == bytes)
        return QDR_OK;
    code = qdr_ring_begin(s->rings, bytes, &r->waiting, &place);
    if (code != MPI_SUCCESS)
        return qdr_mpi_fail(code, waiting, s->own->rank, error);
    copy_part(place, r->send + at, 0, begin);
    copy_part(place, r->send + at, end, bytes);
    qdr_ring_publish(s->rings);
    return QDR_OK;
}

/* Where the bytes of a source's chunk are: its own are in the send buffer. */
static int find(const state *s, const run *r, const source *of, int64_t at,
                const char **out_from)
{
    if (of->rank != s->own->rank || r->is_in_place)
        return qdr_ring_find(s->rings, of->rank,
                             bytes_at(s, of->contributed, at), &r->waiting,
                             out_from);
    *out_from = r->send + at;
    return MPI_SUCCESS;
}

/* Moves or combines what a chunk has of a source. */
static qdr_status take(const state *s, const run *r, const source *of,
                       int64_t at, bool combines, qdr_error *error)
{
    int64_t begin = qdr_max(of->from, at);
    int64_t end = qdr_min(of->from + of->bytes, at + s->chunk_bytes);
    char *to = r->receive + of->to + (begin - of->from);
    const char *from;
    int code;

    if (begin >= end)
        return QDR_OK;
    code = find(s, r, of, at, &from);
    if (code != MPI_SUCCESS)
        return qdr_mpi_fail(code, waiting, s->own->rank, error);
    from += begin - at;
    if (combines)
        return qdr_mpi_status(
            MPI_Reduce_local(
                from, to, (int)((end - begin) / s->arithmetic->element_bytes),
                s->arithmetic->type, s->arithmetic->op),
            "combining the data of", s->own->rank, error);
    if (to != from)
        memcpy(to, from, (size_t)(end - begin));
    return QDR_OK;
}

static qdr_status exchange(const state *s, const run *r, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int64_t at = 0; at < s->longest && status == QDR_OK;
         at += s->chunk_bytes) {
        status = offer(s, r, at, error);
        for (int i = 0; i < s->num_sources && status == QDR_OK; i++)
            status =
                take(s, r, &s->sources[i], at, s->combines && i > 0, error);
        qdr_ring_finish(s->rings);
    }
    return status;
}

/* What is combined in place overwrites this rank's own bytes: it then reads
 * what it wrote of them. */
static qdr_status execute(void *made, const char *send, char *receive,
                          qdr_error *error)
{
    const state *s = made;
    run r = {.send = send,
             .receive = receive,
             .is_in_place = s->combines &&
                            send < receive + s->own->receive_bytes &&
                            receive < send + s->own->send_bytes,
             .left_out = s->own_only,
             .waiting = {poll, made}};

    if (r.is_in_place)
        r.left_out = (qdr_vector_part){0, 0};
    return exchange(s, &r, error);
}

#define ENGINE(algorithm)                                                      \
    const qdr_engine qdr_##algorithm##_engine = {.state_bytes = sizeof(state), \
                                                 .prepare = prepare,           \
                                                 .cleanup = cleanup,           \
                                                 .execute = execute}

ENGINE(bcast_shared);
ENGINE(scatter_shared);
ENGINE(gather_shared);
ENGINE(allgather_shared);
ENGINE(reduce_shared);
ENGINE(allreduce_shared);
ENGINE(reduce_scatter_shared);
