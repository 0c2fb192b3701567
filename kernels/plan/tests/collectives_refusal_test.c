/* kernels/plan/tests/collectives_refusal_test.c -- planning calls on a vector
 * refuse wrong arguments, with a reason, before any message, the same on every
 * rank.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/quadrille.h"

enum { COUNT = 12, MAX_PROCS = 16 };

static int rank, p, num_wrong;

/* A call must have failed with these words, on every rank. */
static void expect_refusal(qdr_status status, qdr_plan **plan,
                           const qdr_error *error, const char *words)
{
    if (status != QDR_ERROR_INPUT || strstr(error->text, words) == NULL) {
        fprintf(stderr, "rank %d of %d: status %d, '%s'; wanted '%s'\n", rank,
                p, (int)status, error->text, words);
        num_wrong++;
    }
    qdr_plan_free(plan);
}

static void try_parameters(const char *parameters, const char *words)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .parameters = parameters};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect_refusal(qdr_plan_allreduce(&plan, "combine_to_all_hybrid", &options,
                                      COUNT, MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                                      &error),
                   &plan, &error, words);
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

static void try_operators(void)
{
    const qdr_plan_options ring = {.size = sizeof(qdr_plan_options),
                                   .parameters = "mesh=5;strategy=DG"};
    MPI_Op op, commuting;
    MPI_Datatype gaps, pair;
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    MPI_Op_create(keep_first, 0, &op);
    MPI_Op_create(keep_first, 1, &commuting);
    if (p > 1) {
        expect_refusal(qdr_plan_reduce(&plan, "reduce_long", NULL, COUNT,
                                       MPI_INT, op, 0, MPI_COMM_WORLD, &error),
                       &plan, &error,
                       "reduce_long needs a commutative operator");
        if (p == 5)
            expect_refusal(qdr_plan_reduce(&plan, "reduce_hybrid", &ring, COUNT,
                                           MPI_INT, op, 0, MPI_COMM_WORLD,
                                           &error),
                           &plan, &error,
                           "with an operator that does not commute; accepted: "
                           "traversal near");
        expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_INT,
                                          rank == 1 ? op : commuting,
                                          MPI_COMM_WORLD, &error),
                       &plan, &error, "disagree about the operator");
    }
    MPI_Op_free(&op);
    MPI_Op_free(&commuting);
    expect_refusal(qdr_plan_reduce(&plan, NULL, NULL, COUNT, MPI_INT,
                                   MPI_OP_NULL, 0, MPI_COMM_WORLD, &error),
                   &plan, &error, "MPI_OP_NULL");
    expect_refusal(qdr_plan_allgather(&plan, NULL, NULL, COUNT, NULL,
                                      MPI_DATATYPE_NULL, MPI_COMM_WORLD,
                                      &error),
                   &plan, &error, "MPI_DATATYPE_NULL");
    MPI_Type_create_resized(MPI_INT, 0, 2 * sizeof(int), &gaps);
    MPI_Type_commit(&gaps);
    expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, gaps, MPI_SUM,
                                      MPI_COMM_WORLD, &error),
                   &plan, &error, "types without gaps");
    MPI_Type_free(&gaps);
    expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_DOUBLE,
                                      MPI_BAND, MPI_COMM_WORLD, &error),
                   &plan, &error, "accepted: integers, MPI_BYTE");
    expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_BYTE,
                                      MPI_SUM, MPI_COMM_WORLD, &error),
                   &plan, &error,
                   "accepted: integers, floating point, complex");
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, pair, MPI_SUM,
                                      MPI_COMM_WORLD, &error),
                   &plan, &error,
                   "of derived types, an operator of the user's");
    MPI_Type_free(&pair);
    if (p > 1)
        expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_INT,
                                          rank == p - 1 ? MPI_MAX : MPI_SUM,
                                          MPI_COMM_WORLD, &error),
                       &plan, &error, "disagree about the operator");
}

/* They are no operators of a reduction, though MPI_Op_commutative and
 * MPI_Reduce_local may accept them. */
static void try_no_operators(void)
{
    const MPI_Op ops[] = {MPI_REPLACE, MPI_NO_OP};
    const char *const names[] = {"MPI_REPLACE; accepted: an operator",
                                 "MPI_NO_OP; accepted: an operator"};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    for (int i = 0; i < 2; i++) {
        expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL, COUNT, MPI_INT,
                                          ops[i], MPI_COMM_WORLD, &error),
                       &plan, &error, names[i]);
        expect_refusal(qdr_plan_reduce(&plan, NULL, NULL, COUNT, MPI_INT,
                                       ops[i], 0, MPI_COMM_WORLD, &error),
                       &plan, &error, names[i]);
        expect_refusal(qdr_plan_reduce_scatter(&plan, NULL, NULL, COUNT, NULL,
                                               MPI_INT,
                                               rank == p - 1 ? ops[i] : MPI_SUM,
                                               MPI_COMM_WORLD, &error),
                       &plan, &error, names[i]);
    }
}

static void try_lengths(void)
{
    int64_t counts[MAX_PROCS] = {0};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect_refusal(qdr_plan_scatter(&plan, NULL, NULL, -1, NULL, MPI_INT, 0,
                                    MPI_COMM_WORLD, &error),
                   &plan, &error, "-1 elements");
    expect_refusal(qdr_plan_scatter(&plan, NULL, NULL, INT64_MAX, NULL, MPI_INT,
                                    0, MPI_COMM_WORLD, &error),
                   &plan, &error, "less than 2^63");
    expect_refusal(qdr_plan_gather(&plan, NULL, NULL, COUNT, NULL, MPI_INT, p,
                                   MPI_COMM_WORLD, &error),
                   &plan, &error, "root: ");
    expect_refusal(qdr_plan_gather(&plan, NULL, NULL, COUNT, counts, MPI_INT, 0,
                                   MPI_COMM_WORLD, &error),
                   &plan, &error,
                   "the parts have 0 elements in all; accepted: 12");
    counts[p - 1] = COUNT + 1;
    expect_refusal(qdr_plan_gather(&plan, NULL, NULL, COUNT, counts, MPI_INT, 0,
                                   MPI_COMM_WORLD, &error),
                   &plan, &error, "has 13 elements; accepted: 0 to 12");
    if (p == 1)
        return;
    expect_refusal(qdr_plan_allgather(&plan, NULL, NULL, COUNT + (rank == 1),
                                      NULL, MPI_INT, MPI_COMM_WORLD, &error),
                   &plan, &error, "disagree about the bytes of the vector");
    counts[p - 1] = rank == 0 ? 0 : COUNT;
    counts[0] = rank == 0 ? COUNT : 0;
    expect_refusal(qdr_plan_reduce_scatter(&plan, NULL, NULL, COUNT, counts,
                                           MPI_INT, MPI_SUM, MPI_COMM_WORLD,
                                           &error),
                   &plan, &error, "disagree about the lengths of the parts");
    expect_refusal(qdr_plan_allgather(&plan, NULL, NULL, COUNT, NULL,
                                      rank == 0 ? MPI_SHORT : MPI_INT,
                                      MPI_COMM_WORLD, &error),
                   &plan, &error, "disagree about the bytes of the vector");
    expect_refusal(qdr_plan_allreduce(&plan, NULL, NULL,
                                      rank == 0 ? 2 * COUNT : COUNT,
                                      rank == 0 ? MPI_SHORT : MPI_INT, MPI_SUM,
                                      MPI_COMM_WORLD, &error),
                   &plan, &error, "disagree about the bytes of an element");
}

/* Every refusal of a network, and ranks that name different ones. */
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
        {"alpha_us=1;beta_ns=1;topology=torus",
         "network: topology: torus; accepted: switched, mesh, line"},
        {"alpha_us=1;beta_ns=1;duplex=2",
         "network: duplex: 2; accepted: full, half"},
        {"alpha_us=1;beta_ns=1;topology=mesh",
         "network: rows: 0; accepted: whole numbers from 1 to 4194304"
         "; all of rows, columns, with topology mesh, or none"},
        {"alpha_us=1;beta_ns=1;rows=2;columns=3",
         "network: rows: 2; accepted: whole numbers from 1 to 4194304"
         "; all of rows, columns, with topology mesh, or none"},
        {"alpha_us=1;beta_ns=1;eager_bytes=-1",
         "network: eager_bytes: -1; accepted: whole numbers from 0"},
        {"alpha_us=1;beta_ns=1;inside_alpha_us=1",
         "network: inside_beta_ns: 0; accepted: numbers above 0 to 1000000000"
         "; all of inside_alpha_us, inside_beta_ns, "
         "node_ranks, adapter_ranks, or none"},
        {"alpha_us=1;beta_ns=1;inside_alpha_us=1;inside_beta_ns=1",
         "network: node_ranks: 0; accepted: "},
        {rank == 0 ? "alpha_us=1;beta_ns=1;topology=line"
                   : "alpha_us=1;beta_ns=1",
         p == 1 ? NULL : "disagree about the network"},
        {rank == 0 ? "alpha_us=1;beta_ns=1" : NULL,
         p == 1 ? NULL : "disagree about the network"},
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                          .network = refused[i].network};
        qdr_plan *plan = NULL;
        qdr_error error = {""};
        if (refused[i].words != NULL)
            expect_refusal(qdr_plan_allgather(&plan, NULL, &options, COUNT,
                                              NULL, MPI_INT, MPI_COMM_WORLD,
                                              &error),
                           &plan, &error, refused[i].words);
    }
}

static void try_rows(void)
{
    const qdr_plan_options announcing = {.size = sizeof(qdr_plan_options),
                                         .mode = "posted+announce"};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect_refusal(qdr_plan_allgather(&plan, "broadcast_long", NULL, COUNT,
                                      NULL, MPI_INT, MPI_COMM_WORLD, &error),
                   &plan, &error,
                   "an algorithm for bcast; accepted: one for allgather");
    expect_refusal(qdr_plan_allgather(&plan, NULL, &announcing, COUNT, NULL,
                                      MPI_INT, MPI_COMM_WORLD, &error),
                   &plan, &error, "accepted: one without +announce");
}

/* Without such a buffer on this rank; local. */
static void try_in_place(void)
{
    int numbers[COUNT] = {0};
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    bool is_last = rank == p - 1;

    if (qdr_plan_reduce(&plan, NULL, NULL, COUNT, MPI_INT, MPI_SUM, p - 1,
                        MPI_COMM_WORLD, &error) != QDR_OK)
        num_wrong++;
    else if (!is_last && (qdr_plan_execute(plan, MPI_IN_PLACE, numbers,
                                           &error) != QDR_ERROR_INPUT ||
                          strstr(error.text, "MPI_IN_PLACE for send") == NULL))
        num_wrong++;
    qdr_plan_free(&plan);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    try_meshes();
    try_operators();
    try_no_operators();
    try_lengths();
    try_networks();
    try_rows();
    try_in_place();
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
