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
#include "kernels/quadrille.h"

enum { LONG = 200000 /* bytes: no MPI buffers that */, TOKEN_TAG = 1 };

static int rank, p, num_wrong;

static void expect(bool is_so, const char *algorithm, const char *mode,
                   const char *what, const qdr_error *error)
{
    if (is_so)
        return;
    fprintf(stderr, "rank %d of %d, %s, %s: not so: %s ('%s')\n", rank, p,
            algorithm, mode, what, error->text);
    num_wrong++;
}

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
        .size = sizeof(qdr_plan_options), .mode = mode, .network = never_free};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect(qdr_plan_alltoall(&plan, algorithm, &options, bytes, MPI_COMM_WORLD,
                             &error) == QDR_OK,
           algorithm, mode, "planned", &error);
    return plan;
}

/* The ranks wait one after another: each gets a token from the one before. */
static void wait_in_turn(qdr_plan *plan, const char *algorithm,
                         const char *mode)
{
    char token = 0;
    qdr_error error = {""};

    if (rank > 0)
        MPI_Recv(&token, 1, MPI_CHAR, rank - 1, TOKEN_TAG, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    expect(qdr_plan_wait(plan, &error) == QDR_OK, algorithm, mode, "waited",
           &error);
    if (rank < p - 1)
        MPI_Send(&token, 1, MPI_CHAR, rank + 1, TOKEN_TAG, MPI_COMM_WORLD);
}

static void try_accepted(qdr_plan *plan, const char *algorithm,
                         const char *mode, int64_t bytes)
{
    buffers first = make(bytes), second = make(bytes);
    qdr_plan *other = plan_exchange(algorithm, mode, bytes);
    qdr_error error = {""};

    for (int i = 0; i < 2; i++) {
        memset(first.receive, 0, (size_t)(p * bytes));
        expect(qdr_plan_start(plan, first.send, first.receive, &error) ==
                   QDR_OK,
               algorithm, mode, "started", &error);
        expect(qdr_plan_execute(other, second.send, second.receive, &error) ==
                   QDR_OK,
               algorithm, mode, "another plan is executed", &error);
        wait_in_turn(plan, algorithm, mode);
        expect(is_delivered(&first) && is_delivered(&second), algorithm, mode,
               "delivered", &error);
    }
    memset(first.receive, 0, (size_t)(p * bytes));
    expect(qdr_plan_start(plan, first.send, first.receive, &error) == QDR_OK,
           algorithm, mode, "started to be freed", &error);
    qdr_plan_free(&plan);
    expect(is_delivered(&first), algorithm, mode, "freeing waits", &error);
    qdr_plan_free(&other);
    drop(&first);
    drop(&second);
}

static void try_refused(qdr_plan *plan, const char *algorithm, const char *mode,
                        int64_t bytes)
{
    buffers b = make(bytes);
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};
    qdr_error error = {""};

    /* Its algorithm: `auto` has taken another one. */
    expect(qdr_plan_get_info(plan, &info, &error) == QDR_OK, algorithm, mode,
           "described", &error);
    expect(qdr_plan_start(plan, b.send, b.receive, &error) == QDR_ERROR_INPUT &&
               strstr(error.text, "accepted: a plan with can_start") != NULL &&
               strstr(error.text, info.algorithm) != NULL,
           algorithm, mode, "refused to start", &error);
    expect(qdr_plan_execute(plan, b.send, b.receive, &error) == QDR_OK &&
               is_delivered(&b),
           algorithm, mode, "executed all the same", &error);
    qdr_plan_free(&plan);
    drop(&b);
}

static void try_mode(const char *algorithm, const char *mode, int64_t bytes,
                     bool can_start)
{
    qdr_plan *plan = plan_exchange(algorithm, mode, bytes);
    qdr_plan_info info = {.size = sizeof(qdr_plan_info)};

    expect(qdr_plan_get_info(plan, &info, NULL) == QDR_OK &&
               info.can_start == can_start,
           algorithm, mode, "as the info says", &(qdr_error){""});
    (can_start ? try_accepted : try_refused)(plan, algorithm, mode, bytes);
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
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .mode = "window:1"};
    const qdr_block sends[] = {{0, 0, 8}, {1, 8, 8}};
    char buffer[16] = {0}, receive[8];
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect(qdr_plan_blocks(&plan, "ps", &options, rank == p - 1 ? 2 : 0, sends,
                           QDR_LEARN, NULL, MPI_COMM_WORLD, &error) == QDR_OK,
           "ps", "window:1", "planned", &error);
    expect(qdr_plan_start(plan, buffer, receive, &error) == QDR_ERROR_INPUT,
           "ps", "window:1", "no rank starts", &error);
    qdr_plan_free(&plan);
}

/* One execution at a time, and a wait for each. */
static void try_order(void)
{
    qdr_plan *plan = plan_exchange("ps", "persistent", 8);
    buffers b = make(8);
    qdr_error error = {""};

    expect(qdr_plan_wait(plan, &error) == QDR_ERROR_INPUT &&
               strstr(error.text, "no execution of this plan is in progress") !=
                   NULL,
           "ps", "persistent", "no wait before a start", &error);
    expect(qdr_plan_start(plan, b.send, b.receive, &error) == QDR_OK, "ps",
           "persistent", "started", &error);
    expect(qdr_plan_start(plan, b.send, b.receive, &error) == QDR_ERROR_INPUT &&
               strstr(error.text, "is in progress; accepted: one at a time") !=
                   NULL,
           "ps", "persistent", "no second start", &error);
    expect(qdr_plan_execute(plan, b.send, b.receive, &error) == QDR_ERROR_INPUT,
           "ps", "persistent", "no execution meanwhile", &error);
    expect(qdr_plan_wait(plan, &error) == QDR_OK && is_delivered(&b), "ps",
           "persistent", "the first one ends", &error);
    expect(qdr_plan_wait(plan, &error) == QDR_ERROR_INPUT, "ps", "persistent",
           "no second wait", &error);
    expect(qdr_plan_start(plan, NULL, b.receive, &error) == QDR_ERROR_INPUT,
           "ps", "persistent", "no start from nowhere", &error);
    expect(qdr_plan_start(NULL, b.send, b.receive, &error) == QDR_ERROR_INPUT &&
               qdr_plan_wait(NULL, &error) == QDR_ERROR_INPUT,
           "ps", "persistent", "no plan", &error);
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

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
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
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
