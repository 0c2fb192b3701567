/* kernels/plan/tests/communicator_test.c -- plans of one communicator: many, in
 * any order, longer than it.
 */
#include <stdbool.h>
#include <string.h>

#include "kernels/plan/mpi/communicator.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { NUM_ALIVE = 50, NUM_MADE = 500 };

/* Bytes `value` + rank to the next rank. */
static qdr_plan *plan_shift(MPI_Comm comm, const char *mode)
{
    const qdr_plan_options options = {.size = sizeof options, .mode = mode};
    const qdr_block sent = {(rank + 1) % p, 0, 8};
    const qdr_block expected = {(rank + p - 1) % p, 0, 8};
    qdr_plan *plan = NULL;

    qdr_test_ok(qdr_plan_blocks(&plan, "scattered", &options, 1, &sent, 1,
                                &expected, comm, &cause));
    return plan;
}

static void fill(char *send, int value)
{
    memset(send, (value + rank) % 128, 8);
}

static bool has_arrived(const char *receive, int value)
{
    return receive[0] == (value + (rank + p - 1) % p) % 128 &&
           receive[7] == receive[0];
}

static bool delivers(qdr_plan *plan, int value)
{
    char send[8], receive[8] = {0};

    fill(send, value);
    return qdr_plan_execute(plan, send, receive, &cause) == QDR_OK &&
           has_arrived(receive, value);
}

/* Many plans at a time; every one is freed and made again in its turn. */
static void try_many(void)
{
    qdr_plan *plans[NUM_ALIVE];
    int num_delivered = 0;

    for (int i = 0; i < NUM_ALIVE; i++)
        plans[i] = plan_shift(MPI_COMM_WORLD, NULL);
    for (int i = 0; i < NUM_MADE; i++) {
        int at = i * 7 % NUM_ALIVE;
        num_delivered += delivers(plans[at], i);
        qdr_plan_free(&plans[at]);
        plans[at] = plan_shift(MPI_COMM_WORLD, NULL);
    }
    for (int i = 0; i < NUM_ALIVE; i++) {
        num_delivered += delivers(plans[i], i);
        qdr_plan_free(&plans[i]);
    }
    qdr_test_expect(num_delivered == NUM_MADE + NUM_ALIVE, "many plans");
}

/* Two plans in progress, started in opposite order on two ranks. */
static void try_two(void)
{
    qdr_plan *plans[2];
    char send[2][8], receive[2][8];

    for (int i = 0; i < 2; i++) {
        plans[i] = plan_shift(MPI_COMM_WORLD, "persistent");
        fill(send[i], 50 * i);
    }
    for (int i = 0; i < 2; i++) {
        int now = rank % 2 == 0 ? i : 1 - i;
        qdr_test_ok(
            qdr_plan_start(plans[now], send[now], receive[now], &cause));
    }
    for (int i = 0; i < 2; i++) {
        qdr_test_expect(qdr_plan_wait(plans[i], &cause) == QDR_OK &&
                            has_arrived(receive[i], 50 * i),
                        "each plan gets its own message");
        qdr_plan_free(&plans[i]);
    }
}

/* A copy of a communicator has plans of its own. */
static void try_copies(void)
{
    MPI_Comm copy, copy_of_copy;
    qdr_plan *first, *second;
    qdr_communicator *one = NULL, *other = NULL;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    first = plan_shift(copy, NULL);
    MPI_Comm_dup(copy, &copy_of_copy);
    second = plan_shift(copy_of_copy, NULL);
    qdr_test_expect(qdr_communicator_of(copy, &one, &cause) == QDR_OK &&
                        qdr_communicator_of(copy_of_copy, &other, &cause) ==
                            QDR_OK &&
                        one != other,
                    "MPI_Comm_dup does not copy it");
    MPI_Comm_free(&copy);
    qdr_test_expect(delivers(first, 1), "a plan outlives its communicator");
    qdr_plan_free(&first);
    qdr_test_expect(delivers(second, 2), "and the other one");
    MPI_Comm_free(&copy_of_copy);
    qdr_plan_free(&second);
}

/* Ranks whose free tags differ agree on one that is free on both. */
static void try_tags(void)
{
    qdr_communicator *of = NULL;
    qdr_plan_tags *all;
    int tags[3], again;
    MPI_Comm copy, own;

    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    qdr_test_ok(qdr_communicator_of(copy, &of, &cause));
    all = qdr_communicator_tags(of);
    own = qdr_communicator_copy(of);
    for (int i = 0; i < 3; i++)
        qdr_test_expect(qdr_plan_tags_take(all, own, &tags[i], &cause) ==
                                QDR_OK &&
                            (i == 0 || tags[i] > tags[i - 1]),
                        "taken");
    qdr_plan_tags_release(all, tags[rank % 3]);
    qdr_test_expect(qdr_plan_tags_take(all, own, &again, &cause) == QDR_OK &&
                        again > tags[2],
                    "a tag comes back late");
    MPI_Comm_free(&copy);
}

void qdr_test_run(void)
{
    try_many();
    try_two();
    try_copies();
    try_tags();
}
