/* kernels/plan/tests/plan_by_node_test.c -- collectives with parts, by node, on
 * nodes of different sizes in different places: every element arrives, from and
 * to every root, also where rank 0 describes its data by longer elements.
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/plan/making/plan.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/testing/networks.h"

enum { FEW = 4, MAX_PROCS = 16, MAX_QUADS = 301 };

/* Parts in elements of this rank: rank 0's may be FEW integers. */
typedef struct vector {
    MPI_Datatype type;
    int64_t counts[MAX_PROCS], count;
    int begin, end, all; /* this rank's part and the vector, in integers */
} vector;

static int64_t quads_of(int r)
{
    return r % 3 == 1 ? 0 : MAX_QUADS - 100 * (r % 3);
}

static vector vector_of(MPI_Datatype few)
{
    const bool is_few = few != MPI_DATATYPE_NULL && rank == 0;
    vector made = {.type = is_few ? few : MPI_INT};

    for (int r = 0; r < p; r++) {
        made.counts[r] = is_few ? quads_of(r) : FEW * quads_of(r);
        made.count += made.counts[r];
        if (r < rank)
            made.begin += (int)quads_of(r) * FEW;
        made.all += (int)quads_of(r) * FEW;
    }
    made.end = made.begin + (int)quads_of(rank) * FEW;
    return made;
}

static qdr_status plan_one(qdr_plan **plan, const qdr_plan_options *options,
                           qdr_collective collective, int root, const vector *v,
                           qdr_error *error)
{
    switch (collective) {
    case QDR_SCATTER:
        return qdr_plan_scatter(plan, "scatter_by_node", options, v->count,
                                v->counts, v->type, root, MPI_COMM_WORLD,
                                error);
    case QDR_GATHER:
        return qdr_plan_gather(plan, "gather_by_node", options, v->count,
                               v->counts, v->type, root, MPI_COMM_WORLD, error);
    case QDR_ALLGATHER:
        return qdr_plan_allgather(plan, "allgather_by_node", options, v->count,
                                  v->counts, v->type, MPI_COMM_WORLD, error);
    default:
        return qdr_plan_reduce_scatter(plan, "reduce_scatter_by_node", options,
                                       v->count, v->counts, MPI_INT, MPI_SUM,
                                       MPI_COMM_WORLD, error);
    }
}

/* Element i of the vector is i + 1, times rank + 1 where ranks are summed. */
static void try_one(const int *nodes, qdr_collective collective, int root,
                    MPI_Datatype few)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .network = qdr_test_levels_line,
                                      .nodes = nodes};
    const bool sums = collective == QDR_REDUCE_SCATTER;
    const vector v = vector_of(sums ? MPI_DATATYPE_NULL : few);
    const bool gives_all = sums || collective == QDR_SCATTER;
    const bool gets_all = collective == QDR_ALLGATHER ||
                          (collective == QDR_GATHER && rank == root);
    const bool gets_part = sums || collective == QDR_SCATTER;
    const int first = gets_all ? 0 : v.begin;
    const int num = gets_all ? v.all : gets_part ? v.end - v.begin : 0;
    int *given = calloc((size_t)v.all + 1, sizeof *given);
    int *found = calloc((size_t)v.all + 1, sizeof *found);
    qdr_plan *plan = NULL;
    qdr_status status = plan_one(&plan, &options, collective, root, &v, &error);
    bool is_right = true;

    for (int i = 0; i < v.all; i++)
        given[i] = (i + 1) * (sums ? rank + 1 : 1);
    if (status == QDR_OK)
        status = qdr_plan_execute(plan, given + (gives_all ? 0 : v.begin),
                                  found, &error);
    for (int i = 0; i < num; i++)
        is_right = is_right &&
                   found[i] == (first + i + 1) * (sums ? p * (p + 1) / 2 : 1);
    qdr_test_expect(status == QDR_OK && is_right && found[num] == 0,
                    qdr_collective_string(collective));
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
