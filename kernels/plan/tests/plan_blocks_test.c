/* kernels/plan/tests/plan_blocks_test.c -- messages of several blocks.
 *
 * Every algorithm delivers them, with different cuts at the sender and the
 * receiver, in buffers where the blocks are far from their order, joined or in
 * parts. Blocks are joined as long as the network sends them eagerly.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/making/plan.h"
#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/levels.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/networks.h"
#include "kernels/testing/pattern_kinds.h"

enum { EAGER = 4 /* bytes of blocks that are joined */ };

static void try_plan(qdr_plan *plan, const qdr_test_side *out,
                     const qdr_test_side *in, bool learns)
{
    qdr_plan_info info = {.size = sizeof info};

    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(info.num_sends == out->count &&
                        (learns || info.num_receives == in->count),
                    "has all blocks");
    qdr_test_expect(info.send_bytes <= out->bytes &&
                        (learns || info.receive_bytes <= in->bytes),
                    "the buffers are not too long");
    qdr_test_execute(plan);
}

static void try_pattern(const qdr_kernel *kernel, const qdr_pattern *pattern,
                        const char *mode, bool learns, int64_t eager_bytes)
{
    char network[80];
    qdr_plan_options options = {.size = sizeof options,
                                .mode = mode,
                                .network = eager_bytes > 0 ? network : NULL};
    qdr_test_side out = qdr_test_side_of(pattern, true, 0, 0);
    qdr_test_side in = qdr_test_side_of(pattern, false, 0, 0);
    qdr_plan *plan = NULL;

    snprintf(network, sizeof network, "alpha_us=1;beta_ns=1e-9;eager_bytes=%d",
             (int)eager_bytes);
    qdr_test_add_levels(kernel, p, &options);
    qdr_test_about("%s, %s, %s", kernel->name, mode == NULL ? "its mode" : mode,
                   network);
    qdr_test_ok(qdr_plan_blocks(&plan, kernel->name, &options, out.count,
                                out.blocks, learns ? QDR_LEARN : in.count,
                                in.blocks, MPI_COMM_WORLD, &cause));
    try_plan(plan, &out, &in, learns);
    qdr_plan_free(&plan);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
}

static void try_row(const qdr_kernel *kernel)
{
    static const char *const modes[] = {"persistent", "window:2",
                                        "synchronous+announce", "paced:3"};
    qdr_plan_options options = {.size = sizeof options};

    if (!qdr_test_add_levels(kernel, p, &options))
        return;
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        const qdr_problem problem = {
            .collective = kernel->collective,
            .num_procs = p,
            .messages.pattern = &pattern,
            .network = options.network == NULL ? NULL : &qdr_test_levels};
        if (qdr_pattern_init_kind(&pattern, kind, p, &cause) == QDR_OK &&
            qdr_kernel_accepts(kernel, &problem, &cause) == QDR_OK) {
            try_pattern(kernel, &pattern, NULL, false, 0);
            try_pattern(kernel, &pattern, NULL, true, EAGER);
            for (size_t m = 0; qdr_kernel_has_schedule(kernel) &&
                               m < sizeof modes / sizeof *modes;
                 m++)
                try_pattern(kernel, &pattern, modes[m], m % 2, EAGER);
        }
        qdr_pattern_cleanup(&pattern);
    }
}

/* A plan's sends to the next rank, of blocks of these lengths. */
static void expect_sends(const char *network, const int64_t *bytes,
                         int num_blocks, int64_t expected)
{
    int next = (rank + 1) % p;
    const qdr_plan_options options = {.size = sizeof options,
                                      .network = network};
    qdr_block sends[4];
    qdr_plan *plan = NULL;
    int64_t at = 0, found = 0;

    for (int i = 0; i < num_blocks; i++, at += 2 * bytes[0])
        sends[i] = (qdr_block){next, at, bytes[i]};
    qdr_test_about("%d blocks", num_blocks);
    qdr_test_ok(qdr_plan_blocks(&plan, NULL, &options, num_blocks, sends,
                                QDR_LEARN, NULL, MPI_COMM_WORLD, &cause));
    if (plan == NULL)
        return;
    for (int64_t i = 0;
         i < qdr_handle_impl(plan)->bound.exchange.execution.num_operations;
         i++)
        found += qdr_handle_impl(plan)
                     ->bound.exchange.execution.placement.operations[i]
                     .is_send;
    qdr_test_expect(found == expected, "the number of sends");
    qdr_plan_free(&plan);
}

/* Blocks are joined in their order, to eager_bytes; a longer one is alone.
 * Where the network has no number it is that of Open MPI within a node. */
static void try_parts(void)
{
    static const char network[] = "alpha_us=1;beta_ns=1e-9;eager_bytes=100";
    int64_t is_sent = p > 1;

    expect_sends(network, (int64_t[]){50, 50, 50, 50}, 4, 2 * is_sent);
    expect_sends(network, (int64_t[]){50, 50}, 2, is_sent);
    expect_sends(network, (int64_t[]){51, 50}, 2, 2 * is_sent);
    expect_sends(network, (int64_t[]){1000, 1, 0, 99}, 4, 2 * is_sent);
    expect_sends(network, (int64_t[]){1000}, 1, is_sent);
    expect_sends(network, (int64_t[]){0, 0}, 2, is_sent);
    expect_sends(NULL, (int64_t[]){2000, 2000}, 2, is_sent);
    expect_sends(NULL, (int64_t[]){2048, 2048}, 2, 2 * is_sent);
}

static void try_refusals(void)
{
    int next = (rank + 1) % p, last = (rank + p - 1) % p;
    const qdr_block sends[] = {{next, 0, 4}, {next, 8, 4}};
    const qdr_block fewer[] = {{last, 0, 4}, {last, 4, 3}};
    const qdr_block overlapping[] = {{last, 0, 5}, {last, 4, 3}};
    qdr_plan *plan = NULL;

    qdr_test_refused(qdr_plan_blocks(&plan, NULL, NULL, 2, sends, 2, fewer,
                                     MPI_COMM_WORLD, &cause),
                     p == 1 ? "sends itself 8 bytes and receives 7"
                            : " expects 7");
    qdr_test_refused(qdr_plan_blocks(&plan, NULL, NULL, 2, sends, 2,
                                     overlapping, MPI_COMM_WORLD, &cause),
                     "overlaps another; accepted: blocks apart");
}

void qdr_test_run(void)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        /* MPI_Alltoall has no places to choose. */
        if (!qdr_collective_has_vector(kernel->collective) &&
            strcmp(kernel->name, "mpi_alltoall") != 0 &&
            (qdr_kernel_is_simulated(kernel) || !qdr_test_is_simulated()))
            try_row(kernel);
    }
    try_parts();
    try_refusals();
}
