/* kernels/plan/tests/plan_alltoallv_test.c -- qdr_plan_alltoallv and _alltoallw
 * leave in memory what MPI_Alltoallv and MPI_Alltoallw do, by every algorithm.
 */
#include <limits.h>
#include <stdbool.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { MAX_PROCS = 16, SLOT = 40 /* ints for a peer's elements */ };

/* Elements of two ints each. */
typedef enum kind { DENSE, APART, REVERSED, NUM_KINDS } kind;

static MPI_Datatype types[NUM_KINDS];

static void make_types(void)
{
    MPI_Datatype with_gap;

    MPI_Type_contiguous(2, MPI_INT, &types[DENSE]);
    MPI_Type_vector(2, 1, 2, MPI_INT, &with_gap);
    MPI_Type_create_resized(with_gap, -(MPI_Aint)sizeof(int),
                            4 * (MPI_Aint)sizeof(int), &types[APART]);
    MPI_Type_free(&with_gap);
    MPI_Type_indexed(2, (int[]){1, 1}, (int[]){1, 0}, MPI_INT,
                     &types[REVERSED]);
    for (int k = 0; k < NUM_KINDS; k++)
        MPI_Type_commit(&types[k]);
}

/* The arguments of a call in step `step`. */
typedef struct arguments {
    int sent[MAX_PROCS], received[MAX_PROCS];
    int to[MAX_PROCS], from[MAX_PROCS]; /* elements */
    int to_byte[MAX_PROCS], from_byte[MAX_PROCS];
    MPI_Datatype sent_types[MAX_PROCS], received_types[MAX_PROCS];
} arguments;

static int count_of(int src, int dst, int step)
{
    return (3 * src + 5 * dst + step) % 4;
}

/* The bytes of an element of a kind, from one to the next. */
static int extent_of(kind k)
{
    return (int)sizeof(int) * (k == APART ? 4 : 2);
}

static void set(arguments *a, kind send, kind receive, int step)
{
    int slot = SLOT * (int)sizeof(int);

    for (int r = 0; r < p; r++) {
        kind sent = (kind)(((int)send + r) % NUM_KINDS);
        kind received = (kind)(((int)receive + 2 * r) % NUM_KINDS);
        a->sent[r] = count_of(rank, r, step);
        a->received[r] = count_of(r, rank, step);
        /* The last slot first. */
        a->to_byte[r] = (p - 1 - r) * slot + (int)sizeof(int);
        a->from_byte[r] = r * slot + (int)sizeof(int);
        a->to[r] = (p - 1 - r) * slot / extent_of(send);
        a->from[r] = 1 + r * slot / extent_of(receive);
        a->sent_types[r] = types[sent];
        a->received_types[r] = types[received];
    }
}

/* A call's buffers, and what MPI leaves in the receive buffer. */
static int send_buffer[SLOT * (MAX_PROCS + 1)];
static int received[SLOT * (MAX_PROCS + 1)], expected[SLOT * (MAX_PROCS + 1)];

static void fill(int step)
{
    for (int i = 0; i < SLOT * (MAX_PROCS + 1); i++) {
        send_buffer[i] = 100000 * (rank + 1) + 1000 * step + i;
        received[i] = expected[i] = -1000 * rank - i;
    }
}

/* What MPI and the plan do with one set of arguments. */
typedef struct attempt {
    const char *algorithm;
    const qdr_plan_options *options;
    kind send, receive;
    bool is_w, is_in_place;
    qdr_plan *plan; /* NULL: not made yet */
} attempt;

static void let_mpi(const attempt *t, const arguments *a)
{
    const void *send = t->is_in_place ? MPI_IN_PLACE : send_buffer;

    if (t->is_w)
        MPI_Alltoallw(send, a->sent, a->to_byte, a->sent_types, expected,
                      a->received, a->from_byte, a->received_types,
                      MPI_COMM_WORLD);
    else
        MPI_Alltoallv(send, a->sent, a->to, types[t->send], expected,
                      a->received, a->from, types[t->receive], MPI_COMM_WORLD);
}

/* Plans, or updates the plan. */
static qdr_status plan(attempt *t, const arguments *a)
{
    const int *sent = t->is_in_place ? NULL : a->sent;

    if (t->plan == NULL)
        return t->is_w
                   ? qdr_plan_alltoallw(
                         &t->plan, t->algorithm, t->options, sent, a->to_byte,
                         a->sent_types, a->received, a->from_byte,
                         a->received_types, MPI_COMM_WORLD, &cause)
                   : qdr_plan_alltoallv(&t->plan, t->algorithm, t->options,
                                        sent, a->to, types[t->send],
                                        a->received, a->from, types[t->receive],
                                        MPI_COMM_WORLD, &cause);
    return qdr_plan_update(
        t->plan,
        &(qdr_messages){
            .size = sizeof(qdr_messages),
            .send_counts = sent,
            .send_displacements = t->is_w ? a->to_byte : a->to,
            .send_types = t->is_w ? a->sent_types : &types[t->send],
            .receive_counts = a->received,
            .receive_displacements = t->is_w ? a->from_byte : a->from,
            .receive_types = t->is_w ? a->received_types : &types[t->receive]},
        &cause);
}

/* Plans, and updates twice; a second execution finds what the first left. */
static void try_steps(attempt t, const char *what)
{
    arguments a;

    qdr_test_about("%s, %s", t.algorithm, what);
    for (int step = 0; step < 3; step++) {
        /* In place both ends count alike. */
        set(&a, t.send, t.receive, step);
        for (int r = 0; r < p && t.is_in_place; r++)
            a.received[r] = (rank + r + step) % 4;
        qdr_test_ok(plan(&t, &a));
        fill(step);
        for (int i = 0; i < 2; i++) {
            let_mpi(&t, &a);
            qdr_test_ok(qdr_plan_execute(
                t.plan, t.is_in_place ? MPI_IN_PLACE : send_buffer, received,
                &cause));
        }
        qdr_test_expect(memcmp(received, expected, sizeof received) == 0,
                        "as MPI's own");
    }
    qdr_plan_free(&t.plan);
}

static void try_algorithm(const qdr_kernel *kernel, const char *mode)
{
    qdr_plan_options options = {.size = sizeof options, .mode = mode};
    attempt t = {.algorithm = kernel->name, .options = &options};

    if (!qdr_test_add_levels(kernel, p, &options))
        return;
    for (int k = 0; k < NUM_KINDS * NUM_KINDS; k++) {
        t.send = (kind)(k % NUM_KINDS);
        t.receive = (kind)(k / NUM_KINDS);
        try_steps(t, "alltoallv");
    }
    /* Open MPI 4.1's MPI_Alltoallw of one rank multiplies displacements by the
     * extent. */
    for (int i = 0; i < 2; i++) {
        t.is_w = i == 0;
        t.is_in_place = false;
        if (p > 1 && t.is_w)
            try_steps(t, "alltoallw");
        t.is_in_place = true;
        t.send = t.receive = APART;
        if (p > 1 || !t.is_w)
            try_steps(t, "in place");
    }
}

/* This rank's arguments, with elements of one type, fail on every rank. */
static void refuse(const arguments *a, MPI_Datatype sent, MPI_Datatype taken,
                   const char *words)
{
    qdr_plan *plan = NULL;

    qdr_test_refused(qdr_plan_alltoallv(&plan, NULL, NULL, a->sent, a->to, sent,
                                        a->received, a->from, taken,
                                        MPI_COMM_WORLD, &cause),
                     words);
}

static void try_refusals(void)
{
    arguments a;
    qdr_plan *plan = NULL;
    char byte = 0;

    qdr_test_about("refusals");
    set(&a, DENSE, DENSE, 1);
    a.sent[0] = rank == p - 1 ? -1 : a.sent[0];
    refuse(&a, MPI_INT, MPI_INT, "-1 elements for rank 0; accepted: 0 or more");
    set(&a, DENSE, DENSE, 1);
    refuse(&a, MPI_DATATYPE_NULL, MPI_INT, "MPI_DATATYPE_NULL for rank");
    qdr_test_refused(qdr_plan_alltoallv(&plan, NULL, NULL, a.sent, a.to,
                                        MPI_INT, NULL, a.from, MPI_INT,
                                        MPI_COMM_WORLD, &cause),
                     "NULL for the receives' counts");
    a.received[rank] = a.sent[rank] = 0;
    a.received[(rank + p - 1) % p] += 1;
    refuse(&a, types[APART], types[APART], "bytes");
    set(&a, APART, APART, 1);
    qdr_test_ok(qdr_plan_alltoallv(&plan, NULL, NULL, a.sent, a.to,
                                   types[APART], a.received, a.from,
                                   types[APART], MPI_COMM_WORLD, &cause));
    qdr_test_refused(qdr_plan_execute(plan, MPI_IN_PLACE, &byte, &cause),
                     "MPI_IN_PLACE for send");
    qdr_plan_free(&plan);
}

/* Lengths that an int, or 64 bits, cannot count; a type not committed. */
static void try_types(void)
{
    arguments a = {.sent = {0}};
    MPI_Datatype huge, pair;

    MPI_Type_contiguous(1 << 30, MPI_DOUBLE, &huge);
    MPI_Type_commit(&huge);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    a.sent[rank] = a.received[rank] = 1;
    refuse(&a, huge, huge, "8589934592 bytes");
    refuse(&a, pair, pair, "accepted: a committed type");
    a.sent[rank] = a.received[rank] = INT_MAX;
    refuse(&a, huge, huge, "accepted: less than 2^63 bytes");
    MPI_Type_free(&huge);
    MPI_Type_free(&pair);
}

/* No types where there are no elements; the plan still takes other types. */
static void try_no_types(void)
{
    arguments a = {.sent = {0}};
    const qdr_messages typed = {.size = sizeof typed,
                                .send_counts = a.sent,
                                .send_displacements = a.to_byte,
                                .send_types = a.sent_types,
                                .receive_counts = a.received,
                                .receive_displacements = a.from_byte,
                                .receive_types = a.received_types};
    qdr_plan *plan = NULL;

    qdr_test_expect(qdr_plan_alltoallw(&plan, NULL, NULL, a.sent, a.to_byte,
                                       NULL, a.received, a.from_byte, NULL,
                                       MPI_COMM_WORLD, &cause) == QDR_OK &&
                        qdr_plan_update(plan, &typed, &cause) == QDR_OK,
                    "no elements, and no types");
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    make_types();
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (kernel->collective != QDR_ALLTOALLV ||
            (qdr_test_is_simulated() && !qdr_kernel_is_simulated(kernel)))
            continue;
        try_algorithm(kernel, NULL);
        if (qdr_kernel_has_schedule(kernel))
            try_algorithm(kernel, "persistent");
    }
    try_refusals();
    try_types();
    try_no_types();
    for (int k = 0; k < NUM_KINDS; k++)
        MPI_Type_free(&types[k]);
}
