/* kernels/plan/tests/plan_groups_test.c -- collectives of the ranks of one
 * large node, in groups through memory: as MPI's own, in any NUMA domains that
 * ranks are taken to be in, from and to roots that lead a group or do not.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/network/memory_groups.h"
#include "kernels/plan/state/plan_impl.h"
#include "kernels/plan/testing/collective_call.h"
#include "kernels/plan/testing/ranks.h"

enum { NUM_MAPS = 4, MAX_PROCS = QDR_MAX_CALLING };

/* Of rank r: a few neighbours; every third rank; one for all; each second one,
 * so that leaders have groups, too. */
static int domain_of(int map, int r)
{
    return (const int[NUM_MAPS]){r / 5, r % 3, 0, r / 2}[map];
}

static int map;

int __wrap_qdr_numa_domain(void);
int __wrap_qdr_numa_domain(void)
{
    return domain_of(map, rank);
}

/* Whether memory serves groups: the root leads one, and a group's parts are one
 * part. */
static bool expects_stages(const qdr_kernel *kernel, int root)
{
    const bool has_parts = kernel->collective != QDR_BCAST &&
                           kernel->collective != QDR_REDUCE &&
                           kernel->collective != QDR_ALLREDUCE;
    int domains[MAX_PROCS], groups[MAX_PROCS];
    bool are_neighbours = true;

    for (int r = 0; r < p; r++)
        domains[r] = domain_of(map, r);
    qdr_memory_groups(p, domains, groups);
    for (int r = 1; r < p; r++)
        are_neighbours = are_neighbours && groups[r] >= groups[r - 1];
    return groups[root] == root && (!has_parts || are_neighbours);
}

/* Expects that a plan has stages, or that it has none. */
static void expect_staged(const qdr_collective_call *call, bool is_staged)
{
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_collective_call_plan(call, &plan, &cause));
    if (plan == NULL)
        return;
    qdr_test_expect((qdr_handle_impl(plan)->bound.staged != NULL) == is_staged,
                    "in stages");
    qdr_plan_free(&plan);
}

static void try_one(const qdr_kernel *kernel, MPI_Comm comm, int root)
{
    qdr_collective_call call = qdr_collective_call_of(kernel, comm);

    call.root = root;
    for (call.count = 1; call.count <= 900; call.count += 299) {
        qdr_test_about("%s of %lld from %d, map %d", kernel->name,
                       (long long)call.count, root, map);
        call.in_place = call.count == 300;
        qdr_collective_call_try(&call);
    }
    call.count = p;
    expect_staged(&call, expects_stages(kernel, root));
    /* By auto. */
    call.algorithm = NULL;
    qdr_collective_call_try(&call);
    if (kernel->collective == QDR_ALLREDUCE)
        expect_staged(&call, true);
}

void qdr_test_run(void)
{
    static const char *const names[] = {
        "bcast_by_node",         "reduce_by_node", "allreduce_by_node",
        "scatter_by_node",       "gather_by_node", "allgather_by_node",
        "reduce_scatter_by_node"};
    MPI_Comm comm;

    for (map = 0; map < NUM_MAPS; map++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
            const qdr_kernel *kernel = NULL;
            qdr_test_ok(qdr_kernel_find(names[i], &kernel, &cause));
            try_one(kernel, comm, 0);
            if (qdr_collective_has_root(kernel->collective)) {
                try_one(kernel, comm, 5 % p);
                try_one(kernel, comm, p - 1);
            }
        }
        MPI_Comm_free(&comm);
    }
}
