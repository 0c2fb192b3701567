/* kernels/plan/tests/collectives_refusal_test.c -- planning calls on a vector
 * refuse wrong arguments, with a reason, before any message, the same on every
 * rank.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { COUNT = 12 };

/* A call that is right, but for an algorithm of other calls. */
static qdr_collective_call call_of(qdr_collective collective,
                                   const char *algorithm)
{
    return (qdr_collective_call){.collective = collective,
                                 .algorithm = algorithm,
                                 .comm = MPI_COMM_WORLD,
                                 .count = COUNT,
                                 .type = MPI_INT,
                                 .op = MPI_SUM};
}

static void refuse(const qdr_collective_call *call, const char *words)
{
    qdr_plan *plan = NULL;

    qdr_test_refused(qdr_collective_call_plan(call, &plan, &cause), words);
    qdr_plan_free(&plan);
}

static void try_parameters(const char *parameters, const char *words)
{
    qdr_collective_call call = call_of(QDR_ALLREDUCE, "combine_to_all_hybrid");

    call.parameters = parameters;
    refuse(&call, words);
}

static void try_meshes(void)
{
    char text[64], words[64];

    snprintf(text, sizeof text, "mesh=%dx2;strategy=RRMM", p);
    snprintf(words, sizeof words, "whose product is %d", p);
    try_parameters(text, words);
    snprintf(text, sizeof text, "mesh=%d;strategy=SSMCC", p);
    try_parameters(text, "accepted for allreduce on a mesh of");
    try_parameters("strategy=RM", "'RM' without a mesh");
    try_parameters("mesh=2x;strategy=RM", "mesh: '2x'");
    try_parameters("mesh=-2;strategy=RM", "mesh: '-2'");
}

/* Its result depends on the order. */
static void keep_first(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)type;
    memcpy(inout, in, (size_t)*count * sizeof(int));
}

/* `only` so many ranks call, or 0: any number; or SEVERAL. */
enum { SEVERAL = -1 };

typedef struct refusal {
    int only;
    qdr_collective collective;
    const char *algorithm;
    int64_t count;
    MPI_Datatype type;
    MPI_Op op;
    const char *words;
} refusal;

static void try_all(const refusal *refusals, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const refusal *r = &refusals[i];
        qdr_collective_call call = call_of(r->collective, r->algorithm);
        call.count = r->count;
        call.type = r->type;
        call.op = r->op;
        if (r->only == 5)
            call.parameters = "mesh=5;strategy=DG";
        if (r->only == 0 || r->only == p || (r->only == SEVERAL && p > 1))
            refuse(&call, r->words);
    }
}

static void try_operators(void)
{
    MPI_Op op, commuting;
    MPI_Datatype gaps, pair;

    MPI_Op_create(keep_first, 0, &op);
    MPI_Op_create(keep_first, 1, &commuting);
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps);
    MPI_Type_commit(&gaps);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    {
        const refusal refusals[] = {
            {SEVERAL, QDR_REDUCE, "reduce_long", COUNT, MPI_INT, op,
             "reduce_long needs a commutative operator"},
            {5, QDR_REDUCE, "reduce_hybrid", COUNT, MPI_INT, op,
             "with an operator that does not commute; accepted: "
             "traversal near"},
            {SEVERAL, QDR_ALLREDUCE, NULL, COUNT, MPI_INT,
             rank == 1 ? op : commuting, "disagree about the operator"},
            {0, QDR_REDUCE, NULL, COUNT, MPI_INT, MPI_OP_NULL, "MPI_OP_NULL"},
            {0, QDR_ALLGATHER, NULL, COUNT, MPI_DATATYPE_NULL, MPI_SUM,
             "MPI_DATATYPE_NULL"},
            {0, QDR_ALLREDUCE, NULL, COUNT, gaps, MPI_SUM,
             "types without gaps"},
            {0, QDR_ALLREDUCE, NULL, COUNT, MPI_DOUBLE, MPI_BAND,
             "accepted: integers, MPI_BYTE"},
            {0, QDR_ALLREDUCE, NULL, COUNT, MPI_BYTE, MPI_SUM,
             "accepted: integers, floating point, complex"},
            {0, QDR_ALLREDUCE, NULL, COUNT, pair, MPI_SUM,
             "of derived types, an operator of the user's"},
            {SEVERAL, QDR_ALLREDUCE, NULL, COUNT, MPI_INT,
             rank == p - 1 ? MPI_MAX : MPI_SUM, "disagree about the operator"},
        };
        try_all(refusals, sizeof refusals / sizeof *refusals);
    }
    MPI_Op_free(&op);
    MPI_Op_free(&commuting);
    MPI_Type_free(&gaps);
    MPI_Type_free(&pair);
}

/* They are no operators of a reduction, though MPI_Op_commutative and
 * MPI_Reduce_local may accept them. */
static void try_no_operators(void)
{
    const MPI_Op ops[] = {MPI_REPLACE, MPI_NO_OP};
    const char *const names[] = {"MPI_REPLACE; accepted: an operator",
                                 "MPI_NO_OP; accepted: an operator"};

    for (int i = 0; i < 2; i++) {
        const refusal refusals[] = {
            {0, QDR_ALLREDUCE, NULL, COUNT, MPI_INT, ops[i], names[i]},
            {0, QDR_REDUCE, NULL, COUNT, MPI_INT, ops[i], names[i]},
            {0, QDR_REDUCE_SCATTER, NULL, COUNT, MPI_INT,
             rank == p - 1 ? ops[i] : MPI_SUM, names[i]},
        };
        try_all(refusals, sizeof refusals / sizeof *refusals);
    }
}

static void try_lengths(void)
{
    const refusal refusals[] = {
        {0, QDR_SCATTER, NULL, -1, MPI_INT, MPI_SUM, "-1 elements"},
        {0, QDR_SCATTER, NULL, INT64_MAX, MPI_INT, MPI_SUM, "less than 2^63"},
        {SEVERAL, QDR_ALLGATHER, NULL, COUNT + (rank == 1), MPI_INT, MPI_SUM,
         "disagree about the bytes of the vector"},
        {SEVERAL, QDR_ALLGATHER, NULL, COUNT, rank == 0 ? MPI_SHORT : MPI_INT,
         MPI_SUM, "disagree about the bytes of the vector"},
        {SEVERAL, QDR_ALLREDUCE, NULL, rank == 0 ? 2 * COUNT : COUNT,
         rank == 0 ? MPI_SHORT : MPI_INT, MPI_SUM,
         "disagree about the bytes of an element"},
    };

    try_all(refusals, sizeof refusals / sizeof *refusals);
}

static void try_parts(void)
{
    qdr_collective_call call = call_of(QDR_GATHER, NULL);

    call.root = p;
    refuse(&call, "root: ");
    call.root = 0;
    call.has_counts = true;
    refuse(&call, "the parts have 0 elements in all; accepted: 12");
    call.counts[p - 1] = COUNT + 1;
    refuse(&call, "has 13 elements; accepted: 0 to 12");
    if (p == 1)
        return;
    call.collective = QDR_REDUCE_SCATTER;
    call.counts[p - 1] = rank == 0 ? 0 : COUNT;
    call.counts[0] = rank == 0 ? COUNT : 0;
    refuse(&call, "disagree about the lengths of the parts");
}

/* Of a network's text, and of ranks that name different ones; the same table
 * checks the numbers of files, which network_refusal_test has all of. */
static void try_networks(void)
{
    const struct {
        const char *network, *words;
    } refused[] = {
        {"alpha_us=-1;beta_ns=1",
         "network: alpha_us: -1; accepted: numbers above 0 to 1000000000"},
        {"beta_ns=1", "network: alpha_us: 0; accepted: numbers above 0"},
        {"alpha_us=1;beta_ns=1;alpha_us=1",
         "network: alpha_us again; accepted: each number once"},
        {"alpha_us", "network: 'alpha_us'; accepted: NAME=VALUE"},
        {"alpha=1", "network: number 'alpha'; accepted: alpha_us, beta_ns"},
        {"alpha_us=1;beta_ns=1;topology=mesh",
         "network: rows: 0; accepted: whole numbers from 1 to 4194304"
         "; all of rows, columns, with topology mesh, or none"},
        {"alpha_us=1;beta_ns=1;eager_bytes=-1",
         "network: eager_bytes: -1; accepted: whole numbers from 0"},
        {rank == 0 ? "alpha_us=1;beta_ns=1;topology=line"
                   : "alpha_us=1;beta_ns=1",
         p == 1 ? NULL : "disagree about the network"},
        {rank == 0 ? "alpha_us=1;beta_ns=1" : NULL,
         p == 1 ? NULL : "disagree about the network"},
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        qdr_collective_call call = call_of(QDR_ALLGATHER, NULL);
        call.network = refused[i].network;
        if (refused[i].words != NULL)
            refuse(&call, refused[i].words);
    }
}

static void try_rows(void)
{
    qdr_collective_call call = call_of(QDR_ALLGATHER, "broadcast_long");

    refuse(&call, "an algorithm for bcast; accepted: one for allgather");
    call.algorithm = NULL;
    call.mode = "posted+announce";
    refuse(&call, "accepted: one without +announce");
}

/* Without such a buffer on this rank; local. */
static void try_in_place(void)
{
    int numbers[COUNT] = {0};
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_plan_reduce(&plan, NULL, NULL, COUNT, MPI_INT, MPI_SUM,
                                p - 1, MPI_COMM_WORLD, &cause));
    if (rank != p - 1)
        qdr_test_refused(qdr_plan_execute(plan, MPI_IN_PLACE, numbers, &cause),
                         "MPI_IN_PLACE for send");
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    try_meshes();
    try_operators();
    try_no_operators();
    try_lengths();
    try_parts();
    try_networks();
    try_rows();
    try_in_place();
}
