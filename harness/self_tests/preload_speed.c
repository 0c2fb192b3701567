/* harness/self_tests/preload_speed.c -- what the preload library costs.
 *
 * usage: mpirun -np 2 preload_speed
 *
 * `./quadrille bench self` runs it. The program is linked with the preload
 * library before MPI, so MPI_Scatterv is ours and PMPI_Scatterv the MPI
 * library's; they take turns. Prints lines of a name and numbers:
 *
 *   passed   ns that a call takes longer if it is passed on: MPI_Scatterv is
 *            only counted; MPI_Bcast of no elements is looked up, on two
 *            communicators in turn
 *   NAME     times of a call that is taken over those of qdr_plan_execute of
 *            the same plan: the median of NUM_TURNS ratios, its 95% interval
 *   memory   bytes of a communicator with one plan, besides MPI's
 *   made     us to duplicate a communicator, call it once and free it; the same
 *            with the MPI library's call
 */
#include <malloc.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/self_tests/speed.h"
#include "kernels/quadrille.h"

enum {
    NUM_TURNS = 201,
    NUM_PASSED = 20000, /* calls a turn */
    NUM_TAKEN = 500,
    NUM_KEPT = 100,   /* communicators at a time */
    NUM_MADE = 10000, /* and in all */
    MAX_BYTES = 4096
};

static char send[2 * MAX_BYTES], receive[2 * MAX_BYTES];
static int rank;

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* One of ours, or the MPI library's. */
static void scatterv(int is_ours, int turn)
{
    int count = 1, place = 0;

    (void)turn;
    (is_ours ? MPI_Scatterv : PMPI_Scatterv)(
        send, &count, &place, MPI_INT, receive, 1, MPI_INT, 0, MPI_COMM_SELF);
}

static void bcast(int is_ours, int turn)
{
    MPI_Comm comm = turn % 2 == 0 ? MPI_COMM_WORLD : MPI_COMM_SELF;

    (is_ours ? MPI_Bcast : PMPI_Bcast)(send, 0, MPI_INT, 0, comm);
}

static double time_calls_of(void (*call)(int is_ours, int turn), int is_ours)
{
    double begin_s = MPI_Wtime();

    for (int i = 0; i < NUM_PASSED; i++)
        call(is_ours, i);
    return (MPI_Wtime() - begin_s) * 1e9 / NUM_PASSED;
}

/* Prints the median of the differences. */
static void time_passed(const char *name, void (*call)(int is_ours, int turn))
{
    double longer_ns[NUM_TURNS];

    for (int i = 0; i < NUM_TURNS; i++)
        longer_ns[i] = time_calls_of(call, 1) - time_calls_of(call, 0);
    qsort(longer_ns, NUM_TURNS, sizeof *longer_ns, compare);
    if (rank == 0)
        printf("passed %.1f %s\n", longer_ns[NUM_TURNS / 2], name);
}

/* A call that is taken, and how the same is planned. */
typedef struct taken {
    const char *name;
    int bytes;
    void (*call)(int bytes);
    qdr_status (*plan)(qdr_plan **plan, int bytes, qdr_error *error);
} taken;

static void call_allreduce(int bytes)
{
    MPI_Allreduce(send, receive, bytes / (int)sizeof(int), MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
}

static qdr_status plan_allreduce(qdr_plan **plan, int bytes, qdr_error *error)
{
    return qdr_plan_allreduce(plan, NULL, NULL, bytes / (int)sizeof(int),
                              MPI_INT, MPI_SUM, MPI_COMM_WORLD, error);
}

static void call_allgather(int bytes)
{
    MPI_Allgather(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE,
                  MPI_COMM_WORLD);
}

static qdr_status plan_allgather(qdr_plan **plan, int bytes, qdr_error *error)
{
    return qdr_plan_allgather(plan, NULL, NULL, (int64_t)2 * bytes, NULL,
                              MPI_BYTE, MPI_COMM_WORLD, error);
}

static void call_alltoall(int bytes)
{
    MPI_Alltoall(send, bytes, MPI_BYTE, receive, bytes, MPI_BYTE,
                 MPI_COMM_WORLD);
}

static qdr_status plan_alltoall(qdr_plan **plan, int bytes, qdr_error *error)
{
    return qdr_plan_alltoall(plan, "scattered", NULL, bytes, MPI_COMM_WORLD,
                             error);
}

static const taken all_taken[] = {
    {"MPI_Allreduce", 8, call_allreduce, plan_allreduce},
    {"MPI_Allreduce", MAX_BYTES, call_allreduce, plan_allreduce},
    {"MPI_Allgather", 8, call_allgather, plan_allgather},
    {"MPI_Allgather", MAX_BYTES, call_allgather, plan_allgather},
    {"MPI_Alltoall", 8, call_alltoall, plan_alltoall},
    {"MPI_Alltoall", MAX_BYTES, call_alltoall, plan_alltoall},
};

/* Of a call, or of executing the plan if it is not NULL. */
static double time_taken(const taken *of, qdr_plan *plan)
{
    qdr_error error = {""};
    double begin_s;

    PMPI_Barrier(MPI_COMM_WORLD);
    begin_s = MPI_Wtime();
    for (int i = 0; i < NUM_TAKEN; i++)
        if (plan == NULL)
            of->call(of->bytes);
        else
            qdr_speed_require(qdr_plan_execute(plan, send, receive, &error),
                              &error);
    return MPI_Wtime() - begin_s;
}

static void compare_taken(const taken *of)
{
    /* Ranks of the order statistics that bound the median. */
    enum { LOW = 86, HIGH = NUM_TURNS - 1 - LOW };
    double ratios[NUM_TURNS];
    qdr_plan *plan = NULL;
    qdr_error error = {""};

    qdr_speed_require(of->plan(&plan, of->bytes, &error), &error);
    time_taken(of, NULL);
    for (int i = 0; i < NUM_TURNS; i++) {
        /* Neither is always first. */
        double first = time_taken(of, i % 2 == 0 ? NULL : plan);
        double second = time_taken(of, i % 2 == 0 ? plan : NULL);
        ratios[i] = i % 2 == 0 ? first / second : second / first;
    }
    qsort(ratios, NUM_TURNS, sizeof *ratios, compare);
    if (rank == 0)
        printf("%s %d %.3f %.3f %.3f\n", of->name, of->bytes,
               ratios[NUM_TURNS / 2], ratios[LOW], ratios[HIGH]);
    qdr_plan_free(&plan);
}

static size_t used_bytes(void)
{
    struct mallinfo2 info = mallinfo2();

    return info.uordblks + info.hblkhd;
}

/* Makes communicators, and calls MPI_Allreduce once on each. */
static void make(MPI_Comm *made, int count, int is_ours)
{
    for (int i = 0; i < count; i++) {
        MPI_Comm_dup(MPI_COMM_WORLD, &made[i]);
        if (is_ours)
            MPI_Allreduce(send, receive, 1, MPI_INT, MPI_SUM, made[i]);
        else
            PMPI_Allreduce(send, receive, 1, MPI_INT, MPI_SUM, made[i]);
    }
}

static void free_all(MPI_Comm *made, int count)
{
    for (int i = 0; i < count; i++)
        MPI_Comm_free(&made[i]);
}

static void measure_memory(void)
{
    MPI_Comm made[NUM_KEPT];
    double bytes[2];

    for (int is_ours = 0; is_ours < 2; is_ours++) {
        size_t before;
        make(made, NUM_KEPT, is_ours);
        free_all(made, NUM_KEPT);
        before = used_bytes();
        make(made, NUM_KEPT, is_ours);
        bytes[is_ours] = ((double)used_bytes() - (double)before) / NUM_KEPT;
        free_all(made, NUM_KEPT);
    }
    if (rank == 0)
        printf("memory %.0f %.0f\n", bytes[1] - bytes[0], bytes[0]);
}

static void time_made(void)
{
    MPI_Comm made;
    double us[2];

    for (int is_ours = 0; is_ours < 2; is_ours++) {
        double begin_s = MPI_Wtime();
        for (int i = 0; i < NUM_MADE; i++) {
            make(&made, 1, is_ours);
            free_all(&made, 1);
        }
        us[is_ours] = (MPI_Wtime() - begin_s) * 1e6 / NUM_MADE;
    }
    if (rank == 0)
        printf("made %.1f %.1f\n", us[1], us[0]);
}

int main(int argc, char **argv)
{
    int num_procs;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (num_procs != 2) {
        fprintf(stderr, "preload_speed: %d processes; accepted: 2\n",
                num_procs);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    time_passed("MPI_Scatterv", scatterv);
    time_passed("MPI_Bcast", bcast);
    for (size_t i = 0; i < sizeof all_taken / sizeof *all_taken; i++)
        compare_taken(&all_taken[i]);
    measure_memory();
    time_made();
    MPI_Finalize();
    return 0;
}
