/* kernels/plan/tests/plan_nodes_test.c -- maps of nodes in planning calls: what
 * is refused, the physical mesh that the nodes of a group fill, and the summary
 * that all ranks agree on, compared with that of the whole pattern.
 */
#include <mpi.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/problem/problem.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum { COUNT = 60, MAX_PROCS = 16 };

static const char mesh[] =
    "alpha_us=1;beta_ns=1e-9;topology=mesh;rows=4;columns=8";

static void expect_refusal(const int *nodes, const char *words)
{
    const qdr_plan_options options = {
        .size = sizeof options, .network = mesh, .nodes = nodes};
    qdr_plan *plan = NULL;

    qdr_test_refused(qdr_plan_allgather(&plan, NULL, &options, COUNT, NULL,
                                        MPI_INT, MPI_COMM_WORLD, &cause),
                     words);
    qdr_plan_free(&plan);
}

static void try_refusals(void)
{
    int nodes[MAX_PROCS] = {0};

    nodes[p - 1] = -1;
    expect_refusal(nodes, "is on node -1; accepted: numbers from 0");
    nodes[p - 1] = 32;
    expect_refusal(nodes, "is on node 32; accepted: 0 to 31, the places of "
                          "the network's mesh");
    nodes[p - 1] = rank;
    if (p > 1) {
        expect_refusal(nodes, "disagree about the map of nodes");
        expect_refusal(rank == 1 ? NULL : nodes,
                       "disagree about the map of nodes");
    }
}

/* The mesh of a plan that these nodes are given to. */
static void expect_mesh(MPI_Comm comm, const int *nodes,
                        qdr_network_topology topology, int rows, int columns,
                        const char *what)
{
    const qdr_plan_options options = {
        .size = sizeof options, .network = mesh, .nodes = nodes};
    qdr_plan *plan = NULL;
    qdr_status status = qdr_plan_allgather(&plan, NULL, &options, COUNT, NULL,
                                           MPI_INT, comm, &cause);

    qdr_test_expect(status == QDR_OK, what);
    if (status == QDR_OK) {
        const qdr_network *found = &qdr_handle_impl(plan)->request.network;
        qdr_test_expect(found->topology == topology && found->rows == rows &&
                            found->columns == columns,
                        what);
    }
    qdr_plan_free(&plan);
}

/* A rectangle, in other places than the ranks' numbers; then with several ranks
 * a node, which is a line. */
static void try_meshes(void)
{
    int nodes[MAX_PROCS], same[MAX_PROCS] = {0};
    int columns = p % 2 == 0 ? p / 2 : p, rows = p / columns;

    for (int r = 0; r < p; r++)
        nodes[r] = 9 + 8 * (r / columns) + r % columns;
    expect_mesh(MPI_COMM_WORLD, nodes, QDR_MESH, rows, columns, "rectangle");
    if (p == 1)
        return;
    nodes[p - 1] = nodes[0];
    expect_mesh(MPI_COMM_WORLD, nodes, QDR_LINE, 0, 0, "shared node");
    expect_mesh(MPI_COMM_WORLD, same, QDR_LINE, 0, 0, "one node");
    /* Real ranks share this machine; what simulated ones share varies. */
    if (!qdr_test_is_simulated())
        expect_mesh(MPI_COMM_WORLD, NULL, QDR_LINE, 0, 0, "found");
}

/* A part of the ranks. */
static void try_group(void)
{
    const int nodes[] = {3, 4, 5, 6, 7, 8, 9, 10};
    MPI_Comm comm;

    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &comm);
    if (p >= 4 && p <= 8)
        expect_mesh(comm, nodes, QDR_MESH, 1, p - p / 2 - (rank % 2) * (p % 2),
                    "group");
    MPI_Comm_free(&comm);
}

/* Draws a pattern, the same on all ranks. */
static void draw(qdr_pattern *pattern, qdr_rng *rng)
{
    qdr_message messages[MAX_PROCS * MAX_PROCS];
    int64_t count = 0;

    for (int m = 0; m < p * p; m++)
        if (qdr_rng_below(rng, 3) > 0)
            messages[count++] =
                (qdr_message){m / p, m % p, (int64_t)qdr_rng_below(rng, 100)};
    qdr_test_ok(qdr_pattern_init(pattern, p, messages, count, &cause));
}

/* The sends of this rank. */
static int64_t list_sends(const qdr_pattern *pattern, qdr_block *sends)
{
    int64_t count = 0, at = 0;

    for (int64_t m = pattern->row_begin[rank]; m < pattern->row_begin[rank + 1];
         m++) {
        qdr_message message = pattern->messages[m];
        sends[count++] = (qdr_block){message.dst, at, message.bytes};
        at += message.bytes;
    }
    return count;
}

/* Every rank agrees on the summary of the whole pattern, which it does not
 * know. */
static void expect_summary(const qdr_call *call, const qdr_pattern *pattern,
                           const int *nodes)
{
    const qdr_plan_options options = {.size = sizeof options, .nodes = nodes};
    qdr_problem problem = {.messages.pattern = pattern};
    qdr_plan *plan = NULL;
    qdr_traffic_summary expected = {0};

    qdr_test_ok(
        qdr_plan_begin(&plan, call, NULL, &options, MPI_COMM_WORLD, &cause));
    if (plan == NULL)
        return;
    qdr_test_ok(qdr_plan_learn(plan, call, &cause));
    problem.nodes = qdr_handle_impl(plan)->choice.nodes;
    qdr_test_ok(qdr_problem_summary(&problem, &expected, &cause));
    qdr_test_expect((problem.nodes != NULL) == (nodes != NULL), "the nodes");
    qdr_test_expect(memcmp(&expected, &qdr_handle_impl(plan)->traffic.summary,
                           sizeof expected) == 0,
                    "the summary of all ranks");
    qdr_plan_free(&plan);
}

static void try_load(const qdr_pattern *pattern, const int *nodes)
{
    qdr_block sends[MAX_PROCS];
    const qdr_call call =
        qdr_call_blocks(list_sends(pattern, sends), sends, QDR_LEARN, NULL);

    expect_summary(&call, pattern, nodes);
}

/* A complete exchange, which no rank counts. */
static void try_complete(const int *nodes, int64_t bytes)
{
    const qdr_call call = qdr_call_alltoall(bytes);
    qdr_pattern pattern = {0};

    qdr_test_ok(qdr_pattern_init_complete(&pattern, p, bytes, &cause));
    expect_summary(&call, &pattern, nodes);
    qdr_pattern_cleanup(&pattern);
}

static void try_loads(void)
{
    int nodes[MAX_PROCS];
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int i = 0; i < 5; i++) {
        qdr_pattern pattern = {0};
        for (int r = 0; r < p; r++)
            nodes[r] = (int)qdr_rng_below(&rng, 3);
        draw(&pattern, &rng);
        try_load(&pattern, NULL);
        try_load(&pattern, nodes);
        try_complete(nodes, i);
        qdr_pattern_cleanup(&pattern);
    }
    try_complete(NULL, 9);
}

static const char levels[] =
    "alpha_us=4;beta_ns=1000;inside_alpha_us=1;inside_beta_ns=250;"
    "node_ranks=2;adapter_ranks=2";

/* The plan's ranks a node, and what it moves: rank r has r + 1 in all elements,
 * or the root has p. */
static void execute_on(const int *nodes, const char *network,
                       qdr_collective collective, int root, int node_ranks)
{
    const qdr_collective_call call = {.collective = collective,
                                      .comm = MPI_COMM_WORLD,
                                      .root = root,
                                      .count = COUNT,
                                      .type = MPI_INT,
                                      .op = MPI_SUM,
                                      .network = network,
                                      .nodes = nodes};
    int given[COUNT], found[COUNT] = {0};
    int sum = collective == QDR_BCAST ? p : p * (p + 1) / 2;
    bool has_result = collective != QDR_REDUCE || rank == root;
    qdr_plan *plan = NULL;

    for (int i = 0; i < COUNT; i++)
        given[i] = collective == QDR_BCAST ? p : rank + 1;
    qdr_test_ok(qdr_collective_call_plan(&call, &plan, &cause));
    qdr_test_expect(
        node_ranks < 0 ||
            (plan != NULL &&
             qdr_handle_impl(plan)->request.network.node_ranks == node_ranks),
        "ranks a node");
    qdr_test_ok(qdr_plan_execute(plan, given, found, &cause));
    if (collective == QDR_BCAST && rank == root)
        found[0] = found[COUNT - 1] = sum;
    if (has_result)
        qdr_test_expect(found[0] == sum && found[COUNT - 1] == sum,
                        qdr_collective_string(collective));
    qdr_plan_free(&plan);
}

/* Pairs; nodes of 1, 3, 5, ... ranks; every third rank; those that are found.
 * One rank a node, and one node, leave one level. Without numbers of a
 * network, those of today are assumed. */
static void try_levels(void)
{
    static const qdr_collective collectives[] = {QDR_BCAST, QDR_REDUCE,
                                                 QDR_ALLREDUCE};
    const char *networks[] = {levels, NULL};
    int pairs[MAX_PROCS], squares[MAX_PROCS], thirds[MAX_PROCS];

    for (int r = 0, root = 0; r < p; r++) {
        root += (root + 1) * (root + 1) <= r;
        pairs[r] = r / 2;
        squares[r] = root;
        thirds[r] = r % 3;
    }
    for (int i = 0; i < 3 * 2; i++)
        for (int root = 0; root<p; root += p> 1 ? p - 1 : 1) {
            const char *network = networks[i % 2];
            qdr_collective collective = collectives[i / 2];
            execute_on(pairs, network, collective, root, p > 2 ? 2 : 0);
            execute_on(squares, network, collective, root, -1);
            execute_on(thirds, network, collective, root, p > 3 ? 0 : -1);
            execute_on(NULL, network, collective, root, -1);
        }
}

void qdr_test_run(void)
{
    try_refusals();
    try_meshes();
    try_group();
    try_loads();
    try_levels();
}
