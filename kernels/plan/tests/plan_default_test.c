/* kernels/plan/tests/plan_default_test.c -- planning calls that name no
 * algorithm. */
#include <stdbool.h>
#include <string.h>

#include "kernels/messaging/local_work.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { MAX_PROCS = 12, BYTES = 5 };

static void expect_algorithm(const qdr_plan *plan, const char *algorithm)
{
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};

    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(strcmp(info.algorithm, algorithm) == 0, info.algorithm);
}

/* Executes a plan, compares its algorithm's name with `algorithm`, and frees
 * it. */
static void try_plan(qdr_status status, qdr_plan **plan, const char *what,
                     const char *algorithm)
{
    qdr_test_about("%s", what);
    qdr_test_ok(status);
    qdr_test_execute(*plan);
    expect_algorithm(*plan, algorithm);
    qdr_plan_free(plan);
}

static void try_messages(const qdr_plan_options *options)
{
    qdr_block blocks[MAX_PROCS];
    qdr_message messages[MAX_PROCS * MAX_PROCS];
    qdr_plan *plan = NULL;
    /* Passing many short messages on is faster; not in mode persistent. */
    const char *usual = options == NULL && p > 6 ? "bruck" : "scattered";

    for (int r = 0; r < p; r++)
        blocks[r] = (qdr_block){r, BYTES * r, BYTES};
    for (int m = 0; m < p * p; m++)
        messages[m] = (qdr_message){m / p, m % p, BYTES};
    try_plan(qdr_plan_blocks(&plan, NULL, options, p, blocks, QDR_LEARN, NULL,
                             MPI_COMM_WORLD, &cause),
             &plan, "alltoallv", usual);
    try_plan(qdr_plan_pattern(&plan, NULL, options, p * p, messages,
                              MPI_COMM_WORLD, &cause),
             &plan, "pattern", usual);
    try_plan(
        qdr_plan_alltoall(&plan, NULL, options, BYTES, MPI_COMM_WORLD, &cause),
        &plan, "alltoall", usual);
    /* One rank names what the others leave out. */
    try_plan(qdr_plan_alltoall(&plan, rank == 0 ? "auto" : NULL, options, BYTES,
                               MPI_COMM_WORLD, &cause),
             &plan, "alltoall, named once", usual);
}

/* The algorithm of a broadcast of BYTES on a network whose senders are free
 * soon, where a wide tree is the fastest, or on that of today, where they are,
 * too. */
static void try_bcast(const char *mode, const char *network,
                      const char *algorithm)
{
    const qdr_plan_options options = {
        .size = sizeof options, .mode = mode, .network = network};
    char buffer[BYTES] = {0};
    qdr_plan *plan = NULL;

    if (rank == p - 1)
        memcpy(buffer, "data", BYTES);
    qdr_test_about("bcast");
    qdr_test_ok(qdr_plan_bcast(&plan, rank == 0 ? "auto" : NULL, &options,
                               BYTES, p - 1, MPI_COMM_WORLD, &cause));
    qdr_test_ok(qdr_plan_execute(plan, buffer, buffer, &cause));
    expect_algorithm(plan, algorithm);
    qdr_test_expect(memcmp(buffer, "data", BYTES) == 0, "the bytes");
    qdr_plan_free(&plan);
}

/* Ranks of a node share memory; a simulated node has none. A mode restricts the
 * choice. */
static void try_bcasts(void)
{
    const char *free_soon = "alpha_us=10;beta_ns=1e-9;sender_free_us=9;"
                            "inside_shared_us=0";
    bool is_wide = p > 2, shares = p > 1 && !qdr_work_is_charged();

    try_bcast(NULL, NULL,
              shares    ? "bcast_shared"
              : is_wide ? "bcast_postal"
                        : "bcast_folded");
    try_bcast("persistent", NULL, "bcast_folded");
    try_bcast(NULL, free_soon, is_wide ? "bcast_postal" : "bcast_folded");
    try_bcast("posted", free_soon, "bcast_folded");
    try_bcast("paced", free_soon, is_wide ? "bcast_postal" : "bcast_folded");
}

static void expect_passed_on(qdr_status status, qdr_plan **plan, bool expected,
                             const char *what)
{
    qdr_plan_info info = {.size = sizeof info, .algorithm = ""};

    qdr_test_about("%s", what);
    qdr_test_ok(status);
    qdr_test_ok(qdr_plan_get_info(*plan, &info, &cause));
    qdr_test_expect((strncmp(info.algorithm, "mpi_", 4) == 0) == expected,
                    info.algorithm);
    qdr_plan_free(plan);
}

/* What has a root, of parts longer than those sent eagerly or through shared
 * memory, is MPI's own call if all ranks share a node. */
static void try_passed_on(int num_nodes)
{
    enum { EAGER = 4000, SHARED = 16384 };
    int64_t eager_bytes = EAGER * (int64_t)p;
    int64_t shared_bytes = (SHARED + EAGER) * (int64_t)p;
    bool is_passed_on = num_nodes == 1 && p > 1;
    int nodes[MAX_PROCS];
    const qdr_plan_options options = {.size = sizeof options, .nodes = nodes};
    qdr_plan *plan = NULL;

    for (int r = 0; r < p; r++)
        nodes[r] = r % num_nodes;
    expect_passed_on(qdr_plan_bcast(&plan, NULL, &options, eager_bytes, 0,
                                    MPI_COMM_WORLD, &cause),
                     &plan, false, "a short bcast");
    expect_passed_on(qdr_plan_bcast(&plan, NULL, &options, shared_bytes + 1, 0,
                                    MPI_COMM_WORLD, &cause),
                     &plan, is_passed_on, "a long bcast");
    expect_passed_on(qdr_plan_gather(&plan, NULL, &options, shared_bytes + p,
                                     NULL, MPI_BYTE, 0, MPI_COMM_WORLD, &cause),
                     &plan, is_passed_on, "a long gather");
    expect_passed_on(qdr_plan_allreduce(&plan, NULL, &options, shared_bytes + p,
                                        MPI_BYTE, MPI_BOR, MPI_COMM_WORLD,
                                        &cause),
                     &plan, false, "a long allreduce");
}

/* Only NULL means no name, and the algorithm's own checks remain. */
static void try_refusals(void)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .parameters = "cutoff=2"};
    qdr_plan *plan = NULL;

    qdr_test_refused(
        qdr_plan_alltoall(&plan, NULL, &options, BYTES, MPI_COMM_WORLD, &cause),
        "alltoallv_auto: parameter 'cutoff'");
    qdr_test_refused(
        qdr_plan_alltoall(&plan, "", NULL, BYTES, MPI_COMM_WORLD, &cause),
        "algorithm ''; accepted: ");
    if (p > 1)
        qdr_test_refused(qdr_plan_alltoall(&plan, rank == 0 ? "pex" : NULL,
                                           NULL, BYTES, MPI_COMM_WORLD, &cause),
                         "disagree about the algorithm");
}

void qdr_test_run(void)
{
    const qdr_plan_options persistent = {.size = sizeof persistent,
                                         .mode = "persistent"};

    try_messages(NULL);
    try_messages(&persistent);
    try_bcasts();
    try_passed_on(1);
    if (p > 1)
        try_passed_on(2);
    try_refusals();
}
