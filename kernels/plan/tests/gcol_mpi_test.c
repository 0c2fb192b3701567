/* kernels/plan/tests/gcol_mpi_test.c -- allgathers of unknown lengths: all
 * parts and counts as MPI_Allgatherv has them, in other lengths each time,
 * straight and round the ring; and what is refused, on every rank alike.
 */
#include <mpi.h>
#include <stdint.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/plan/api/plan_calls.h"
#include "kernels/plan/testing/ranks.h"

enum { CAPACITY = 3000, MAX_PROCS = 32, UNTOUCHED = 0x5a };

static int32_t send[CAPACITY], receive[CAPACITY + 1], expected[CAPACITY + 1];

/* Networks on which few rounds are fast, and on which a ring is. */
static const char few[] = "alpha_us=1000;beta_ns=1e-9";
static const char ring[] = "alpha_us=1e-9;beta_ns=1000;topology=line";

/* Room behind the parts stays as it was. */
static void try_lengths(qdr_plan *plan, const int *lengths)
{
    int begin[MAX_PROCS], total = 0;
    int64_t counts[MAX_PROCS];
    qdr_status status;

    for (int r = 0; r < p; r++) {
        begin[r] = total;
        total += lengths[r];
    }
    for (int i = 0; i < lengths[rank]; i++)
        send[i] = rank * CAPACITY + i;
    memset(receive, UNTOUCHED, sizeof receive);
    memset(expected, UNTOUCHED, sizeof expected);
    MPI_Allgatherv(send, lengths[rank], MPI_INT32_T, expected, lengths, begin,
                   MPI_INT32_T, MPI_COMM_WORLD);
    status = qdr_plan_gcol_execute(plan, lengths[rank],
                                   lengths[rank] > 0 ? send : NULL, receive,
                                   counts, &cause);
    qdr_test_expect(status == QDR_OK, "a collect");
    qdr_test_expect(memcmp(receive, expected, sizeof receive) == 0,
                    "the parts of all ranks");
    for (int r = 0; r < p; r++)
        qdr_test_expect(counts[r] == lengths[r], "the counts of all ranks");
}

/* Nothing, one each, all of one rank, then drawn lengths. */
static void try_all_lengths(qdr_plan *plan)
{
    int lengths[MAX_PROCS] = {0};
    qdr_rng rng;

    qdr_rng_init(&rng, 3);
    try_lengths(plan, lengths);
    for (int r = 0; r < p; r++)
        lengths[r] = 1;
    try_lengths(plan, lengths);
    for (int owner = 0; owner<p; owner += p> 2 ? p - 1 : 1) {
        memset(lengths, 0, sizeof lengths);
        lengths[owner] = CAPACITY;
        try_lengths(plan, lengths);
    }
    for (int i = 0; i < 10; i++) {
        for (int r = 0; r < p; r++)
            lengths[r] = (int)qdr_rng_below(&rng, (uint64_t)(CAPACITY / p + 1));
        try_lengths(plan, lengths);
    }
}

static void expect_refusal(qdr_plan *plan, int64_t count, const void *from,
                           void *into, const char *words)
{
    int64_t counts[MAX_PROCS];

    memset(receive, UNTOUCHED, sizeof receive);
    memset(counts, UNTOUCHED, sizeof counts);
    qdr_test_refused(
        qdr_plan_gcol_execute(plan, count, from, into, counts, &cause), words);
    qdr_test_expect(receive[0] == 0x5a5a5a5a && counts[0] == 0x5a5a5a5a5a5a5a5a,
                    "nothing is written");
}

/* By one rank; the others get the same line. */
static void try_refusals(qdr_plan *plan)
{
    int last = p - 1;
    bool is_last = rank == last;

    expect_refusal(plan, is_last ? -1 : 1, send, receive,
                   "a count below 0; accepted: 0 or more");
    expect_refusal(plan, is_last ? INT64_MAX : 1, send, receive,
                   "more elements than the capacity of all ranks");
    expect_refusal(plan, 1, is_last ? NULL : send, receive,
                   "no buffer to send from");
    expect_refusal(plan, 1, is_last ? MPI_IN_PLACE : send, receive,
                   "no buffer to send from");
    expect_refusal(plan, 1, send, is_last ? NULL : receive,
                   "no buffer to receive into");
    if (p > 1)
        expect_refusal(plan, CAPACITY / p + 1, send, receive,
                       "have more than 12000 bytes in all; accepted: up to so "
                       "many, the capacity of the plan");
    qdr_test_refused(qdr_plan_execute(plan, send, receive, &cause),
                     "rank 0: no count; accepted: "
                     "qdr_plan_gcol_execute");
}

static void try_plan(const char *network)
{
    const qdr_plan_options options = {.size = sizeof options,
                                      .network = network};
    qdr_plan *plan = NULL;
    qdr_plan_info info = {.size = sizeof info};
    qdr_status status = qdr_plan_gcol(&plan, &options, CAPACITY, MPI_INT32_T,
                                      MPI_COMM_WORLD, &cause);

    qdr_test_expect(status == QDR_OK &&
                        qdr_plan_get_info(plan, &info, &cause) == QDR_OK &&
                        info.receive_bytes == 4 * CAPACITY &&
                        info.send_bytes == 0 && !info.can_start,
                    "planning");
    if (status == QDR_OK) {
        try_all_lengths(plan);
        try_refusals(plan);
        try_all_lengths(plan);
    }
    qdr_plan_free(&plan);
    qdr_test_expect(qdr_plan_gcol_execute(plan, 0, send, receive, NULL,
                                          &cause) == QDR_ERROR_INPUT,
                    "a plan that was freed");
}

/* No capacity: all parts are empty. */
static void try_empty(void)
{
    qdr_plan *plan = NULL;
    int64_t counts[MAX_PROCS];

    qdr_test_expect(qdr_plan_gcol(&plan, NULL, 0, MPI_INT32_T, MPI_COMM_WORLD,
                                  &cause) == QDR_OK &&
                        qdr_plan_gcol_execute(plan, 0, NULL, NULL, counts,
                                              &cause) == QDR_OK &&
                        counts[p - 1] == 0,
                    "an empty collect");
    qdr_plan_free(&plan);
}

/* Capacities differ; a capacity below 0; a plan of another call. */
static void try_planning(void)
{
    qdr_plan *plan = NULL;

    if (p > 1)
        qdr_test_refused(qdr_plan_gcol(&plan, NULL, rank, MPI_INT32_T,
                                       MPI_COMM_WORLD, &cause),
                         "disagree about the bytes");
    qdr_test_refused(
        qdr_plan_gcol(&plan, NULL, -1, MPI_INT32_T, MPI_COMM_WORLD, &cause),
        "-1 elements of 4 bytes");
    if (qdr_plan_allgather(&plan, NULL, NULL, p, NULL, MPI_INT32_T,
                           MPI_COMM_WORLD, &cause) == QDR_OK)
        qdr_test_refused(
            qdr_plan_gcol_execute(plan, 1, send, receive, NULL, &cause),
            "accepted: one of qdr_plan_gcol");
    qdr_plan_free(&plan);
}

void qdr_test_run(void)
{
    try_plan(NULL);
    try_plan(few);
    try_plan(ring);
    try_empty();
    try_planning();
}
