/* kernels/plan/tests/broken_plan_test.c -- an MPI error becomes a status and a
 * line.
 *
 * A send fails once on each of two ranks, with receives posted: the plan is
 * broken from then on, sends nothing, and can be freed; a new plan delivers. So
 * is a plan that cannot combine. What MPI_Reduce_local does not take is refused
 * while planning, though its error handler aborts.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/quadrille.h"

static int rank, num_wrong, num_calls;
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

static void expect(bool is_so, const char *mode, const char *what,
                   const qdr_error *error)
{
    if (is_so)
        return;
    fprintf(stderr, "rank %d, %s: not so: %s ('%s')\n", rank, mode, what,
            error->text);
    num_wrong++;
}

static qdr_plan *plan_exchange(const char *mode)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .mode = mode};
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect(qdr_plan_alltoall(&plan, "pex", &options, 8, MPI_COMM_WORLD,
                             &error) == QDR_OK,
           mode, "planned", &error);
    return plan;
}

/* The send is call `first_send` of its kind. */
static void try_mode(const char *mode, int first_send)
{
    char send[16] = "to rank0to rank1", receive[16] = {0};
    qdr_plan *plan = plan_exchange(mode);
    qdr_error error = {""};

    num_calls = 0;
    failing_call = first_send;
    expect(qdr_plan_execute(plan, send, receive, &error) == QDR_ERROR_MPI, mode,
           "the first execution fails", &error);
    expect(strstr(error.text, "starting the sends of rank") != NULL, mode,
           "with what failed", &error);
    num_calls = 0;
    failing_call = -1;
    expect(qdr_plan_execute(plan, send, receive, &error) == QDR_ERROR_MPI, mode,
           "the second fails, too", &error);
    expect(strstr(error.text, "an earlier execution of this plan failed") !=
               NULL,
           mode, "because of the first", &error);
    expect(num_calls == 0, mode, "and sends nothing", &error);
    qdr_plan_free(&plan);

    plan = plan_exchange(mode);
    expect(qdr_plan_execute(plan, send, receive, &error) == QDR_OK &&
               memcmp(receive + 8 * (1 - rank), send + 8 * rank, 8) == 0,
           mode, "a new plan delivers", &error);
    qdr_plan_free(&plan);
}

/* After a failed start there is nothing to wait for. */
static void try_start(const char *mode, int first_send)
{
    char send[16] = {0}, receive[16];
    qdr_plan *plan = plan_exchange(mode);
    qdr_error error = {""};

    num_calls = 0;
    failing_call = first_send;
    expect(qdr_plan_start(plan, send, receive, &error) == QDR_ERROR_MPI &&
               strstr(error.text, "starting the sends of rank") != NULL,
           mode, "the start fails", &error);
    expect(qdr_plan_wait(plan, &error) == QDR_ERROR_MPI &&
               strstr(error.text, "an earlier execution") != NULL,
           mode, "and so does the wait", &error);
    failing_call = -1;
    expect(qdr_plan_start(plan, send, receive, &error) == QDR_ERROR_MPI, mode,
           "and another start", &error);
    qdr_plan_free(&plan);
}

/* Rank 0 fails while it sends from memory of the plan, and frees the plan; then
 * rank 1, which sends nothing, receives. */
static void try_packed(void)
{
    enum { COUNT = 1 << 20 }; /* more than is sent before it is received */
    const int counts[2] = {rank * COUNT, (1 - rank) * COUNT}, places[2] = {0};
    int *data = malloc(COUNT * sizeof *data);
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .mode = "window:4"};
    qdr_plan *plan = NULL;
    qdr_error error = {""};
    bool has_come = true;

    for (int i = 0; i < COUNT; i++)
        data[i] = 2 * i + rank;
    expect(qdr_plan_alltoallv(&plan, "ps", &options, NULL, NULL, MPI_INT,
                              counts, places, MPI_INT, MPI_COMM_WORLD,
                              &error) == QDR_OK,
           "in place", "planned", &error);
    if (rank == 0) {
        waits_fail = true;
        expect(qdr_plan_execute(plan, MPI_IN_PLACE, data, &error) ==
                   QDR_ERROR_MPI,
               "in place", "the wait fails", &error);
        waits_fail = false;
        qdr_plan_free(&plan);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        sends_nothing = true;
        expect(qdr_plan_execute(plan, MPI_IN_PLACE, data, &error) == QDR_OK,
               "in place", "the other rank receives", &error);
        sends_nothing = false;
        for (int i = 0; i < COUNT; i++)
            has_come = has_come && data[i] == 2 * i;
        expect(has_come, "in place", "what was sent", &error);
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
    qdr_error error = {""};
    qdr_status status;

    expect(qdr_plan_reduce(&plan, NULL, NULL, 1, MPI_INT, MPI_SUM, 0,
                           MPI_COMM_WORLD, &error) == QDR_OK,
           "sum", "planned", &error);
    num_calls = 0;
    failing_call = rank == 0 ? 0 : -1;
    status = qdr_plan_execute(plan, &send, &receive, &error);
    failing_call = -1;
    expect(rank == 0 ? status == QDR_ERROR_MPI &&
                           strstr(error.text, "combining") != NULL
                     : status == QDR_OK,
           "sum", "fails where it combines", &error);
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
    qdr_error error = {""};
    MPI_Errhandler before, after;
    MPI_Datatype pair;
    MPI_Op op;

    MPI_Op_create(keep, 1, &op);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &before);
    expect(qdr_plan_allreduce(&plan, NULL, NULL, 4, pair, op, MPI_COMM_WORLD,
                              &error) == QDR_ERROR_INPUT &&
               strstr(error.text, "accepted: what MPI_Reduce_local takes") !=
                   NULL,
           "uncommitted", "refused", &error);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &after);
    expect(before == after, "uncommitted", "the handler is as it was", &error);
    MPI_Type_commit(&pair);
    expect(qdr_plan_allreduce(&plan, NULL, NULL, 4, pair, op, MPI_COMM_WORLD,
                              &error) == QDR_OK,
           "committed", "planned", &error);
    qdr_plan_free(&plan);
    MPI_Type_free(&pair);
    MPI_Op_free(&op);
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    try_mode("window:4", 0);
    try_mode("window:1+barrier", 0);
    try_mode("persistent", 1);
    try_start("window:4", 0);
    try_start("persistent", 1);
    try_packed();
    try_combining();
    try_uncommitted();
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
