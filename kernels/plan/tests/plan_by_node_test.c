/* kernels/plan/tests/plan_by_node_test.c -- collectives with parts, by node, on
 * nodes of different sizes in different places: every element arrives, from and
 * to every root, also where rank 0 describes its data by longer elements.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/testing/networks.h"

enum { FEW = 4, MAX_PROCS = 16, MAX_QUADS = 301 };

/* A call with parts in elements of this rank: rank 0's may be FEW integers. */
typedef struct vector {
    qdr_collective_call call;
    int begin, end, all; /* this rank's part and the vector, in integers */
} vector;

static int64_t quads_of(int r)
{
    return r % 3 == 1 ? 0 : MAX_QUADS - 100 * (r % 3);
}

static vector vector_of(MPI_Datatype few)
{
    const bool is_few = few != MPI_DATATYPE_NULL && rank == 0;
    vector made = {.call = {.comm = MPI_COMM_WORLD,
                            .has_counts = true,
                            .type = is_few ? few : MPI_INT,
                            .op = MPI_SUM,
                            .network = qdr_test_levels_line}};

    for (int r = 0; r < p; r++) {
        made.call.counts[r] = is_few ? quads_of(r) : FEW * quads_of(r);
        made.call.count += made.call.counts[r];
        if (r < rank)
            made.begin += (int)quads_of(r) * FEW;
        made.all += (int)quads_of(r) * FEW;
    }
    made.end = made.begin + (int)quads_of(rank) * FEW;
    return made;
}

/* Element i of the vector is i + 1, times rank + 1 where ranks are summed. */
static void try_one(const int *nodes, qdr_collective collective, int root,
                    MPI_Datatype few)
{
    const bool sums = collective == QDR_REDUCE_SCATTER;
    vector v = vector_of(sums ? MPI_DATATYPE_NULL : few);
    const bool gives_all = sums || collective == QDR_SCATTER;
    const bool gets_all = collective == QDR_ALLGATHER ||
                          (collective == QDR_GATHER && rank == root);
    const bool gets_part = sums || collective == QDR_SCATTER;
    const int first = gets_all ? 0 : v.begin;
    const int num = gets_all ? v.all : gets_part ? v.end - v.begin : 0;
    int *given = calloc((size_t)v.all + 1, sizeof *given);
    int *found = calloc((size_t)v.all + 1, sizeof *found);
    char algorithm[40];
    qdr_plan *plan = NULL;
    bool is_right = true;

    snprintf(algorithm, sizeof algorithm, "%s_by_node",
             qdr_collective_string(collective));
    qdr_test_about("%s", algorithm);
    v.call.collective = collective;
    v.call.algorithm = algorithm;
    v.call.root = root;
    v.call.nodes = nodes;
    for (int i = 0; i < v.all; i++)
        given[i] = (i + 1) * (sums ? rank + 1 : 1);
    qdr_test_ok(qdr_collective_call_plan(&v.call, &plan, &cause));
    qdr_test_ok(qdr_plan_execute(plan, given + (gives_all ? 0 : v.begin), found,
                                 &cause));
    for (int i = 0; i < num; i++)
        is_right = is_right &&
                   found[i] == (first + i + 1) * (sums ? p * (p + 1) / 2 : 1);
    qdr_test_expect(is_right && found[num] == 0, "every element");
    qdr_plan_free(&plan);
    free(given);
    free(found);
}

/* Nodes of 1, 3, 5, ... ranks; every third rank; all but the last rank. */
static void list_nodes(int nodes[3][MAX_PROCS])
{
    for (int r = 0, root = 0; r < p; r++) {
        root += (root + 1) * (root + 1) <= r;
        nodes[0][r] = root;
        nodes[1][r] = r % 3;
        nodes[2][r] = r == p - 1;
    }
}

void qdr_test_run(void)
{
    static const qdr_collective collectives[] = {
        QDR_SCATTER, QDR_GATHER, QDR_ALLGATHER, QDR_REDUCE_SCATTER};
    int nodes[3][MAX_PROCS];
    MPI_Datatype few;

    MPI_Type_contiguous(FEW, MPI_INT, &few);
    MPI_Type_commit(&few);
    list_nodes(nodes);
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 4; c++)
            for (int root = 0; root < (c < 2 ? p : 1); root++) {
                try_one(nodes[i], collectives[c], root, MPI_DATATYPE_NULL);
                try_one(nodes[i], collectives[c], root, few);
            }
    MPI_Type_free(&few);
}
