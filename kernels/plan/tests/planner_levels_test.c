/* kernels/plan/tests/planner_levels_test.c -- plans that each rank makes alone,
 * by node: through the memory of nodes that this machine is taken for, and in
 * groups of the ranks of one.
 */
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/network/memory_groups.h"

#include "kernels/plan/making/plan_without_agreement.h"
#include "kernels/plan/testing/ranks.h"

enum { COUNT = 6, MAX_PROCS = 32 };

static const qdr_network levels = {.alpha_us = 1.5,
                                   .beta_ns = 0.1,
                                   .gamma_ns = 0.1,
                                   .link_excess = 1,
                                   .inside_alpha_us = 0.5,
                                   .inside_beta_ns = 0.1,
                                   .node_ranks = 2,
                                   .adapter_ranks = 2,
                                   .inside_shared_us = 0.1,
                                   .inside_shared_bytes = 16384};

/* Two ranks a domain: leaders of groups may be groups, too. */
int __wrap_qdr_numa_domain(void);
int __wrap_qdr_numa_domain(void)
{
    return rank / 2;
}

static int send[COUNT * MAX_PROCS], receive[COUNT * MAX_PROCS];

static void larger(void *from, void *into, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        if (((int *)from)[i] > ((int *)into)[i])
            ((int *)into)[i] = ((int *)from)[i];
}

static void add(void *from, void *into, int *count, MPI_Datatype *type)
{
    (void)type;
    for (int i = 0; i < *count; i++)
        ((int *)into)[i] += ((int *)from)[i];
}

/* Executes a plan; the operator is one of the program's, for this once. */
static void execute(qdr_plan_impl *plan, MPI_User_function *function)
{
    MPI_Op op;

    MPI_Op_create(function, true, &op);
    qdr_exchange_set_operator(&plan->bound.exchange, op);
    for (int i = 0; i < COUNT * p; i++) {
        send[i] = 100 * rank + i;
        receive[i] = -1;
    }
    qdr_test_ok(qdr_exchange_execute(&plan->bound.exchange, (char *)send,
                                     (char *)receive, &cause));
    MPI_Op_free(&op);
}

static qdr_plan_impl *plan(qdr_planner *planner, qdr_collective collective,
                           int64_t count, int root)
{
    const qdr_vector vector = {
        .count = count, .type = MPI_INT, .op = MPI_OP_NULL};
    qdr_plan_impl *made = NULL;
    const qdr_kernel *kernel = NULL;
    char name[40];

    snprintf(name, sizeof name, "%s_by_node",
             qdr_collective_string(collective));
    qdr_test_ok(qdr_kernel_find(name, &kernel, &cause));
    qdr_test_about("%s from %d", qdr_collective_string(collective), root);
    qdr_test_ok(qdr_plan_without_agreement(&made, planner, collective, kernel,
                                           &vector, root, &cause));
    if (made == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    qdr_test_expect(made->bound.staged != NULL, "in stages");
    return made;
}

/* Elements first .. first + count - 1 of what was received are the sums of a
 * part for every rank and one for every element. */
static void expect(int count, int of_all, int for_each, const char *what)
{
    bool is_right = true;

    for (int i = 0; i < count; i++)
        is_right = is_right && receive[i] == of_all + for_each * i;
    qdr_test_expect(is_right, what);
}

static void try_all(qdr_planner *planner)
{
    qdr_plan_impl *sums = plan(planner, QDR_ALLREDUCE, COUNT, 0);
    qdr_plan_impl *from = plan(planner, QDR_BCAST, COUNT, 0);
    qdr_plan_impl *all = plan(planner, QDR_ALLGATHER, COUNT * p, 0);
    qdr_plan_impl *parts = plan(planner, QDR_REDUCE_SCATTER, COUNT * p, 0);

    for (int i = 0; i < 40; i++) {
        execute(sums, add);
        expect(COUNT, 100 * (p * (p - 1) / 2), p, "sums");
        execute(sums, larger);
        expect(COUNT, 100 * (p - 1), 1, "the largest");
        execute(from, add);
        if (rank != 0)
            expect(COUNT, 0, 1, "of the root");
        execute(all, add);
        for (int r = 0; r < p; r++)
            qdr_test_expect(receive[COUNT * r + 3] == 100 * r + 3, "of all");
        execute(parts, add);
        expect(COUNT, 100 * (p * (p - 1) / 2) + p * COUNT * rank, p, "parts");
    }
    qdr_plan_without_agreement_free(sums);
    qdr_plan_without_agreement_free(from);
    qdr_plan_without_agreement_free(all);
    qdr_plan_without_agreement_free(parts);
}

/* Of a copy of MPI_COMM_WORLD, where rank r is on node r / node_ranks. */
static void try_nodes(const qdr_network *network, int node_ranks)
{
    const qdr_given_network given = {.network = network};
    qdr_communicator *of;
    qdr_planner *planner = NULL;
    int numbers[MAX_PROCS];
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int r = 0; r < p; r++)
        numbers[r] = r / node_ranks;
    qdr_test_ok(qdr_communicator_of(comm, &of, &cause));
    qdr_test_ok(
        qdr_node_map_init(qdr_communicator_nodes(of), p, numbers, &cause));
    qdr_test_ok(qdr_planner_new(&planner, of, &given, &cause));
    if (planner != NULL)
        try_all(planner);
    qdr_planner_free(planner);
    MPI_Comm_free(&comm);
}

void qdr_test_run(void)
{
    if (p >= 3)
        try_nodes(&levels, 2);
    if (p > QDR_GROUP_RANKS)
        try_nodes(&levels, p);
}
