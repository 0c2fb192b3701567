/* kernels/plan/plan_lifetime_test.c -- plans that were freed, or freed too
 * late.
 */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"

enum { NUM_PLANS = 300 /* more than lists of them */, NUM_THREADS = 2 };

static int rank, p, num_wrong;

static void expect(bool is_so, const char *what, const qdr_error *error)
{
    if (is_so)
        return;
    fprintf(stderr, "rank %d of %d: not so: %s ('%s')\n", rank, p, what,
            error->text);
    num_wrong++;
}

static bool is_simulated(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(version, &length);
    return strstr(version, "SMPI") != NULL;
}

static bool is_refused(qdr_status status, const qdr_error *error)
{
    return status == QDR_ERROR_INPUT &&
           strstr(error->text,
                  "a pointer to no plan; accepted: a plan that is not freed") !=
               NULL;
}

static void try_copy(void)
{
    char send[64], receive[64];
    qdr_plan *plan = NULL, *copy;
    qdr_plan_info info = {.send_bytes = -1};
    qdr_error error = {""};

    expect(qdr_plan_alltoall(&plan, NULL, NULL, 1, MPI_COMM_WORLD, &error) ==
               QDR_OK,
           "planned", &error);
    copy = plan;
    qdr_plan_free(&plan);
    expect(plan == NULL, "the freed pointer is NULL", &error);
    expect(is_refused(qdr_plan_execute(copy, send, receive, &error), &error),
           "its copy is not executed", &error);
    expect(is_refused(qdr_plan_start(copy, send, receive, &error), &error),
           "not started", &error);
    expect(is_refused(qdr_plan_wait(copy, &error), &error), "not waited for",
           &error);
    expect(is_refused(qdr_plan_get_info(copy, &info, &error), &error) &&
               info.send_bytes == -1,
           "tells nothing", &error);
    qdr_plan_free(&copy);
    expect(copy == NULL, "and is freed without harm", &error);
    qdr_plan_free(&plan);
}

/* Freed from the inside of their lists to both ends. */
static void try_many(void)
{
    const qdr_block none = {0, 0, 0};
    qdr_plan *plans[NUM_PLANS] = {NULL}, *copies[NUM_PLANS];
    qdr_plan_info info;
    qdr_error error = {""};
    int count = is_simulated() ? 20 : NUM_PLANS;

    for (int i = 0; i < count; i++)
        expect(qdr_plan_alltoallv(&plans[i], NULL, NULL, 0, &none, 0, &none,
                                  MPI_COMM_SELF, &error) == QDR_OK,
               "planned", &error);
    memcpy(copies, plans, sizeof copies);
    for (int i = 0; i < count; i++) {
        int freed = i * 7 % count;
        if (i >= count / 2)
            expect(qdr_plan_get_info(copies[freed], &info, &error) == QDR_OK,
                   "it is still there", &error);
        qdr_plan_free(&plans[freed]);
        expect(
            is_refused(qdr_plan_get_info(copies[freed], &info, &error), &error),
            "it is not there any more", &error);
    }
}

/* Looks a plan up until `ends` is set; counts failures. */
typedef struct watch {
    const qdr_plan *plan;
    atomic_bool ends;
    atomic_int num_lookups, num_failures;
} watch;

static void *look_up(void *context)
{
    watch *w = context;
    qdr_plan_info info;

    while (!atomic_load(&w->ends) || atomic_load(&w->num_lookups) == 0) {
        if (qdr_plan_get_info(w->plan, &info, NULL) != QDR_OK)
            atomic_fetch_add(&w->num_failures, 1);
        atomic_fetch_add(&w->num_lookups, 1);
        sched_yield();
    }
    return NULL;
}

/* Threads look one plan up while others are made and freed. */
static void try_threads(void)
{
    pthread_t threads[NUM_THREADS];
    qdr_plan *plan = NULL;
    watch w = {0};
    qdr_error error = {""};

    expect(qdr_plan_alltoall(&plan, NULL, NULL, 1, MPI_COMM_WORLD, &error) ==
               QDR_OK,
           "planned", &error);
    w.plan = plan;
    for (int t = 0; t < NUM_THREADS; t++)
        pthread_create(&threads[t], NULL, look_up, &w);
    try_many();
    atomic_store(&w.ends, true);
    for (int t = 0; t < NUM_THREADS; t++)
        pthread_join(threads[t], NULL);
    expect(w.num_failures == 0, "threads find the plan", &error);
    qdr_plan_free(&plan);
}

/* A plan of every algorithm, executed once, and kept until MPI has ended. */
static int leave_plans(qdr_plan **left)
{
    char *send = calloc((size_t)p, QDR_LENGTH_BYTES);
    char *receive = calloc((size_t)p, QDR_LENGTH_BYTES);
    const qdr_plan_options persistent = {.mode = "persistent"};
    qdr_error error = {""};
    int count = 0;

    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if ((!qdr_kernel_is_simulated(kernel) && is_simulated()) ||
            qdr_collective_has_vector(kernel->collective))
            continue;
        expect(qdr_plan_alltoall(&left[count], kernel->name, &persistent,
                                 QDR_LENGTH_BYTES, MPI_COMM_WORLD,
                                 &error) == QDR_OK &&
                   qdr_plan_execute(left[count], send, receive, &error) ==
                       QDR_OK,
               kernel->name, &error);
        count++;
    }
    free(send);
    free(receive);
    return count;
}

static void free_after_mpi(qdr_plan **left, int count)
{
    qdr_plan_info info;
    qdr_error error = {""};

    for (int i = 0; i < count; i++) {
        expect(qdr_plan_get_info(left[i], &info, &error) == QDR_OK,
               "it is still known", &error);
        qdr_plan_free(&left[i]);
        expect(left[i] == NULL, info.algorithm, &error);
    }
}

int main(int argc, char **argv)
{
    qdr_plan **left = calloc((size_t)qdr_kernel_count(), sizeof(qdr_plan *));
    int count;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    try_copy();
    try_many();
    /* A simulated process is a thread. */
    if (!is_simulated())
        try_threads();
    count = leave_plans(left);
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    free_after_mpi(left, count);
    free(left);
    return num_wrong > 0;
}
