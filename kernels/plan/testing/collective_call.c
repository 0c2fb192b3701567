/* kernels/plan/testing/collective_call.c -- see collective_call.h. */
#include "kernels/plan/testing/collective_call.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/quadrille.h"

qdr_collective_call qdr_collective_call_of(const qdr_kernel *kernel,
                                           MPI_Comm comm)
{
    qdr_collective_call made = {.kernel = kernel, .comm = comm};

    MPI_Comm_rank(comm, &made.rank);
    MPI_Comm_size(comm, &made.p);
    return made;
}

/* Returns 1, the number of complaints. */
static int complain(const qdr_collective_call *c, const char *what)
{
    fprintf(stderr,
            "rank %d of %d, %s, %s %s, root %d, %lld elements%s%s: %s\n",
            c->rank, c->p, c->kernel->name, c->mode == NULL ? "" : c->mode,
            c->parameters == NULL ? "" : c->parameters, c->root,
            (long long)c->count, c->has_counts ? " in given parts" : "",
            c->in_place ? ", in place" : "", what);
    return 1;
}

qdr_status qdr_collective_call_plan(const qdr_collective_call *c,
                                    qdr_plan **out_plan, qdr_error *error)
{
    const int64_t *counts = c->has_counts ? c->counts : NULL;
    const char *name = c->kernel->name;
    const qdr_plan_options with = {.size = sizeof(qdr_plan_options),
                                   .mode = c->mode,
                                   .parameters = c->parameters,
                                   .network = c->network},
                           *options = &with;
    int64_t bytes = c->count * (int64_t)sizeof(int64_t);

    switch (c->kernel->collective) {
    case QDR_BCAST:
        return qdr_plan_bcast(out_plan, name, options, bytes, c->root, c->comm,
                              error);
    case QDR_SCATTER:
        return qdr_plan_scatter(out_plan, name, options, c->count, counts,
                                MPI_INT64_T, c->root, c->comm, error);
    case QDR_GATHER:
        return qdr_plan_gather(out_plan, name, options, c->count, counts,
                               MPI_INT64_T, c->root, c->comm, error);
    case QDR_ALLGATHER:
        return qdr_plan_allgather(out_plan, name, options, c->count, counts,
                                  MPI_INT64_T, c->comm, error);
    case QDR_REDUCE:
        return qdr_plan_reduce(out_plan, name, options, c->count, MPI_INT64_T,
                               MPI_SUM, c->root, c->comm, error);
    case QDR_ALLREDUCE:
        return qdr_plan_allreduce(out_plan, name, options, c->count,
                                  MPI_INT64_T, MPI_SUM, c->comm, error);
    default:
        return qdr_plan_reduce_scatter(out_plan, name, options, c->count,
                                       counts, MPI_INT64_T, MPI_SUM, c->comm,
                                       error);
    }
}

/* MPI's own call, into `receive`. */
static void refer(const qdr_collective_call *c, int64_t *send, int64_t *receive)
{
    int counts[QDR_MAX_CALLING], begins[QDR_MAX_CALLING], at = 0;
    int n = (int)c->count;

    for (int r = 0; r < c->p; r++) {
        counts[r] = (int)c->counts[r];
        begins[r] = at;
        at += counts[r];
    }
    switch (c->kernel->collective) {
    case QDR_BCAST:
        memcpy(receive, send, (size_t)n * sizeof *send);
        MPI_Bcast(receive, n, MPI_INT64_T, c->root, c->comm);
        break;
    case QDR_SCATTER:
        MPI_Scatterv(send, counts, begins, MPI_INT64_T, receive,
                     counts[c->rank], MPI_INT64_T, c->root, c->comm);
        break;
    case QDR_GATHER:
        MPI_Gatherv(send, counts[c->rank], MPI_INT64_T, receive, counts, begins,
                    MPI_INT64_T, c->root, c->comm);
        break;
    case QDR_ALLGATHER:
        MPI_Allgatherv(send, counts[c->rank], MPI_INT64_T, receive, counts,
                       begins, MPI_INT64_T, c->comm);
        break;
    case QDR_REDUCE:
        MPI_Reduce(send, receive, n, MPI_INT64_T, MPI_SUM, c->root, c->comm);
        break;
    case QDR_ALLREDUCE:
        MPI_Allreduce(send, receive, n, MPI_INT64_T, MPI_SUM, c->comm);
        break;
    default:
        MPI_Reduce_scatter(send, receive, counts, MPI_INT64_T, MPI_SUM,
                           c->comm);
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
    qdr_collective collective = c->kernel->collective;

    return collective != QDR_BCAST &&
           (!qdr_collective_has_root(collective) || c->rank == c->root);
}

/* Both in `buffer`, which gets a copy of the data. */
static places place_together(const qdr_collective_call *c,
                             const qdr_plan_info *info, int64_t *buffer,
                             const int64_t *send)
{
    qdr_collective collective = c->kernel->collective;
    int64_t sent = info->send_begin - info->receive_begin;
    char *data = (char *)buffer;

    if (collective == QDR_SCATTER) {
        memcpy(data, send, (size_t)info->send_bytes);
        return (places){data, MPI_IN_PLACE, data + info->receive_begin};
    }
    if (collective == QDR_REDUCE_SCATTER)
        sent = 0;
    memcpy(data + sent, send, (size_t)info->send_bytes);
    return (places){MPI_IN_PLACE, data, data};
}

/* Separate buffers; bytes that the rank does not receive stay unchanged. */
static places place_apart(const qdr_collective_call *c, int64_t *send,
                          int64_t *receive)
{
    bool is_source = c->kernel->collective == QDR_BCAST && c->rank == c->root;

    memset(receive, 0x5a, ((size_t)c->count + 1) * sizeof *receive);
    return (places){send, is_source ? send : receive,
                    (const char *)(is_source ? send : receive)};
}

/* Executes twice, into a buffer with other contents; returns the number of
 * errors. */
static int compare(const qdr_collective_call *c, qdr_plan *plan, int64_t *send,
                   int64_t *receive, const int64_t *reference)
{
    bool in_place = c->in_place && can_be_in_place(c);
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};
    int num_wrong = 0;

    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK)
        num_wrong += complain(c, error.text);
    for (int i = 0; i < 2; i++) {
        places at = in_place ? place_together(c, &info, receive, send)
                             : place_apart(c, send, receive);
        int64_t got = info.receive_bytes / (int64_t)sizeof *receive;
        if (qdr_plan_execute(plan, at.send, at.receive, &error) != QDR_OK)
            return num_wrong + complain(c, error.text);
        if (memcmp(at.found, reference, (size_t)info.receive_bytes) != 0)
            num_wrong += complain(c, "differs from MPI's");
        if (!in_place && got <= c->count && receive[got] != 0x5a5a5a5a5a5a5a5a)
            num_wrong += complain(c, "writes behind its part");
    }
    return num_wrong;
}

int qdr_collective_call_try(qdr_collective_call *c)
{
    size_t bytes = ((size_t)c->count + 2) * sizeof(int64_t);
    int64_t *send = malloc(bytes), *receive = malloc(bytes);
    int64_t *reference = calloc(1, bytes);
    qdr_plan *made = NULL;
    qdr_error error = {""};
    int num_wrong = 0;

    assert(send != NULL && receive != NULL && reference != NULL);
    for (int r = 0; r < c->p && !c->has_counts; r++)
        c->counts[r] = (r + 1) * c->count / c->p - r * c->count / c->p;
    for (int64_t i = 0; i < c->count; i++)
        send[i] = (c->rank + 1) * 1000003 + i * (c->rank + 7);
    refer(c, send, reference);
    if (qdr_collective_call_plan(c, &made, &error) != QDR_OK)
        num_wrong = complain(c, error.text);
    else
        num_wrong = compare(c, made, send, receive, reference);
    qdr_plan_free(&made);
    free(send);
    free(receive);
    free(reference);
    return num_wrong;
}
