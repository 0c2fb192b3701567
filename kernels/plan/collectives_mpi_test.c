/* kernels/plan/collectives_mpi_test.c -- every row about a vector against MPI's
 * own collective, bit for bit: lengths around p, every root, parts of given
 * lengths, in place, sub-communicators, Cartesian ones, types and operators.
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
    const qdr_plan_options *options;
    MPI_Comm comm;
    int rank, p, root;
    int64_t count;
    int64_t counts[MOST_PROCS];
    bool has_counts; /* else about the same */
    bool in_place;
} call;

static void complain(const call *c, const char *what)
{
    fprintf(stderr, "rank %d of %d, %s, root %d, %lld elements%s%s: %s\n",
            c->rank, c->p, c->kernel->name, c->root, (long long)c->count,
            c->has_counts ? " in given parts" : "",
            c->in_place ? ", in place" : "", what);
    num_wrong++;
}

static qdr_status plan(const call *c, qdr_plan **out_plan, qdr_error *error)
{
    const int64_t *counts = c->has_counts ? c->counts : NULL;
    const char *name = c->kernel->name;

    switch (c->kernel->collective) {
    case QDR_BCAST:
        return qdr_plan_bcast(out_plan, name, c->options,
                              c->count * (int64_t)sizeof(int64_t), c->root,
                              c->comm, error);
    case QDR_SCATTER:
        return qdr_plan_scatter(out_plan, name, c->options, c->count, counts,
                                MPI_INT64_T, c->root, c->comm, error);
    case QDR_GATHER:
        return qdr_plan_gather(out_plan, name, c->options, c->count, counts,
                               MPI_INT64_T, c->root, c->comm, error);
    case QDR_ALLGATHER:
        return qdr_plan_allgather(out_plan, name, c->options, c->count, counts,
                                  MPI_INT64_T, c->comm, error);
    case QDR_REDUCE:
        return qdr_plan_reduce(out_plan, name, c->options, c->count,
                               MPI_INT64_T, MPI_SUM, c->root, c->comm, error);
    case QDR_ALLREDUCE:
        return qdr_plan_allreduce(out_plan, name, c->options, c->count,
                                  MPI_INT64_T, MPI_SUM, c->comm, error);
    default:
        return qdr_plan_reduce_scatter(out_plan, name, c->options, c->count,
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

/* The buffers as a call in place wants them; false: this rank has none. */
static bool put_in_place(const call *c, const qdr_plan_info *info,
                         int64_t *buffer, const int64_t *send,
                         const void **out_send, void **out_receive)
{
    qdr_collective collective = c->kernel->collective;
    bool is_root = c->rank == c->root;
    int64_t place = collective == QDR_REDUCE_SCATTER
                        ? 0
                        : (info->send_begin - info->receive_begin);

    if (collective == QDR_BCAST ||
        (qdr_collective_has_root(collective) && !is_root))
        return false;
    if (collective == QDR_SCATTER) {
        memcpy(buffer, send, (size_t)info->send_bytes);
        *out_send = buffer;
        *out_receive = MPI_IN_PLACE;
    } else {
        memcpy((char *)buffer + place, send, (size_t)info->send_bytes);
        *out_send = MPI_IN_PLACE;
        *out_receive = buffer;
    }
    return true;
}

/* Twice, into a buffer with other contents; what the rank has not to get stays
 * as it is. */
static void compare(const call *c, const qdr_plan *made, qdr_plan *plan,
                    int64_t *send, int64_t *receive, const int64_t *reference)
{
    qdr_plan_info info = {0};
    qdr_error error = {""};
    bool is_root = c->rank == c->root;

    if (qdr_plan_get_info(made, &info, &error) != QDR_OK)
        complain(c, error.text);
    for (int i = 0; i < 2; i++) {
        const void *from = send;
        void *into = receive;
        const char *found = (const char *)receive;
        bool in_place =
            c->in_place && put_in_place(c, &info, receive, send, &from, &into);
        if (!in_place)
            memset(receive, 0x5a, ((size_t)c->count + 1) * sizeof *receive);
        if (c->kernel->collective == QDR_BCAST && is_root)
            into = send;
        if (qdr_plan_execute(plan, from, into, &error) != QDR_OK) {
            complain(c, error.text);
            return;
        }
        if (into == MPI_IN_PLACE)
            found +=
                info.send_begin +
                8 * (c->rank == 0 ? 0 : (int64_t)0); /* its place among all */
        if (into != MPI_IN_PLACE &&
            memcmp(found, reference, (size_t)info.receive_bytes) != 0)
            complain(c, "differs from MPI's");
        if (!in_place && info.receive_bytes / 8 <= c->count &&
            receive[info.receive_bytes / 8] != 0x5a5a5a5a5a5a5a5a)
            complain(c, "writes behind its part");
    }
}

static void try(call *c)
{
    size_t bytes = ((size_t)c->count + 2) * sizeof(int64_t);
    int64_t *send = malloc(bytes), *receive = malloc(bytes);
    int64_t *reference = malloc(bytes), at = 0;
    qdr_plan *made = NULL;
    qdr_error error = {""};

    for (int r = 0; r < c->p && !c->has_counts; r++)
        c->counts[r] = (r + 1) * c->count / c->p - r * c->count / c->p;
    for (int64_t i = 0; i < c->count; i++)
        send[i] = (c->rank + 1) * 1000003 + i * (c->rank + 7);
    (void)at;
    memset(reference, 0, bytes);
    refer(c, send, reference);
    if (plan(c, &made, &error) != QDR_OK)
        complain(c, error.text);
    else
        compare(c, made, made, send, receive, reference);
    qdr_plan_free(&made);
    free(send);
    free(receive);
    free(reference);
}

/* Lengths around the number of ranks, every root; in place; given parts, some
 * of them empty. */
static void try_row(const qdr_kernel *kernel, MPI_Comm comm)
{
    call c = {.kernel = kernel, .comm = comm};
    int num_roots;

    MPI_Comm_rank(comm, &c.rank);
    MPI_Comm_size(comm, &c.p);
    num_roots = qdr_collective_has_root(kernel->collective) ? c.p : 1;
    {
        const int64_t lengths[] = {0, 1, c.p - 1, c.p, c.p + 1, MANY};
        for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
            for (c.root = 0; c.root < num_roots; c.root++) {
                /* Many ranks: every root with one length only. */
                if (c.p > 12 && i < 5 && c.root > 1 && c.root < c.p - 1)
                    continue;
                c.count = lengths[i];
                c.in_place = false;
                try(&c);
                c.in_place = c.root % 2 == 0;
                if (c.in_place)
                    try(&c);
            }
    }
    c.in_place = false;
    c.has_counts = kernel->collective != QDR_BCAST &&
                   kernel->collective != QDR_REDUCE &&
                   kernel->collective != QDR_ALLREDUCE;
    for (c.root = 0; c.has_counts && c.root < num_roots; c.root += 2) {
        c.count = 0;
        for (int r = 0; r < c.p; r++) {
            c.counts[r] = (r * 7 + c.root) % 5;
            c.count += c.counts[r];
        }
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
    if (kernel->collective == QDR_BCAST || kernel->collective == QDR_REDUCE ||
        kernel->collective == QDR_ALLREDUCE)
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

/* Every mesh that is a row of hybrids by itself, and groups of every kind. */
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

/* What a user may make: the larger absolute value, which commutes. */
static void farther(void *in, void *inout, int *count, MPI_Datatype *type)
{
    const double *from = in;
    double *into = inout;

    (void)type;
    for (int i = 0; i < *count; i++)
        if (from[i] * from[i] > into[i] * into[i])
            into[i] = from[i];
}

#define TRY_TYPE(c_type, mpi_type)                                             \
    do {                                                                       \
        c_type send[37], ours[37], theirs[37];                                 \
        for (int i = 0; i < 37; i++)                                           \
            send[i] = (c_type)((rank * 3 + i) % 5 + 1);                        \
        for (size_t o = 0; o < sizeof ops / sizeof *ops; o++) {                \
            qdr_plan *made = NULL;                                             \
            MPI_Allreduce(send, theirs, 37, mpi_type, ops[o], MPI_COMM_WORLD); \
            if (qdr_plan_allreduce(&made, NULL, NULL, 37, mpi_type, ops[o],    \
                                   MPI_COMM_WORLD, &error) != QDR_OK ||        \
                qdr_plan_execute(made, send, ours, &error) != QDR_OK) {        \
                fprintf(stderr, "%s: %s\n", #mpi_type, error.text);            \
                num_wrong++;                                                   \
            } else {                                                           \
                for (int i = 0; i < 37; i++)                                   \
                    num_wrong += ours[i] != theirs[i];                         \
            }                                                                  \
            qdr_plan_free(&made);                                              \
        }                                                                      \
    } while (0)

/* Small whole numbers: floating point has no rounding then, but of products of
 * 16 ranks and more. */
static void try_types(int rank)
{
    const MPI_Op ops[] = {MPI_SUM, MPI_MIN, MPI_MAX, MPI_PROD};
    qdr_error error = {""};

    TRY_TYPE(signed char, MPI_SIGNED_CHAR);
    TRY_TYPE(unsigned char, MPI_UNSIGNED_CHAR);
    TRY_TYPE(short, MPI_SHORT);
    TRY_TYPE(unsigned short, MPI_UNSIGNED_SHORT);
    TRY_TYPE(int, MPI_INT);
    TRY_TYPE(unsigned, MPI_UNSIGNED);
    TRY_TYPE(long, MPI_LONG);
    TRY_TYPE(unsigned long, MPI_UNSIGNED_LONG);
    TRY_TYPE(long long, MPI_LONG_LONG);
    TRY_TYPE(unsigned long long, MPI_UNSIGNED_LONG_LONG);
    TRY_TYPE(long double, MPI_LONG_DOUBLE);
}

/* Within the error of another order of summing: p ranks, each sum has at most
 * p roundings of half an ulp. */
static void try_rounding(int rank, int p)
{
    static double send[MANY], ours[MANY], theirs[MANY];
    MPI_Op op;
    qdr_error error = {""};

    for (int i = 0; i < MANY; i++)
        send[i] = 1.0 / (1 + rank + i);
    for (int user = 0; user < 2; user++) {
        qdr_plan *made = NULL;
        if (user)
            MPI_Op_create(farther, 1, &op);
        else
            op = MPI_SUM;
        MPI_Allreduce(send, theirs, MANY, MPI_DOUBLE, op, MPI_COMM_WORLD);
        if (qdr_plan_allreduce(&made, "combine_to_all_hybrid", NULL, MANY,
                               MPI_DOUBLE, op, MPI_COMM_WORLD,
                               &error) != QDR_OK ||
            qdr_plan_execute(made, send, ours, &error) != QDR_OK) {
            fprintf(stderr, "rounding: %s\n", error.text);
            num_wrong++;
        }
        for (int i = 0; i < MANY; i++) {
            double off = ours[i] - theirs[i];
            double most = user ? 0 : theirs[i] * p * 2.3e-16;
            num_wrong += off > most || off < -most;
        }
        qdr_plan_free(&made);
        if (user)
            MPI_Op_free(&op);
    }
}

int main(int argc, char **argv)
{
    int rank, p;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (!qdr_collective_has_vector(kernel->collective) ||
            !qdr_kernel_has_schedule(kernel))
            continue;
        try_row(kernel, MPI_COMM_WORLD);
        try_lonely(kernel);
        try_long(kernel);
        if (p < 16)
            try_groups(kernel);
    }
    try_types(rank);
    try_rounding(rank, p);
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
