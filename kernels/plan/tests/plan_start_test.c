/* kernels/plan/tests/plan_start_test.c -- executions in two parts.
 *
 * A plan that can start delivers after the wait, and no rank's wait needs the
 * wait of another. Other plans are refused, on every rank.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { LONG = 200000 /* bytes: no MPI buffers that */, TOKEN_TAG = 1 };

/* Buffers of a complete exchange. */
typedef struct buffers {
    int64_t bytes;
    char *send, *receive;
} buffers;

static buffers make(int64_t bytes)
{
    size_t length = (size_t)(p * bytes);
    buffers made = {bytes, calloc(length, 1), calloc(length, 1)};

    for (int r = 0; r < p; r++)
        memset(made.send + r * bytes, 1 + rank + 3 * r, (size_t)bytes);
    return made;
}

static bool is_delivered(const buffers *b)
{
    for (int r = 0; r < p; r++)
        for (int64_t i = 0; i < b->bytes; i++)
            if (b->receive[r * b->bytes + i] != 1 + r + 3 * rank)
                return false;
    return true;
}

static void drop(buffers *b)
{
    free(b->send);
    free(b->receive);
}

/* Ranks are busy for all of alpha, so that `auto` does not forward. */
static const char never_free[] = "alpha_us=1.5;beta_ns=0.1";

static qdr_plan *plan_exchange(const char *algorithm, const char *mode,
                               int64_t bytes)
{
    const qdr_plan_options options = {
        .size = sizeof options, .mode = mode, .network = never_free};
    qdr_plan *plan = NULL;

    qdr_test_about("%s, %s", algorithm, mode);
    qdr_test_ok(qdr_plan_alltoall(&plan, algorithm, &options, bytes,
                                  MPI_COMM_WORLD, &cause));
    return plan;
}

/* The ranks wait one after another: each gets a token from the one before. */
static void wait_in_turn(qdr_plan *plan)
{
    char token = 0;

    if (rank > 0)
        MPI_Recv(&token, 1, MPI_CHAR, rank - 1, TOKEN_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    qdr_test_ok(qdr_plan_wait(plan, &cause));
    if (rank < p - 1)
        MPI_Send(&token, 1, MPI_CHAR, rank + 1, TOKEN_TAG, MPI_COMM_WORLD);
}

static void try_accepted(qdr_plan *plan, qdr_plan *other, int64_t bytes)
{
    buffers first = make(bytes), second = make(bytes);

    for (int i = 0; i < 2; i++) {
        memset(first.receive, 0, (size_t)(p * bytes));
        qdr_test_ok(qdr_plan_start(plan, first.send, first.receive, &cause));
        qdr_test_ok(
            qdr_plan_execute(other, second.send, second.receive, &cause));
        wait_in_turn(plan);
        qdr_test_expect(is_delivered(&first) && is_delivered(&second),
                        "delivered");
    }
    memset(first.receive, 0, (size_t)(p * bytes));
    qdr_test_ok(qdr_plan_start(plan, first.send, first.receive, &cause));
    qdr_plan_free(&plan);
    qdr_test_expect(is_delivered(&first), "freeing waits");
    qdr_plan_free(&other);
    drop(&first);
    drop(&second);
}

static void try_refused(qdr_plan *plan, int64_t bytes)
{
    buffers b = make(bytes);
    qdr_plan_info info = {.size = sizeof info};

    /* Its algorithm: `auto` has taken another one. */
    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(
        qdr_plan_start(plan, b.send, b.receive, &cause) == QDR_ERROR_INPUT &&
            strstr(cause.text, "accepted: a plan with can_start") != NULL &&
            strstr(cause.text, info.algorithm) != NULL,
        "refused to start");
    qdr_test_ok(qdr_plan_execute(plan, b.send, b.receive, &cause));
    qdr_test_expect(is_delivered(&b), "executed all the same");
    qdr_plan_free(&plan);
    drop(&b);
}

static void try_mode(const char *algorithm, const char *mode, int64_t bytes,
                     bool can_start)
{
    qdr_plan *plan = plan_exchange(algorithm, mode, bytes);
    qdr_plan_info info = {.size = sizeof info};

    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    qdr_test_expect(info.can_start == can_start, "as the info says");
    if (can_start)
        try_accepted(plan, plan_exchange(algorithm, mode, bytes), bytes);
    else
        try_refused(plan, bytes);
}

static void try_modes(const char *algorithm, bool is_direct)
{
    /* A rank alone has nothing to wait for. */
    bool can_all = p == 1;
    char room[32], little[32];

    snprintf(room, sizeof room, "window:%d", p > 1 ? p - 1 : 1);
    snprintf(little, sizeof little, "window:%d", p > 2 ? p - 2 : 1);
    try_mode(algorithm, "synchronous", 8, can_all);
    try_mode(algorithm, "posted", 8, can_all);
    try_mode(algorithm, "posted_all", 8, can_all);
    try_mode(algorithm, "persistent", 8, can_all || is_direct);
    try_mode(algorithm, room, 8, can_all || is_direct);
    try_mode(algorithm, little, 8, can_all || (is_direct && p == 2));
    if (is_direct)
        try_mode(algorithm, "persistent", LONG, true);
}

/* Only the last rank has more sends than the window; no rank starts. */
static void try_one_sender(void)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .mode = "window:1"};
    const qdr_block sends[] = {{0, 0, 8}, {1, 8, 8}};
    char buffer[16] = {0}, receive[8];
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_plan_blocks(&plan, "ps", &options, rank == p - 1 ? 2 : 0,
                                sends, QDR_LEARN, NULL, MPI_COMM_WORLD,
                                &cause));
    qdr_test_expect(qdr_plan_start(plan, buffer, receive, &cause) ==
                        QDR_ERROR_INPUT,
                    "no rank starts");
    qdr_plan_free(&plan);
}

/* One execution at a time, and a wait for each. */
static void try_order(void)
{
    qdr_plan *plan = plan_exchange("ps", "persistent", 8);
    buffers b = make(8);

    qdr_test_refused(qdr_plan_wait(plan, &cause),
                     "no execution of this plan is in progress");
    qdr_test_ok(qdr_plan_start(plan, b.send, b.receive, &cause));
    qdr_test_refused(qdr_plan_start(plan, b.send, b.receive, &cause),
                     "is in progress; accepted: one at a time");
    qdr_test_expect(qdr_plan_execute(plan, b.send, b.receive, &cause) ==
                        QDR_ERROR_INPUT,
                    "no execution meanwhile");
    qdr_test_expect(qdr_plan_wait(plan, &cause) == QDR_OK && is_delivered(&b),
                    "the first one ends");
    qdr_test_expect(qdr_plan_wait(plan, &cause) == QDR_ERROR_INPUT,
                    "no second wait");
    qdr_test_expect(qdr_plan_start(plan, NULL, b.receive, &cause) ==
                        QDR_ERROR_INPUT,
                    "no start from nowhere");
    qdr_plan_free(&plan);
    drop(&b);
}

/* With two ranks none forwards, and with three a route has one round. `auto`
 * does not forward where ranks are never free. */
static bool goes_straight(const qdr_kernel *kernel)
{
    return kernel->kind == QDR_DIRECT || kernel->candidates != NULL || p == 2 ||
           (p == 3 && kernel->route != NULL);
}

void qdr_test_run(void)
{
    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        if (kernel->collective != QDR_ALLTOALL &&
            kernel->collective != QDR_ALLTOALLV)
            continue;
        /* One that needs levels forwards messages, as others do. */
        if (qdr_kernel_has_schedule(kernel) &&
            (kernel->flags & QDR_LEVELS) == 0)
            try_modes(kernel->name, goes_straight(kernel));
    }
    try_mode("drs_n", "persistent", 8, false);
    if (p > 2)
        try_one_sender();
    try_order();
}
