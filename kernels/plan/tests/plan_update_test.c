/* kernels/plan/tests/plan_update_test.c -- what qdr_plan_update keeps and
 * refuses; plan_test executes updated plans. */
#include <stdbool.h>
#include <string.h>

#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/plan/testing/update.h"
#include "kernels/quadrille.h"

/* A message of so many bytes to the next rank, and from the one before. */
static qdr_block to_next(int64_t bytes)
{
    return (qdr_block){(rank + 1) % p, 0, bytes};
}

static qdr_block from_last(int64_t bytes)
{
    return (qdr_block){(rank + p - 1) % p, 0, bytes};
}

static bool is_shifted(qdr_plan *plan, int64_t bytes)
{
    char send[64], receive[64] = {0};

    memset(send, 1 + rank, sizeof send);
    if (qdr_plan_execute(plan, send, receive, &cause) != QDR_OK)
        return false;
    for (int64_t i = 0; i < bytes; i++)
        if (receive[i] != 1 + (rank + p - 1) % p)
            return false;
    return receive[bytes] == 0;
}

/* A refused update leaves the plan as it was, on every rank. A plan that was
 * made with QDR_LEARN agrees on updates. */
static void try_refused_together(qdr_plan *plan)
{
    const qdr_block sent = to_next(8), expected = from_last(9),
                    nobody = {p, 0, 8};

    qdr_test_expect(qdr_test_update(plan, 1, &sent, 1, &expected, &cause) ==
                        QDR_ERROR_INPUT,
                    "lengths that differ are refused");
    /* Only the last rank is wrong. */
    qdr_test_expect(qdr_test_update(plan, rank == p - 1, &nobody, 0, NULL,
                                    &cause) == QDR_ERROR_INPUT,
                    "a peer that is no rank is refused");
    qdr_test_expect(is_shifted(plan, 8), "the plan is as it was");
}

/* A plan whose receives were given finds errors alone. */
static void try_refused_alone(qdr_plan *plan)
{
    const qdr_block sent = to_next(8), nobody = {p, 0, 8};

    if (rank == p - 1)
        qdr_test_expect(qdr_test_update(plan, 1, &nobody, 0, NULL, &cause) ==
                            QDR_ERROR_INPUT,
                        "a peer that is no rank is refused");
    qdr_test_refused(qdr_test_update(plan, 1, &sent, QDR_LEARN, NULL, &cause),
                     "accepted: the receives");
    qdr_test_expect(is_shifted(plan, 8), "the plan is as it was");
}

/* No rank waits for another: only one updates, and back. */
static void try_alone(qdr_plan *plan)
{
    const qdr_block shorter = to_next(3), sent = to_next(8),
                    expected = from_last(8);

    if (rank == 0 && p > 1)
        qdr_test_expect(
            qdr_test_update(plan, 1, &shorter, 1, &expected, &cause) ==
                    QDR_OK &&
                qdr_test_update(plan, 1, &sent, 1, &expected, &cause) == QDR_OK,
            "updated alone");
    qdr_test_expect(is_shifted(plan, 8), "delivered");
}

static void try_started(void)
{
    char send[8] = {1}, receive[8];
    const qdr_block sent = to_next(8), expected = from_last(8);
    const qdr_plan_options options = {.size = sizeof options,
                                      .mode = "persistent"};
    qdr_plan *plan = NULL;

    qdr_test_expect(qdr_plan_blocks(&plan, "scattered", &options, 1, &sent, 1,
                                    &expected, MPI_COMM_WORLD,
                                    &cause) == QDR_OK &&
                        qdr_plan_start(plan, send, receive, &cause) == QDR_OK,
                    "started");
    qdr_test_refused(qdr_test_update(plan, 1, &sent, 1, &expected, &cause),
                     "accepted: one that is waited for");
    qdr_test_ok(qdr_plan_wait(plan, &cause));
    qdr_plan_free(&plan);
}

static void try_others(void)
{
    qdr_plan *plan = NULL;

    qdr_test_ok(
        qdr_plan_bcast(&plan, NULL, NULL, 8, 0, MPI_COMM_WORLD, &cause));
    qdr_test_refused(qdr_test_update(plan, 0, NULL, 0, NULL, &cause),
                     "accepted: one of qdr_plan_blocks");
    qdr_plan_free(&plan);
    qdr_test_ok(
        qdr_plan_pattern(&plan, NULL, NULL, 0, NULL, MPI_COMM_WORLD, &cause));
    qdr_test_expect(
        qdr_test_update(plan, 0, NULL, 0, NULL, &cause) == QDR_ERROR_INPUT &&
            qdr_plan_update_pattern(plan, 0, NULL, &cause) == QDR_OK,
        "each update is for one call");
    qdr_plan_free(&plan);
}

/* Every rank is told that the last one's struct is wrong. */
static void try_sizes(qdr_plan *plan)
{
    static const size_t sizes[] = {0, sizeof(qdr_messages) - 1,
                                   sizeof(qdr_messages) + 1};
    qdr_messages messages = {.size = sizeof messages};

    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (rank == p - 1)
            messages.size = sizes[i];
        qdr_test_refused(qdr_plan_update(plan, &messages, &cause),
                         "sizeof(qdr_messages)");
    }
    qdr_test_expect(qdr_plan_update(plan, rank == 0 ? NULL : &messages,
                                    &cause) == QDR_ERROR_INPUT,
                    "no struct is refused");
    qdr_test_expect(is_shifted(plan, 8), "the plan is as it was");
}

/* Longer and shorter, learnt and named; the algorithm that `auto` took stays.
 */
static void try_lengths(bool learns)
{
    static const int64_t lengths[] = {40, 0, 63, 8};
    qdr_block sent = to_next(20), expected = from_last(20);
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof info};
    const char *algorithm;

    qdr_test_expect(qdr_plan_blocks(&plan, NULL, NULL, 1, &sent,
                                    learns ? QDR_LEARN : 1, &expected,
                                    MPI_COMM_WORLD, &cause) == QDR_OK &&
                        qdr_plan_get_info(plan, &info, &cause) == QDR_OK,
                    "planned");
    algorithm = info.algorithm;
    for (int i = 0; i < 4; i++) {
        sent = to_next(lengths[i]);
        expected = from_last(lengths[i]);
        qdr_test_ok(qdr_test_update(plan, 1, &sent,
                                    learns && i % 2 == 0 ? QDR_LEARN : 1,
                                    &expected, &cause));
        qdr_test_expect(is_shifted(plan, lengths[i]), "delivered");
        qdr_test_expect(qdr_plan_get_info(plan, &info, &cause) == QDR_OK &&
                            strcmp(info.algorithm, algorithm) == 0 &&
                            info.receive_bytes == lengths[i],
                        "described");
    }
    if (learns) {
        try_refused_together(plan);
        try_sizes(plan);
    } else {
        try_refused_alone(plan);
        try_alone(plan);
    }
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    try_lengths(true);
    try_lengths(false);
    try_started();
    try_others();
}
