/* kernels/plan/collectives_mpi_test.c -- every row about a vector against MPI's
 * own collective, bit for bit: lengths around p, every root, parts of given
 * lengths, in place, sub-communicators, Cartesian ones.
 */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"

enum { MOST_PROCS = 32, MANY = 1000, VERY_MANY = 1000000 };

static int num_wrong;

/* One call of a collective. */
typedef struct call {
    const qdr_kernel *kernel;
    MPI_Comm comm;
    int rank, p, root;
    int64_t count;
    int64_t counts[MOST_PROCS];
    bool has_counts; /* else about the same */
    bool in_place;
    const char *mode, *parameters; /* or NULL: the row's own */
} call;

static void complain(const call *c, const char *what)
{
    fprintf(stderr, "rank %d of %d, %s, root %d, %lld elements%s%s: %s\n",
            c->rank, c->p, c->kernel->name, c->root, (long long)c->count,
            c->has_counts ? " in given parts" : "",
            c->in_place ? ", in place" : "", what);
    num_wrong++;
}

/* By the call that a program would make. */
static qdr_status plan(const call *c, qdr_plan **out_plan, qdr_error *error)
{
    const int64_t *counts = c->has_counts ? c->counts : NULL;
    const char *name = c->kernel->name;
    const qdr_plan_options with = {.mode = c->mode,
                                   .parameters = c->parameters},
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

/* MPI's own, into `receive`. */
static void refer(const call *c, int64_t *send, int64_t *receive)
{
    int counts[MOST_PROCS], begins[MOST_PROCS], at = 0;
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

/* Where a rank's data come from, where they go, and where they are then. */
typedef struct places {
    const void *send;
    void *receive;
    const char *found;
} places;

/* A rank that has both data to send and room to receive them may pass
 * MPI_IN_PLACE; the root of a scatter for what it receives, others for what
 * they send. */
static bool can_be_in_place(const call *c)
{
    qdr_collective collective = c->kernel->collective;

    return collective != QDR_BCAST &&
           (!qdr_collective_has_root(collective) || c->rank == c->root);
}

/* Both in `buffer`, which gets a copy of the data. */
static places place_together(const call *c, const qdr_plan_info *info,
                             int64_t *buffer, const int64_t *send)
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

/* Apart; what the rank has not to get stays as it is. */
static places place_apart(const call *c, int64_t *send, int64_t *receive)
{
    bool is_source = c->kernel->collective == QDR_BCAST && c->rank == c->root;

    memset(receive, 0x5a, ((size_t)c->count + 1) * sizeof *receive);
    return (places){send, is_source ? send : receive,
                    (const char *)(is_source ? send : receive)};
}

/* Twice, into a buffer with other contents. */
static void compare(const call *c, qdr_plan *plan, int64_t *send,
                    int64_t *receive, const int64_t *reference)
{
    bool in_place = c->in_place && can_be_in_place(c);
    qdr_plan_info info = {0};
    qdr_error error = {""};

    if (qdr_plan_get_info(plan, &info, &error) != QDR_OK)
        complain(c, error.text);
    for (int i = 0; i < 2; i++) {
        places at = in_place ? place_together(c, &info, receive, send)
                             : place_apart(c, send, receive);
        int64_t got = info.receive_bytes / (int64_t)sizeof *receive;
        if (qdr_plan_execute(plan, at.send, at.receive, &error) != QDR_OK) {
            complain(c, error.text);
            return;
        }
        if (memcmp(at.found, reference, (size_t)info.receive_bytes) != 0)
            complain(c, "differs from MPI's");
        if (!in_place && got <= c->count && receive[got] != 0x5a5a5a5a5a5a5a5a)
            complain(c, "writes behind its part");
    }
}

static void try(call *c)
{
    size_t bytes = ((size_t)c->count + 2) * sizeof(int64_t);
    int64_t *send = malloc(bytes), *receive = malloc(bytes);
    int64_t *reference = calloc(1, bytes);
    qdr_plan *made = NULL;
    qdr_error error = {""};

    for (int r = 0; r < c->p && !c->has_counts; r++)
        c->counts[r] = (r + 1) * c->count / c->p - r * c->count / c->p;
    for (int64_t i = 0; i < c->count; i++)
        send[i] = (c->rank + 1) * 1000003 + i * (c->rank + 7);
    refer(c, send, reference);
    if (plan(c, &made, &error) != QDR_OK)
        complain(c, error.text);
    else
        compare(c, made, send, receive, reference);
    qdr_plan_free(&made);
    free(send);
    free(receive);
    free(reference);
}

/* Whether the ranks' parts may be given. */
static bool takes_counts(const qdr_kernel *kernel)
{
    return kernel->collective != QDR_BCAST &&
           kernel->collective != QDR_REDUCE &&
           kernel->collective != QDR_ALLREDUCE;
}

/* Lengths around the number of ranks, and one that is long to them. */
static void try_lengths(call *c, int num_roots)
{
    const int64_t lengths[] = {0, 1, c->p - 1, c->p, c->p + 1, MANY};

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (c->root = 0; c->root < num_roots; c->root++) {
            /* Of many ranks: every root with one length only. */
            if (c->p > 12 && lengths[i] != MANY && c->root > 1 &&
                c->root < c->p - 1)
                continue;
            c->count = lengths[i];
            c->in_place = false;
            try(c);
            c->in_place = c->root % 2 == 0;
            if (c->in_place)
                try(c);
        }
}

/* Every root; in place; given parts, some of them empty. */
static void try_row(const qdr_kernel *kernel, MPI_Comm comm)
{
    call c = {.kernel = kernel, .comm = comm};
    int num_roots;

    MPI_Comm_rank(comm, &c.rank);
    MPI_Comm_size(comm, &c.p);
    num_roots = qdr_collective_has_root(kernel->collective) ? c.p : 1;
    try_lengths(&c, num_roots);
    c.in_place = false;
    c.has_counts = takes_counts(kernel);
    for (c.root = 0; c.has_counts && c.root < num_roots; c.root += 2) {
        c.count = 0;
        for (int r = 0; r < c.p; r++) {
            c.counts[r] = (r * 7 + c.root) % 5;
            c.count += c.counts[r];
        }
        try(&c);
    }
}

/* What a rank sends in a round is what it had before, whatever it combines in
 * that round, and whatever the mode. */
static void try_modes(const qdr_kernel *kernel)
{
    static const char *const modes[] = {"synchronous", "window:1", "posted_all",
                                        "persistent"};
    call c = {.kernel = kernel, .comm = MPI_COMM_WORLD, .count = MANY};

    MPI_Comm_rank(c.comm, &c.rank);
    MPI_Comm_size(c.comm, &c.p);
    for (size_t i = 0; i < sizeof modes / sizeof *modes && c.p <= 8; i++) {
        c.mode = modes[i];
        try(&c);
    }
}

/* Meshes and orders that are told, and folds. */
static void try_parameters(const qdr_kernel *kernel)
{
    call c = {.kernel = kernel, .comm = MPI_COMM_WORLD, .count = MANY};
    char mesh[64], far[64];
    const char *of_hybrids[] = {mesh, far, "traversal=far"};
    const char *of_folds[] = {"folded=0", "folded=1"};
    bool is_folded = strstr(kernel->name, "_folded") != NULL;
    const char *const *texts = is_folded ? of_folds : of_hybrids;
    int num_texts = is_folded ? 2 : 3;

    MPI_Comm_rank(c.comm, &c.rank);
    MPI_Comm_size(c.comm, &c.p);
    snprintf(mesh, sizeof mesh, "mesh=2x%d", c.p / 2);
    snprintf(far, sizeof far, "mesh=2x%d;traversal=far", c.p / 2);
    if (c.p % 2 != 0 || c.p > 8 ||
        (!is_folded && strstr(kernel->name, "_hybrid") == NULL))
        return;
    for (int i = 0; i < num_texts; i++) {
        c.parameters = texts[i];
        c.root = i % c.p * qdr_collective_has_root(kernel->collective);
        c.count = i % 2 == 0 ? MANY : c.p + 1;
        try(&c);
    }
}

/* One rank has everything. */
static void try_lonely(const qdr_kernel *kernel)
{
    call c = {.kernel = kernel,
              .comm = MPI_COMM_WORLD,
              .count = 17,
              .has_counts = true};

    MPI_Comm_rank(c.comm, &c.rank);
    MPI_Comm_size(c.comm, &c.p);
    if (!takes_counts(kernel))
        return;
    c.counts[c.p - 1] = c.count;
    try(&c);
}

static void try_long(const qdr_kernel *kernel)
{
    call c = {.kernel = kernel, .comm = MPI_COMM_WORLD, .count = VERY_MANY};

    MPI_Comm_rank(c.comm, &c.rank);
    MPI_Comm_size(c.comm, &c.p);
    if (c.p > 8)
        return;
    for (c.root = 0; c.root < c.p; c.root += c.root == 1 ? c.p : 1)
        if (c.root == 0 || qdr_collective_has_root(kernel->collective))
            try(&c);
    c.root = c.p - 1;
    if (qdr_collective_has_root(kernel->collective) && c.p > 2)
        try(&c);
}

/* Groups of ranks in another order, and Cartesian ones. */
static void try_groups(const qdr_kernel *kernel)
{
    MPI_Comm group;
    int rank, p, sizes[2] = {0, 0}, periods[2] = {0, 0};

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 3, -rank, &group);
    try_row(kernel, group);
    MPI_Comm_free(&group);
    MPI_Dims_create(p, 2, sizes);
    MPI_Cart_create(MPI_COMM_WORLD, 2, sizes, periods, 0, &group);
    try_row(kernel, group);
    MPI_Comm_free(&group);
}

int main(int argc, char **argv)
{
    int p;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_collective_has_vector(kernel->collective) ||
            !qdr_kernel_has_schedule(kernel))
            continue;
        try_row(kernel, MPI_COMM_WORLD);
        try_modes(kernel);
        try_parameters(kernel);
        try_lonely(kernel);
        try_long(kernel);
        if (p < 16)
            try_groups(kernel);
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
