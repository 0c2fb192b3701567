/* kernels/preload/programs/conformance_threads.c -- threads that call
 * collectives at the same time, each on a communicator of its own.
 */
#include <pthread.h>

#include "kernels/preload/programs/conformance.h"

enum { MAX_THREADS = 4, NUM_ROUNDS = 20, COUNT = 200 };

typedef struct worker {
    member m;
    int number;
} worker;

static void run_round(const member *m, int round)
{
    int *sent = allocate((size_t)m->size * COUNT, sizeof(int)), wrong = 0;
    int *found = allocate((size_t)m->size * COUNT, sizeof(int)), sum = 0;
    int counts[MAX_PROCS], arriving[MAX_PROCS], places[MAX_PROCS];
    int root = round % m->size, value = m->rank == root ? round : -1;

    for (int r = 0; r < m->size; r++) {
        counts[r] = draw(m->rank, r, round, COUNT);
        arriving[r] = draw(r, m->rank, round, COUNT);
        places[r] = r * COUNT;
        for (int i = 0; i < COUNT; i++)
            sent[r * COUNT + i] = draw(m->rank * 64 + r, i, round, 1 << 20);
    }
    MPI_Alltoallv(sent, counts, places, MPI_INT, found, arriving, places,
                  MPI_INT, m->comm);
    for (int r = 0; r < m->size; r++)
        for (int i = 0; i < arriving[r]; i++)
            wrong += found[r * COUNT + i] !=
                     draw(r * 64 + m->rank, i, round, 1 << 20);
    MPI_Bcast(&value, 1, MPI_INT, root, m->comm);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, m->comm);
    wrong += value != round;
    wrong += sum != round * m->size;
    check(wrong == 0, "%s, round %d: %d wrong", m->name, round, wrong);
    free(sent);
    free(found);
}

/* Uses a communicator for the first time here, a duplicate too. */
static void *work(void *argument)
{
    worker *w = argument;
    MPI_Comm copy;

    for (int i = 0; i < NUM_ROUNDS; i++)
        run_round(&w->m, w->number * 1000 + i);
    MPI_Comm_dup(w->m.comm, &copy);
    for (int i = 0; i < NUM_ROUNDS / 4; i++) {
        member m = member_of("a duplicate made by a thread", copy);
        run_round(&m, w->number * 1000 + i);
        run_round(&w->m, w->number * 1000 + i);
    }
    MPI_Comm_free(&copy);
    return NULL;
}

/* Ranks start their threads in different orders. */
static void run_threads(int number)
{
    worker workers[MAX_THREADS];
    pthread_t threads[MAX_THREADS];
    int first = members[WORLD].rank % number;

    for (int i = 0; i < number; i++) {
        MPI_Comm comm;
        MPI_Comm_dup(MPI_COMM_WORLD, &comm);
        workers[i] = (worker){member_of("a thread's communicator", comm), i};
    }
    for (int i = 0; i < number; i++) {
        int which = (first + i) % number;
        if (pthread_create(&threads[which], NULL, work, &workers[which]) != 0)
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    for (int i = 0; i < number; i++) {
        pthread_join(threads[i], NULL);
        MPI_Comm_free(&workers[i].m.comm);
    }
}

void test_threads(void)
{
    int level;

    MPI_Query_thread(&level);
    if (level < MPI_THREAD_MULTIPLE)
        return;
    run_threads(2);
    run_threads(MAX_THREADS);
}
