/* kernels/plan/tests/plan_after_mpi_test.c -- plans that are used or freed
 * while MPI ends, and after it. */
#include <stdlib.h>

#include "kernels/kernel.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

/* It sends nothing, so that its execution calls no MPI. */
static qdr_plan *plan_nothing(void)
{
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_plan_blocks(&plan, NULL, NULL, 0, NULL, 0, NULL,
                                MPI_COMM_SELF, &cause));
    return plan;
}

/* A library may end with an attribute of MPI_COMM_SELF. If it was set before
 * the first plan, MPI_Finalize deletes it after ours. */
static int num_used_at_end;

static int use_at_end(MPI_Comm self, int key, void *value, void *state)
{
    qdr_plan **left = value;

    (void)self, (void)key, (void)state;
    qdr_test_ok(qdr_plan_execute(*left, NULL, NULL, &cause));
    qdr_plan_free(left);
    num_used_at_end++;
    return MPI_SUCCESS;
}

static void use_later(qdr_plan **left)
{
    int key;

    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, use_at_end, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, left);
    MPI_Comm_free_keyval(&key);
    *left = plan_nothing();
}

/* A plan of every algorithm, executed once, and kept until MPI has ended. */
static int leave_plans(qdr_plan **left)
{
    char *send = calloc((size_t)p, QDR_LENGTH_BYTES);
    char *receive = calloc((size_t)p, QDR_LENGTH_BYTES);
    const qdr_plan_options persistent = {.size = sizeof persistent,
                                         .mode = "persistent"};
    int count = 0;

    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if ((!qdr_kernel_is_simulated(kernel) && qdr_test_is_simulated()) ||
            qdr_collective_has_vector(kernel->collective) ||
            (kernel->flags & QDR_LEVELS) != 0)
            continue;
        qdr_test_expect(
            qdr_plan_alltoall(&left[count], kernel->name, &persistent,
                              QDR_LENGTH_BYTES, MPI_COMM_WORLD,
                              &cause) == QDR_OK &&
                qdr_plan_execute(left[count], send, receive, &cause) == QDR_OK,
            kernel->name);
        count++;
    }
    free(send);
    free(receive);
    return count;
}

static void free_after_mpi(qdr_plan **left, int count)
{
    qdr_plan_info info = {.size = sizeof info};

    for (int i = 0; i < count; i++) {
        qdr_test_ok(qdr_plan_get_info(left[i], &info, &cause));
        qdr_test_refused(
            qdr_plan_execute(left[i], &info, &info, &cause),
            "MPI is not running; accepted: calls between MPI_Init");
        qdr_plan_free(&left[i]);
        qdr_test_expect(left[i] == NULL, info.algorithm);
    }
}

void qdr_test_run(void)
{
    qdr_plan **left = calloc((size_t)qdr_kernel_count(), sizeof(qdr_plan *));
    qdr_plan *used_at_end = NULL;
    int count;

    /* SimGrid says by then that MPI has ended. */
    if (!qdr_test_is_simulated())
        use_later(&used_at_end);
    count = leave_plans(left);
    qdr_test_end();
    qdr_test_expect(num_used_at_end == !qdr_test_is_simulated() &&
                        used_at_end == NULL,
                    "MPI_Finalize deletes the attribute");
    free_after_mpi(left, count);
    free(left);
}
