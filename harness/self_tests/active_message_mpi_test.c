/* harness/self_tests/active_message_mpi_test.c -- active messages arrive once
 * each and run their handlers; wrong handlers and targets are refused. */
#include <mpi.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "kernels/messaging/active_message.h"

enum { COUNT = 200 };

static int num_failures;

static void expect(bool holds, const char *what)
{
    if (!holds) {
        fprintf(stderr, "FAILED: %s\n", what);
        num_failures++;
    }
}

/* What a rank has heard. */
typedef struct heard {
    int64_t num_calls, sum_of_calls; /* from all ranks */
    int64_t num_answers, num_reminders;
    int sender; /* is released by a reminder; -1: none */
    bool is_released, is_ordered;
    int64_t last[64]; /* of each source */
} heard;

enum { CALL, ANSWER, REMINDER, RELEASE, NUM_HANDLERS };

static void take_call(qdr_active *active, void *context, int source,
                      const int64_t arguments[2])
{
    heard *own = context;

    own->num_calls++;
    own->sum_of_calls += arguments[0];
    own->is_ordered = own->is_ordered && arguments[0] == own->last[source] + 1;
    own->last[source] = arguments[0];
    expect(qdr_active_send(active, source, ANSWER, arguments[0],
                           2 * arguments[0], NULL) == QDR_OK,
           "an answer is sent");
}

static void take_answer(qdr_active *active, void *context, int source,
                        const int64_t arguments[2])
{
    heard *own = context;

    (void)active;
    (void)source;
    own->num_answers += arguments[1] == 2 * arguments[0];
}

static void take_reminder(qdr_active *active, void *context, int source,
                          const int64_t arguments[2])
{
    heard *own = context;

    (void)source;
    (void)arguments;
    own->num_reminders++;
    if (own->sender >= 0)
        expect(qdr_active_send(active, own->sender, RELEASE, 0, 0, NULL) ==
                   QDR_OK,
               "a reminder sends");
}

static void take_release(qdr_active *active, void *context, int source,
                         const int64_t arguments[2])
{
    heard *own = context;

    (void)active;
    (void)source;
    (void)arguments;
    own->is_released = true;
}

static qdr_active_handler *const handlers[NUM_HANDLERS] = {
    take_call, take_answer, take_reminder, take_release};

/* Everybody calls everybody, itself included, COUNT times. */
static void call_all(qdr_active_mode mode, int p)
{
    heard own = {.is_ordered = true};
    const qdr_active_service service = {mode, handlers, NUM_HANDLERS, &own};
    qdr_active *active = NULL;
    qdr_error error = {""};
    int64_t all = (int64_t)p * COUNT;

    if (qdr_active_new(&active, &service, MPI_COMM_WORLD, &error) != QDR_OK) {
        expect(false, error.text);
        return;
    }
    expect(qdr_active_send(active, 0, NUM_HANDLERS, 0, 0, &error) ==
               QDR_ERROR_INPUT,
           "a handler that does not exist");
    qdr_active_free(active);
    if (qdr_active_new(&active, &service, MPI_COMM_WORLD, &error) != QDR_OK)
        return;
    for (int64_t i = 1; i <= COUNT; i++)
        for (int target = 0; target < p; target++)
            expect(qdr_active_send(active, target, CALL, i, 0, &error) ==
                       QDR_OK,
                   error.text);
    while (own.num_calls < all || own.num_answers < all)
        if (qdr_active_wait(active, &error) != QDR_OK)
            break;
    expect(own.num_calls == all && own.num_answers == all, "all arrive");
    expect(own.sum_of_calls == (int64_t)p * COUNT * (COUNT + 1) / 2,
           "each arrives once");
    expect(own.is_ordered, "those of one source arrive in order");
    MPI_Barrier(MPI_COMM_WORLD);
    qdr_active_free(active);
}

/* A sleeper answers. */
static void sleep_and_answer(int rank, int p)
{
    heard own = {.is_ordered = true};
    const qdr_active_service service = {QDR_ACTIVE_POLLING, handlers,
                                        NUM_HANDLERS, &own};
    qdr_active *active = NULL;
    qdr_error error = {""};
    int64_t begin_ns;

    if (qdr_active_new(&active, &service, MPI_COMM_WORLD, &error) != QDR_OK)
        return;
    begin_ns = qdr_active_now_ns();
    if (rank == 0)
        for (int target = 1; target < p; target++)
            expect(qdr_active_send(active, target, CALL, 1, 0, &error) ==
                       QDR_OK,
                   "a call is sent");
    if (rank > 0)
        expect(qdr_active_sleep(active, 30000000, &error) == QDR_OK,
               "a sleep ends");
    while (rank == 0 && own.num_answers < p - 1)
        if (qdr_active_wait(active, &error) != QDR_OK)
            break;
    if (rank > 0)
        expect(qdr_active_now_ns() - begin_ns >= 29000000,
               "a sleep is as long as it should be");
    while (rank > 0 && own.num_calls == 0)
        if (qdr_active_wait(active, &error) != QDR_OK)
            break;
    MPI_Barrier(MPI_COMM_WORLD);
    qdr_active_free(active);
}

/* A reminder comes at its time, in a wait for data, and a later one replaces
 * it; a doze ends with it. */
static void remind(int rank, int p)
{
    heard own = {.is_ordered = true, .sender = -1};
    const qdr_active_service service = {QDR_ACTIVE_POLLING, handlers,
                                        NUM_HANDLERS, &own};
    qdr_active *active = NULL;
    qdr_error error = {""};
    int64_t begin_ns, number = 17;
    int num_here = 1;

    if (qdr_active_new(&active, &service, MPI_COMM_WORLD, &error) != QDR_OK)
        return;
    begin_ns = qdr_active_now_ns();
    qdr_active_remind(active, begin_ns + 1000, REMINDER);
    qdr_active_remind(active, begin_ns + 3000000, REMINDER);
    expect(qdr_active_doze(active, 2000000000, &error) == QDR_OK,
           "a doze ends");
    expect(own.num_reminders == 1, "a reminder comes once");
    expect(qdr_active_now_ns() - begin_ns >= 2999999 &&
               qdr_active_now_ns() - begin_ns < 2000000000,
           "a doze ends with the reminder");
    begin_ns = qdr_active_now_ns();
    expect(qdr_active_doze(active, 5000000, &error) == QDR_OK &&
               qdr_active_now_ns() - begin_ns >= 4999999,
           "a doze without a handler is as long as it should be");
    MPI_Barrier(MPI_COMM_WORLD); /* no message ends a doze */
    /* An odd rank sends when the reminder of an even one lets it. */
    if (rank % 2 == 1) {
        while (!own.is_released)
            if (qdr_active_wait(active, &error) != QDR_OK)
                break;
        MPI_Send(&number, 1, MPI_INT64_T, rank - 1, 1, qdr_active_comm(active));
    } else if (rank + 1 < p) {
        MPI_Request data;
        own.sender = rank + 1;
        MPI_Irecv(&number, 1, MPI_INT64_T, rank + 1, 1, qdr_active_comm(active),
                  &data);
        qdr_active_remind(active, qdr_active_now_ns() + 1000000, REMINDER);
        expect(qdr_active_complete(active, 1, &data, &error) == QDR_OK,
               error.text);
        num_here = 2;
    }
    expect(own.num_reminders == num_here,
           "a reminder comes while data are awaited");
    /* One that has not come is dropped. */
    qdr_active_remind(active, qdr_active_now_ns() + 1000000000, REMINDER);
    MPI_Barrier(MPI_COMM_WORLD);
    qdr_active_free(active);
    expect(own.num_reminders == num_here, "a freed reminder does not come");
}

int main(int argc, char **argv)
{
    int rank, p;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    call_all(QDR_ACTIVE_POLLING, p);
    call_all(QDR_ACTIVE_INTERRUPT, p);
    sleep_and_answer(rank, p);
    remind(rank, p);
    MPI_Allreduce(MPI_IN_PLACE, &num_failures, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_failures > 0;
}
