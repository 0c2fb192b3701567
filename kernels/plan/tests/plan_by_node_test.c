/* kernels/plan/tests/plan_by_node_test.c -- collectives by node, on nodes of
 * different sizes in different places: every element arrives, from and to every
 * root, by messages and through the memory of a node, also where rank 0
 * describes its data by longer elements.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/messaging/local_work.h"
#include "kernels/plan/state/plan_impl.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum { FEW = 4, MAX_PROCS = 16 };

/* Parts in sets of FEW numbers, and a network: ranks of a node send messages,
 * or share memory. */
static const struct {
    int longest;
    bool shares;
    const char *network;
} kinds[] = {
    {301, false,
     "alpha_us=0.05;beta_ns=10;sender_free_us=0.02;receiver_free_us=0.02;"
     "inside_alpha_us=0.04;inside_beta_ns=2;node_ranks=3;adapter_ranks=2;"
     "inside_shared_us=0"},
    {9, true,
     "alpha_us=1.5;beta_ns=0.1;inside_alpha_us=0.5;inside_beta_ns=0.1;"
     "node_ranks=3;adapter_ranks=2"},
};
enum { NUM_KINDS = sizeof kinds / sizeof *kinds };

/* What is planned: the map of nodes is one of list_nodes. */
typedef struct trial {
    int kind, map;
    const int *nodes;
    qdr_collective collective;
    int root;
    MPI_Datatype few; /* MPI_DATATYPE_NULL: rank 0 has numbers, too */
} trial;

/* A call with parts in elements of this rank: rank 0's may be FEW integers. */
typedef struct vector {
    qdr_collective_call call;
    int begin, end, all; /* this rank's part and the vector, in integers */
} vector;

static bool has_parts(qdr_collective collective)
{
    return collective != QDR_BCAST && collective != QDR_REDUCE &&
           collective != QDR_ALLREDUCE;
}

static int64_t quads_of(const trial *of, int r)
{
    int longest = kinds[of->kind].longest;

    return r % 3 == 1 ? 0 : longest - longest / 3 * (r % 3);
}

static vector vector_of(const trial *of)
{
    const bool is_few = of->few != MPI_DATATYPE_NULL && rank == 0 &&
                        !qdr_collective_combines(of->collective);
    vector made = {.call = {.collective = of->collective,
                            .root = of->root,
                            .nodes = of->nodes,
                            .comm = MPI_COMM_WORLD,
                            .has_counts = has_parts(of->collective),
                            .type = is_few ? of->few : MPI_INT,
                            .op = MPI_SUM,
                            .network = kinds[of->kind].network}};

    for (int r = 0; r < p; r++) {
        int quads = (int)quads_of(of, r);
        made.call.counts[r] = is_few ? quads : FEW * quads;
        made.call.count += made.call.counts[r];
        if (r < rank)
            made.begin += quads * FEW;
        made.all += quads * FEW;
    }
    made.end = made.begin + (int)quads_of(of, rank) * FEW;
    return made;
}

/* Whether a stage of a node's ranks is through memory: one rank of a node
 * leads, whatever the root, and a node's parts are one part. */
static bool expects_stages(const trial *of)
{
    int num_nodes = 1, num_pairs = 0;
    bool leads = true;

    for (int r = 1; r < p; r++) {
        bool is_first = true;
        for (int i = 0; i < r; i++)
            is_first = is_first && of->nodes[i] != of->nodes[r];
        num_nodes += is_first;
        num_pairs += !is_first;
        leads = leads && (r != of->root || is_first);
    }
    return kinds[of->kind].shares && !qdr_work_is_charged() && num_nodes > 1 &&
           num_pairs > 0 && leads &&
           (!has_parts(of->collective) || of->map != 1);
}

/* Element i of the vector is i + 1, times rank + 1 where ranks are summed. */
static void try_one(const trial *of)
{
    const bool sums = qdr_collective_combines(of->collective);
    const bool is_root = rank == of->root;
    const bool gives_all =
        sums || of->collective == QDR_SCATTER || of->collective == QDR_BCAST;
    const bool gets_all =
        of->collective == QDR_ALLGATHER || of->collective == QDR_ALLREDUCE ||
        (of->collective == QDR_BCAST && !is_root) ||
        ((of->collective == QDR_GATHER || of->collective == QDR_REDUCE) &&
         is_root);
    const bool gets_part =
        of->collective == QDR_REDUCE_SCATTER || of->collective == QDR_SCATTER;
    vector v = vector_of(of);
    const int first = gets_all ? 0 : v.begin;
    const int num = gets_all ? v.all : gets_part ? v.end - v.begin : 0;
    int *given = calloc((size_t)v.all + 1, sizeof *given);
    int *found = calloc((size_t)v.all + 1, sizeof *found);
    char algorithm[40];
    qdr_plan *plan = NULL;
    bool is_right = true;

    snprintf(algorithm, sizeof algorithm, "%s_by_node",
             qdr_collective_string(of->collective));
    qdr_test_about("%s, kind %d, map %d, root %d", algorithm, of->kind, of->map,
                   of->root);
    v.call.algorithm = algorithm;
    qdr_test_ok(qdr_collective_call_plan(&v.call, &plan, &cause));
    for (int round = 0; round < 2 && plan != NULL; round++) {
        for (int i = 0; i < v.all; i++)
            given[i] = (i + 1 + round) * (sums ? rank + 1 : 1);
        qdr_test_ok(qdr_plan_execute(plan, given + (gives_all ? 0 : v.begin),
                                     found, &cause));
        for (int i = 0; i < num; i++)
            is_right = is_right && found[i] == (first + i + 1 + round) *
                                                   (sums ? p * (p + 1) / 2 : 1);
        qdr_test_expect(is_right && found[num] == 0, "every element");
    }
    if (plan != NULL)
        qdr_test_expect((qdr_handle_impl(plan)->bound.staged != NULL) ==
                            expects_stages(of),
                        "through memory");
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

static void try_all(trial of)
{
    static const qdr_collective collectives[] = {
        QDR_BCAST,  QDR_REDUCE,    QDR_ALLREDUCE,     QDR_SCATTER,
        QDR_GATHER, QDR_ALLGATHER, QDR_REDUCE_SCATTER};

    for (size_t c = 0; c < sizeof collectives / sizeof *collectives; c++) {
        of.collective = collectives[c];
        for (int root = 0;
             root < (qdr_collective_has_root(of.collective) ? p : 1); root++) {
            of.root = root;
            try_one(&of);
        }
    }
}

void qdr_test_run(void)
{
    int nodes[3][MAX_PROCS];
    MPI_Datatype few;

    MPI_Type_contiguous(FEW, MPI_INT, &few);
    MPI_Type_commit(&few);
    list_nodes(nodes);
    for (int kind = 0; kind < NUM_KINDS; kind++)
        for (int map = 0; map < 3; map++) {
            try_all((trial){.kind = kind,
                            .map = map,
                            .nodes = nodes[map],
                            .few = MPI_DATATYPE_NULL});
            try_all((trial){
                .kind = kind, .map = map, .nodes = nodes[map], .few = few});
        }
    MPI_Type_free(&few);
}
