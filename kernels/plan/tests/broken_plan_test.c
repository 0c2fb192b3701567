/* kernels/plan/tests/broken_plan_test.c -- an MPI error becomes a status and a
 * line.
 *
 * A send fails once on each of two ranks, with receives posted: the plan is
 * broken from then on, sends nothing, and can be freed; a new plan delivers. So
 * is a plan that cannot combine. What MPI_Reduce_local does not take is refused
 * while planning, though its error handler aborts.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

static int num_calls;
static int failing_call = -1; /* from 0 */
static bool waits_fail, sends_nothing;

static bool fails_now(void)
{
    return num_calls++ == failing_call;
}

/* Replace the library's own. */
int MPI_Start(MPI_Request *request)
{
    return fails_now() ? MPI_ERR_OTHER : PMPI_Start(request);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    return fails_now() ? MPI_ERR_OTHER
                       : PMPI_Isend(buffer, count, type,
                                    sends_nothing ? MPI_PROC_NULL : peer, tag,
                                    comm, request);
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    return waits_fail ? MPI_ERR_OTHER : PMPI_Waitall(count, requests, statuses);
}

int MPI_Reduce_local(const void *from, void *into, int count, MPI_Datatype type,
                     MPI_Op op)
{
    return count > 0 && fails_now()
               ? MPI_ERR_OP
               : PMPI_Reduce_local(from, into, count, type, op);
}

static qdr_plan *plan_exchange(const char *mode)
{
    const qdr_plan_options options = {.size = sizeof options, .mode = mode};
    qdr_plan *plan = NULL;

    qdr_test_about("%s", mode);
    qdr_test_ok(
        qdr_plan_alltoall(&plan, "pex", &options, 8, MPI_COMM_WORLD, &cause));
    return plan;
}

static void expect_broken(qdr_status status, const char *words)
{
    qdr_test_expect(
        status == QDR_ERROR_MPI && strstr(cause.text, words) != NULL, words);
}

/* The send is call `first_send` of its kind. */
static void try_mode(const char *mode, int first_send)
{
    char send[16] = "to rank0to rank1", receive[16] = {0};
    qdr_plan *plan = plan_exchange(mode);

    num_calls = 0;
    failing_call = first_send;
    expect_broken(qdr_plan_execute(plan, send, receive, &cause),
                  "starting the sends of rank");
    num_calls = 0;
    failing_call = -1;
    expect_broken(qdr_plan_execute(plan, send, receive, &cause),
                  "an earlier execution of this plan failed");
    qdr_test_expect(num_calls == 0, "and sends nothing");
    qdr_plan_free(&plan);

    plan = plan_exchange(mode);
    qdr_test_ok(qdr_plan_execute(plan, send, receive, &cause));
    qdr_test_expect(memcmp(receive + 8 * (1 - rank), send + 8 * rank, 8) == 0,
                    "a new plan delivers");
    qdr_plan_free(&plan);
}

/* After a failed start there is nothing to wait for. */
static void try_start(const char *mode, int first_send)
{
    char send[16] = {0}, receive[16];
    qdr_plan *plan = plan_exchange(mode);

    num_calls = 0;
    failing_call = first_send;
    expect_broken(qdr_plan_start(plan, send, receive, &cause),
                  "starting the sends of rank");
    expect_broken(qdr_plan_wait(plan, &cause), "an earlier execution");
    failing_call = -1;
    expect_broken(qdr_plan_start(plan, send, receive, &cause),
                  "an earlier execution");
    qdr_plan_free(&plan);
}

/* Rank 0 fails while it sends from memory of the plan, and frees the plan; then
 * rank 1, which sends nothing, receives. */
static void try_packed(void)
{
    enum { COUNT = 1 << 20 }; /* more than is sent before it is received */
    const int counts[2] = {rank * COUNT, (1 - rank) * COUNT}, places[2] = {0};
    int *data = malloc(COUNT * sizeof *data);
    const qdr_plan_options options = {.size = sizeof options,
                                      .mode = "window:4"};
    qdr_plan *plan = NULL;
    bool has_come = true;

    for (int i = 0; i < COUNT; i++)
        data[i] = 2 * i + rank;
    qdr_test_ok(qdr_plan_alltoallv(&plan, "ps", &options, NULL, NULL, MPI_INT,
                                   counts, places, MPI_INT, MPI_COMM_WORLD,
                                   &cause));
    qdr_test_about("in place");
    if (rank == 0) {
        waits_fail = true;
        expect_broken(qdr_plan_execute(plan, MPI_IN_PLACE, data, &cause), "");
        waits_fail = false;
        qdr_plan_free(&plan);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        sends_nothing = true;
        qdr_test_ok(qdr_plan_execute(plan, MPI_IN_PLACE, data, &cause));
        sends_nothing = false;
        for (int i = 0; i < COUNT; i++)
            has_come = has_come && data[i] == 2 * i;
        qdr_test_expect(has_come, "what was sent");
        qdr_plan_free(&plan);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    free(data);
}

/* The root alone combines. */
static void try_combining(void)
{
    int send = rank, receive = -1;
    qdr_plan *plan = NULL;
    qdr_status status;

    qdr_test_about("sum");
    qdr_test_ok(qdr_plan_reduce(&plan, NULL, NULL, 1, MPI_INT, MPI_SUM, 0,
                                MPI_COMM_WORLD, &cause));
    num_calls = 0;
    failing_call = rank == 0 ? 0 : -1;
    status = qdr_plan_execute(plan, &send, &receive, &cause);
    failing_call = -1;
    qdr_test_expect(rank == 0 ? status == QDR_ERROR_MPI &&
                                    strstr(cause.text, "combining") != NULL
                              : status == QDR_OK,
                    "fails where it combines");
    qdr_plan_free(&plan);
}

/* Takes every type. */
static void keep(void *in, void *inout, int *count, MPI_Datatype *type)
{
    (void)in, (void)inout, (void)count, (void)type;
}

static void try_uncommitted(void)
{
    qdr_plan *plan = NULL;
    MPI_Errhandler before, after;
    MPI_Datatype pair;
    MPI_Op op;

    qdr_test_about("uncommitted");
    MPI_Op_create(keep, 1, &op);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    qdr_test_refused(qdr_plan_allreduce(&plan, NULL, NULL, 4, pair, op,
                                        MPI_COMM_WORLD, &cause),
                     "accepted: what MPI_Reduce_local takes");
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &after);
    qdr_test_expect(before == after, "the handler is as it was");
    MPI_Type_commit(&pair);
    qdr_test_ok(qdr_plan_allreduce(&plan, NULL, NULL, 4, pair, op,
                                   MPI_COMM_WORLD, &cause));
    qdr_plan_free(&plan);
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
}

void qdr_test_run(void)
{
    try_mode("window:4", 0);
    try_mode("window:1+barrier", 0);
    try_mode("persistent", 1);
    try_start("window:4", 0);
    try_start("persistent", 1);
    try_packed();
    try_combining();
    try_uncommitted();
}
