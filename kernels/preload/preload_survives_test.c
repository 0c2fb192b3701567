/* kernels/preload/preload_survives_test.c -- what programs do with
 * communicators, threads, operators and errors, below the preload library.
 *
 * The program is linked with the preload library before MPI.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static int rank, num_procs, num_failed;

static void expect(bool is_right, const char *what)
{
    if (is_right)
        return;
    num_failed++;
    fprintf(stderr, "rank %d: %s\n", rank, what);
}

/* The sum of the ranks by MPI_Allreduce. */
static int sum_on(MPI_Comm comm)
{
    int sum = -1;

    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    return sum;
}

static int sum_of_all(void)
{
    return num_procs * (num_procs - 1) / 2;
}

/* Each thread has a communicator, and the threads of two ranks reach theirs in
 * opposite order. */
enum { NUM_THREADS = 4 };
static MPI_Comm of_thread[NUM_THREADS];
static _Atomic int num_wrong;

static void *call_often(void *own)
{
    enum { NUM_CALLS = 300, NUM_TO_COPY = 50 };
    MPI_Comm comm = *(MPI_Comm *)own;

    for (int i = 0; i < NUM_CALLS; i++) {
        MPI_Comm copy;
        num_wrong += sum_on(comm) != sum_of_all();
        if (i % NUM_TO_COPY != 0)
            continue;
        MPI_Comm_dup(comm, &copy);
        num_wrong += sum_on(copy) != sum_of_all();
        MPI_Comm_free(&copy);
    }
    return NULL;
}

static void try_threads(void)
{
    pthread_t threads[NUM_THREADS];

    for (int i = 0; i < NUM_THREADS; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &of_thread[i]);
    for (int i = 0; i < NUM_THREADS; i++) {
        int of = rank % 2 == 0 ? i : NUM_THREADS - 1 - i;
        pthread_create(&threads[i], NULL, call_often, &of_thread[of]);
    }
    for (int i = 0; i < NUM_THREADS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < NUM_THREADS; i++)
        MPI_Comm_free(&of_thread[i]);
    expect(num_wrong == 0, "threads: a wrong sum");
}

/* A handle that was freed comes back as another communicator. */
static void try_many_communicators(void)
{
    enum { NUM_MADE = 2000 };

    for (int i = 0; i < NUM_MADE; i++) {
        MPI_Comm part;
        int size;
        MPI_Comm_split(MPI_COMM_WORLD, i % 3 == 0 ? rank % 2 : 0, rank, &part);
        MPI_Comm_size(part, &size);
        expect(size < num_procs || sum_on(part) == sum_of_all(),
               "communicators: a wrong sum");
        if (size < num_procs)
            sum_on(part);
        MPI_Comm_free(&part);
    }
}

static void try_two_groups(void)
{
    MPI_Comm half, both, merged;
    int sum, other = 0;

    if (num_procs == 1)
        return;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank % 2 == 0 ? 1 : 0, 7,
                         &both);
    for (int r = 1 - rank % 2; r < num_procs; r += 2)
        other += r;
    sum = sum_on(both);
    expect(sum == other, "two groups: not the sum of the other one");
    MPI_Intercomm_merge(both, rank % 2, &merged);
    expect(sum_on(merged) == sum_of_all(), "merged: a wrong sum");
    MPI_Comm_free(&merged);
    MPI_Comm_free(&both);
    MPI_Comm_free(&half);
}

/* a - b does not commute, and is not associative either: only the order of the
 * MPI library itself gives its result. */
static void subtract(void *from, void *into, int *count, MPI_Datatype *type)
{
    const int *a = from;
    int *b = into;

    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = a[i] - b[i];
}

static void try_operators(void)
{
    int sent = 3 * rank + 1, ours = 0, theirs = 0;

    for (int commutes = 0; commutes < 2; commutes++) {
        MPI_Op op;
        MPI_Op_create(subtract, commutes, &op);
        MPI_Allreduce(&sent, &ours, 1, MPI_INT, op, MPI_COMM_WORLD);
        PMPI_Allreduce(&sent, &theirs, 1, MPI_INT, op, MPI_COMM_WORLD);
        expect(ours == theirs, "a program's operator: another result");
        MPI_Op_free(&op);
    }
}

static int handled;

static void handle(MPI_Comm *comm, int *code, ...)
{
    (void)comm;
    MPI_Error_class(*code, &handled);
}

/* The class of `code`, if the error handler had the same; else -1. */
static int class_of(int code)
{
    int class = MPI_SUCCESS, was = handled;

    MPI_Error_class(code, &class);
    handled = MPI_SUCCESS;
    return was == class ? class : -1;
}

static void try_errors(void)
{
    int number = 0, one[2] = {0, 0}, many[64] = {0};
    MPI_Errhandler handler;
    MPI_Datatype type;
    MPI_Comm comm;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(comm, handler);
    expect(class_of(MPI_Bcast(&number, 1, MPI_INT, num_procs, comm)) ==
               MPI_ERR_ROOT,
           "a root beyond the ranks");
    expect(class_of(MPI_Bcast(&number, -1, MPI_INT, 0, comm)) == MPI_ERR_COUNT,
           "a count below 0");
    expect(class_of(MPI_Allreduce(&number, one, 1, MPI_INT, MPI_OP_NULL,
                                  comm)) == MPI_ERR_OP,
           "no operator");
    /* Found while we send. */
    MPI_Type_vector(2, 1, 2, MPI_INT, &type);
    if (num_procs > 1)
        expect(class_of(MPI_Alltoall(many, 1, type, many + 32, 1, type,
                                     comm)) == MPI_ERR_TYPE,
               "a type that is not committed");
    MPI_Type_free(&type);
    expect(sum_on(comm) == sum_of_all() && handled == MPI_SUCCESS,
           "after errors: a wrong sum");
    MPI_Errhandler_free(&handler);
    MPI_Comm_free(&comm);
}

int main(int argc, char **argv)
{
    int level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (level == MPI_THREAD_MULTIPLE)
        try_threads();
    else
        printf("skipped: threads: the MPI library has one at a time\n");
    try_many_communicators();
    try_two_groups();
    try_operators();
    try_errors();
    PMPI_Allreduce(MPI_IN_PLACE, &num_failed, 1, MPI_INT, MPI_SUM,
                   MPI_COMM_WORLD);
    MPI_Finalize();
    return num_failed > 0;
}
