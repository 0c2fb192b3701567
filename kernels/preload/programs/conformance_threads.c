/* kernels/preload/programs/conformance_threads.c -- threads that call
 * collectives at the same time, each on a communicator of its own.
 */
#include <pthread.h>

#include "kernels/preload/programs/conformance.h"

enum { MAX_THREADS = 4, NUM_ROUNDS = 60, NUM_TO_COPY = 10 };

/* Uses a communicator for the first time here, a duplicate too. */
static void *work(void *argument)
{
    const member *m = argument;

    for (int i = 0; i < NUM_ROUNDS; i++) {
        MPI_Comm comm;
        member copy;
        use(m, i);
        if (i % NUM_TO_COPY != 0)
            continue;
        MPI_Comm_dup(m->comm, &comm);
        copy = member_of("a duplicate made by a thread", comm);
        use(&copy, i);
        MPI_Comm_free(&comm);
    }
    return NULL;
}

/* Ranks start their threads in different orders. */
static void run_threads(int number)
{
    member workers[MAX_THREADS];
    pthread_t threads[MAX_THREADS];
    int first = members[WORLD].rank % number;

    for (int i = 0; i < number; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        workers[i] = member_of("a thread's communicator", comm);
    }
    for (int i = 0; i < number; i++) {
        int which = (first + i) % number;
        if (pthread_create(&threads[which], NULL, work, &workers[which]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < number; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&workers[i].comm);
    }
}

void test_threads(void)
{
    int level;

    MPI_Query_thread(&level);
    /* Draws the data, too, before there are threads. */
    use(&members[WORLD], 0);
    if (level < MPI_THREAD_MULTIPLE)
        return;
    run_threads(2);
    run_threads(MAX_THREADS);
}
