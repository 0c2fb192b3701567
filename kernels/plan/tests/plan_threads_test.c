/* kernels/plan/tests/plan_threads_test.c -- threads that use plans of one
 * communicator at the same time, under MPI_THREAD_MULTIPLE.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/plan/testing/update.h"
#include "kernels/quadrille.h"

enum { NUM_ROUNDS = 50, BYTES = 64, NUM_THREADS = 2 };

static int rank, p, num_wrong;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void expect(bool is_so, const char *what, const qdr_error *error)
{
    if (is_so)
        return;
    pthread_mutex_lock(&lock);
    fprintf(stderr, "rank %d of %d: not so: %s ('%s')\n", rank, p, what,
            error->text);
    num_wrong++;
    pthread_mutex_unlock(&lock);
}

/* A sum of all ranks' numbers, through memory that they share. */
static qdr_plan *plan_sum(void)
{
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect(qdr_plan_allreduce(&plan, "allreduce_shared", NULL, BYTES, MPI_INT,
                              MPI_SUM, MPI_COMM_WORLD, &error) == QDR_OK,
           "planned", &error);
    return plan;
}

static const qdr_block *to_next(qdr_block *block)
{
    *block = (qdr_block){(rank + 1) % p, 0, BYTES};
    return block;
}

static const qdr_block *from_last(qdr_block *block)
{
    *block = (qdr_block){(rank + p - 1) % p, 0, BYTES};
    return block;
}

static qdr_plan *plan_shift(const char *mode)
{
    const qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                      .mode = mode};
    qdr_block sent, received;
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    expect(qdr_plan_blocks(&plan, "scattered", &options, 1, to_next(&sent), 1,
                           from_last(&received), MPI_COMM_WORLD,
                           &error) == QDR_OK,
           "planned", &error);
    return plan;
}

/* Executes a plan in every round, after an update. */
typedef struct worker {
    qdr_plan *plan;
    int number;
    bool updates;
} worker;

static void *work(void *context)
{
    const worker *w = context;
    char send[BYTES], receive[BYTES];
    qdr_block sent, received;
    qdr_error error = {""};

    for (int i = 0; i < NUM_ROUNDS; i++) {
        if (w->updates)
            expect(qdr_test_update(w->plan, 1, to_next(&sent), 1,
                                   from_last(&received), &error) == QDR_OK,
                   "updated", &error);
        memset(send, (rank + i + 50 * w->number) % 128, sizeof send);
        memset(receive, -1, sizeof receive);
        expect(qdr_plan_execute(w->plan, send, receive, &error) == QDR_OK &&
                   receive[BYTES - 1] ==
                       ((rank + p - 1) % p + i + 50 * w->number) % 128,
               "each thread gets its own messages", &error);
    }
    return NULL;
}

/* Ranks give their threads the plans in opposite order: if a lock were held
 * while a thread waits, two ranks would wait for each other. Meanwhile the main
 * thread plans, and agrees with the other ranks. */
static void try_threads(const char *mode, bool updates)
{
    pthread_t threads[NUM_THREADS];
    worker workers[NUM_THREADS];
    qdr_plan *plans[NUM_THREADS];

    for (int i = 0; i < NUM_THREADS; i++)
        plans[i] = plan_shift(mode);
    for (int t = 0; t < NUM_THREADS; t++) {
        int mine = (t + rank) % NUM_THREADS;
        workers[t] = (worker){plans[mine], mine, updates};
        pthread_create(&threads[t], NULL, work, &workers[t]);
    }
    for (int i = 0; i < NUM_ROUNDS / 10; i++) {
        qdr_plan *other = plan_shift(NULL);
        qdr_plan_free(&other);
    }
    for (int t = 0; t < NUM_THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int i = 0; i < NUM_THREADS; i++)
        qdr_plan_free(&plans[i]);
}

static void *add(void *context)
{
    const worker *w = context;
    int send[BYTES], receive[BYTES];
    qdr_error error = {""};

    for (int i = 0; i < NUM_ROUNDS; i++) {
        for (int j = 0; j < BYTES; j++)
            send[j] = (w->number + 1) * (rank + i + j);
        expect(qdr_plan_execute(w->plan, send, receive, &error) == QDR_OK &&
                   receive[BYTES - 1] ==
                       (w->number + 1) *
                           (p * (p - 1) / 2 + p * (i + BYTES - 1)),
               "each thread gets its own sums", &error);
    }
    return NULL;
}

/* The same through shared memory: each plan has rings of its own, and the main
 * thread takes a slot and returns it meanwhile. */
static void try_sums(void)
{
    pthread_t threads[NUM_THREADS];
    worker workers[NUM_THREADS];
    qdr_plan *plans[NUM_THREADS];

    for (int i = 0; i < NUM_THREADS; i++)
        plans[i] = plan_sum();
    for (int t = 0; t < NUM_THREADS; t++) {
        int mine = (t + rank) % NUM_THREADS;
        workers[t] = (worker){plans[mine], mine, false};
        pthread_create(&threads[t], NULL, add, &workers[t]);
    }
    for (int i = 0; i < NUM_ROUNDS / 10; i++) {
        qdr_plan *other = plan_sum();
        qdr_plan_free(&other);
    }
    for (int t = 0; t < NUM_THREADS; t++)
        pthread_join(threads[t], NULL);
    for (int i = 0; i < NUM_THREADS; i++)
        qdr_plan_free(&plans[i]);
}

int main(int argc, char **argv)
{
    int level = MPI_THREAD_SINGLE;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    if (level == MPI_THREAD_MULTIPLE) {
        try_threads("synchronous", false);
        try_threads("window:4", true);
        try_threads("persistent", true);
        try_threads("synchronous+barrier", false);
        try_sums();
    } else if (rank == 0) {
        printf("skipped: MPI has no MPI_THREAD_MULTIPLE\n");
    }
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_wrong > 0;
}
