/* kernels/plan/plan_lifetime_test.c -- copies of plans that were freed. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { NUM_PLANS = 300 /* more than a chunk of slots */, NUM_THREADS = 2 };

static int rank, p;

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
    qdr_plan_info info = {.size = sizeof(qdr_plan_info), .send_bytes = -1};
    qdr_error error = {""};

    qdr_test_expect(qdr_plan_alltoall(&plan, NULL, NULL, 1, MPI_COMM_WORLD,
                                      &error) == QDR_OK,
                    "planned", &error);
    copy = plan;
    qdr_plan_free(&plan);
    qdr_test_expect(plan == NULL, "the freed pointer is NULL", &error);
    qdr_test_expect(
        is_refused(qdr_plan_execute(copy, send, receive, &error), &error),
        "its copy is not executed", &error);
    qdr_test_expect(
        is_refused(qdr_plan_start(copy, send, receive, &error), &error),
        "not started", &error);
    qdr_test_expect(is_refused(qdr_plan_wait(copy, &error), &error),
                    "not waited for", &error);
    qdr_test_expect(
        is_refused(qdr_plan_get_info(copy, &info, &error), &error) &&
            info.send_bytes == -1,
        "no information", &error);
    qdr_plan_free(&copy);
    qdr_test_expect(copy == NULL, "and is freed without harm", &error);
    qdr_plan_free(&plan);
}

/* It sends nothing, so that its execution calls no MPI. */
static qdr_plan *plan_nothing(void)
{
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    qdr_test_expect(qdr_plan_blocks(&plan, NULL, NULL, 0, NULL, 0, NULL,
                                    MPI_COMM_SELF, &error) == QDR_OK,
                    "planned", &error);
    return plan;
}

/* Later plans use the slot of a freed plan; its copy is refused all the same.
 */
static void try_reused(void)
{
    qdr_plan *first = plan_nothing(), *copy = first;
    qdr_error error = {""};

    qdr_plan_free(&first);
    for (int i = 0; i < 20; i++) {
        qdr_plan *later = plan_nothing();
        qdr_test_expect(later != copy, "no pointer comes back", &error);
        qdr_test_expect(
            is_refused(qdr_plan_execute(copy, NULL, NULL, &error), &error),
            "the copy is refused", &error);
        qdr_plan_free(&copy);
        copy = later;
        qdr_test_expect(qdr_plan_execute(later, NULL, NULL, &error) == QDR_OK,
                        "freeing a copy frees no other plan", &error);
        qdr_plan_free(&later);
    }
}

/* Pointers that no planning call has returned; not read. */
static void try_foreign(void)
{
    char bytes[64] = {0};
    const uintptr_t values[] = {1, 4096, (uintptr_t)bytes, (uintptr_t)stdout,
                                UINTPTR_MAX};
    qdr_plan *plan = plan_nothing();
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};

    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        qdr_test_expect(
            is_refused(qdr_plan_get_info((qdr_plan *)values[i], &info, &error),
                       &error),
            "a foreign pointer is refused", &error);
    qdr_plan_free(&plan);
}

/* Freed in another order than they were made. */
static void try_many(void)
{
    qdr_plan *plans[NUM_PLANS] = {NULL}, *copies[NUM_PLANS];
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};
    int count = qdr_test_is_simulated() ? 20 : NUM_PLANS;

    for (int i = 0; i < count; i++)
        plans[i] = plan_nothing();
    memcpy(copies, plans, sizeof copies);
    for (int i = 0; i < count; i++) {
        int freed = i * 7 % count;
        if (i >= count / 2)
            qdr_test_expect(qdr_plan_get_info(copies[freed], &info, &error) ==
                                QDR_OK,
                            "it is still there", &error);
        qdr_plan_free(&plans[freed]);
        qdr_test_expect(
            is_refused(qdr_plan_get_info(copies[freed], &info, &error), &error),
            "it is not there any more", &error);
    }
}

/* What a thread does until `ends`: it executes its own plan, and tries a copy
 * of one that was freed. */
typedef struct user {
    qdr_plan *plan, *freed;
    const atomic_bool *ends;
    int num_executions, num_failures;
} user;

static void *use(void *context)
{
    user *u = context;
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error;

    while (!atomic_load(u->ends) || u->num_executions == 0) {
        u->num_failures +=
            qdr_plan_execute(u->plan, NULL, NULL, NULL) != QDR_OK;
        u->num_failures +=
            !is_refused(qdr_plan_get_info(u->freed, &info, &error), &error);
        u->num_executions++;
        sched_yield();
    }
    return NULL;
}

/* Threads execute plans while others are made and freed. */
static void try_threads(void)
{
    pthread_t threads[NUM_THREADS];
    user users[NUM_THREADS];
    atomic_bool ends = false;
    qdr_error error = {""};

    for (int t = 0; t < NUM_THREADS; t++) {
        qdr_plan *freed = plan_nothing();
        users[t] = (user){.freed = freed, .ends = &ends};
        qdr_plan_free(&freed);
        users[t].plan = plan_nothing();
        pthread_create(&threads[t], NULL, use, &users[t]);
    }
    try_many();
    atomic_store(&ends, true);
    for (int t = 0; t < NUM_THREADS; t++) {
        pthread_join(threads[t], NULL);
        qdr_test_expect(users[t].num_failures == 0, "threads find their plans",
                        &error);
        qdr_plan_free(&users[t].plan);
    }
}

int main(int argc, char **argv)
{
    qdr_test_begin(&argc, &argv, &rank, &p);
    try_copy();
    try_reused();
    try_foreign();
    try_many();
    /* A simulated process is a thread. */
    if (!qdr_test_is_simulated())
        try_threads();
    qdr_test_end();
    return qdr_test_status();
}
