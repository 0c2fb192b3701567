/* kernels/plan/testing/collective_call.c -- see collective_call.h. */
#include "kernels/plan/testing/collective_call.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/plan/testing/ranks.h"

/* What is behind a buffer that a plan may write. */
static const char untouched[] = "ZZZZZZZZ";
enum { BEHIND = sizeof untouched - 1 };

static void fill_integer(char *element, int rank_of, int64_t i)
{
    const int64_t made = (rank_of + 1) * 1000003 + i * (rank_of + 7);

    memcpy(element, &made, sizeof made);
}

qdr_collective_call qdr_collective_call_of(const qdr_kernel *kernel,
                                           MPI_Comm comm)
{
    qdr_collective_call made = {.collective = kernel->collective,
                                .algorithm = kernel->name,
                                .comm = comm,
                                .type = MPI_INT64_T,
                                .op = MPI_SUM,
                                .fill = fill_integer};

    MPI_Comm_rank(comm, &made.rank);
    MPI_Comm_size(comm, &made.p);
    return made;
}

static size_t size_of(const qdr_collective_call *c)
{
    int size;

    MPI_Type_size(c->type, &size);
    return (size_t)size;
}

qdr_status qdr_collective_call_plan(const qdr_collective_call *c,
                                    qdr_plan **out_plan, qdr_error *error)
{
    const int64_t *counts = c->has_counts ? c->counts : NULL;
    const char *name = c->algorithm;
    const qdr_plan_options with = {.size = sizeof with,
                                   .mode = c->mode,
                                   .parameters = c->parameters,
                                   .network = c->network,
                                   .nodes = c->nodes},
                           *options = &with;

    switch (c->collective) {
    case QDR_BCAST:
        return qdr_plan_bcast(out_plan, name, options,
                              c->count * (int64_t)size_of(c), c->root, c->comm,
                              error);
    case QDR_SCATTER:
        return qdr_plan_scatter(out_plan, name, options, c->count, counts,
                                c->type, c->root, c->comm, error);
    case QDR_GATHER:
        return qdr_plan_gather(out_plan, name, options, c->count, counts,
                               c->type, c->root, c->comm, error);
    case QDR_ALLGATHER:
        return qdr_plan_allgather(out_plan, name, options, c->count, counts,
                                  c->type, c->comm, error);
    case QDR_REDUCE:
        return qdr_plan_reduce(out_plan, name, options, c->count, c->type,
                               c->op, c->root, c->comm, error);
    case QDR_ALLREDUCE:
        return qdr_plan_allreduce(out_plan, name, options, c->count, c->type,
                                  c->op, c->comm, error);
    default:
        return qdr_plan_reduce_scatter(out_plan, name, options, c->count,
                                       counts, c->type, c->op, c->comm, error);
    }
}

/* MPI's own call, into `receive`; of combined vectors this rank's part. */
static void refer(const qdr_collective_call *c, char *send, char *receive)
{
    int counts[QDR_MAX_CALLING], begins[QDR_MAX_CALLING], at = 0;
    int n = (int)c->count;

    for (int r = 0; r < c->p; r++) {
        counts[r] = (int)c->counts[r];
        begins[r] = at;
        at += counts[r];
    }
    switch (c->collective) {
    case QDR_BCAST:
        memcpy(receive, send, (size_t)n * size_of(c));
        MPI_Bcast(receive, n, c->type, c->root, c->comm);
        break;
    case QDR_SCATTER:
        MPI_Scatterv(send, counts, begins, c->type, receive, counts[c->rank],
                     c->type, c->root, c->comm);
        break;
    case QDR_GATHER:
        MPI_Gatherv(send, counts[c->rank], c->type, receive, counts, begins,
                    c->type, c->root, c->comm);
        break;
    case QDR_ALLGATHER:
        MPI_Allgatherv(send, counts[c->rank], c->type, receive, counts, begins,
                       c->type, c->comm);
        break;
    default:
        /* MPI's own others may not keep the order of ranks. */
        MPI_Reduce(send, receive, n, c->type, c->op, 0, c->comm);
        MPI_Bcast(receive, n, c->type, 0, c->comm);
        if (c->collective == QDR_REDUCE_SCATTER)
            memmove(receive, receive + (size_t)begins[c->rank] * size_of(c),
                    (size_t)counts[c->rank] * size_of(c));
    }
}

/* The source of a rank's data, their destination, and their place afterwards.
 */
typedef struct places {
    const void *send;
    void *receive;
    const char *found;
} places;

/* A rank that has both data to send and room to receive them may pass
 * MPI_IN_PLACE; the root of a scatter for its receive buffer, others for their
 * send buffer. */
static bool can_be_in_place(const qdr_collective_call *c)
{
    qdr_collective collective = c->collective;

    return collective != QDR_BCAST &&
           (!qdr_collective_has_root(collective) || c->rank == c->root);
}

/* Both in `data`, which gets a copy of the data. */
static places place_together(const qdr_collective_call *c,
                             const qdr_plan_info *info, char *data,
                             const char *send)
{
    int64_t sent = info->send_begin - info->receive_begin;

    if (c->collective == QDR_SCATTER) {
        memcpy(data, send, (size_t)info->send_bytes);
        return (places){data, MPI_IN_PLACE, data + info->receive_begin};
    }
    if (c->collective == QDR_REDUCE_SCATTER)
        sent = 0;
    memcpy(data + sent, send, (size_t)info->send_bytes);
    return (places){MPI_IN_PLACE, data, data};
}

/* Separate buffers; bytes that the rank does not receive stay unchanged. */
static places place_apart(const qdr_collective_call *c, char *send,
                          char *receive)
{
    char *into =
        c->collective == QDR_BCAST && c->rank == c->root ? send : receive;

    memset(receive, untouched[0], (size_t)c->count * size_of(c) + BEHIND);
    return (places){send, into, into};
}

/* Executes twice, into a buffer with other contents; in place, with separate
 * buffers between. */
static void compare(const qdr_collective_call *c, qdr_plan *plan, char *send,
                    char *receive, const char *reference)
{
    bool in_place = c->in_place && can_be_in_place(c);
    qdr_plan_info info = {.size = sizeof info};

    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    for (int i = 0; i < (c->in_place ? 3 : 2); i++) {
        bool is_together = in_place && i % 2 == 0;
        places at = is_together ? place_together(c, &info, receive, send)
                                : place_apart(c, send, receive);
        size_t got = (size_t)info.receive_bytes;
        qdr_test_ok(qdr_plan_execute(plan, at.send, at.receive, &cause));
        qdr_test_expect(memcmp(at.found, reference, got) == 0, "as MPI's");
        qdr_test_expect(is_together ||
                            memcmp(receive + got, untouched, BEHIND) == 0,
                        "nothing behind its part");
    }
}

void qdr_collective_call_try(qdr_collective_call *c)
{
    size_t size = size_of(c), bytes = (size_t)c->count * size + BEHIND;
    char *send = malloc(bytes), *receive = malloc(bytes);
    char *reference = calloc(1, bytes);
    qdr_plan *made = NULL;

    assert(send != NULL && receive != NULL && reference != NULL);
    for (int r = 0; r < c->p && !c->has_counts; r++)
        c->counts[r] = (r + 1) * c->count / c->p - r * c->count / c->p;
    for (int64_t i = 0; i < c->count; i++)
        c->fill(send + (size_t)i * size, c->rank, i);
    refer(c, send, reference);
    qdr_test_about("%s %s, %s, root %d, %lld elements%s%s", c->algorithm,
                   c->mode == NULL ? "" : c->mode,
                   c->parameters == NULL ? "" : c->parameters, c->root,
                   (long long)c->count, c->has_counts ? " in given parts" : "",
                   c->in_place ? ", in place" : "");
    qdr_test_ok(qdr_collective_call_plan(c, &made, &cause));
    if (made != NULL)
        compare(c, made, send, receive, reference);
    qdr_plan_free(&made);
    free(send);
    free(receive);
    free(reference);
}
