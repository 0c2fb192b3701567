/* harness/self_tests/preload_speed.c -- what the preload library costs.
 *
 * usage: mpirun -np 2 preload_speed
 *
 * The program is linked with the preload library before MPI, so MPI_Bcast is
 * ours and PMPI_Bcast the MPI library's. A call that is passed on takes longer:
 * MPI_Scatterv is only counted; MPI_Bcast of no elements is looked up, on two
 * communicators in turn. Calls that are taken over are made one after another.
 */
#include "harness/self_tests/speed.h"

enum {
    NUM_TURNS = 201,
    NUM_KEPT = 100, /* communicators at a time */
    NUM_PROCS = 2
};

static int scatterv(void)
{
    int count = 1, place = 0;

    return MPI_Scatterv(qdr_speed.send, &count, &place, MPI_INT,
                        qdr_speed.receive, 1, MPI_INT, 0, MPI_COMM_SELF);
}

static int scatterv_of_mpi(void)
{
    int count = 1, place = 0;

    return PMPI_Scatterv(qdr_speed.send, &count, &place, MPI_INT,
                         qdr_speed.receive, 1, MPI_INT, 0, MPI_COMM_SELF);
}

static int bcast(void)
{
    return MPI_Bcast(qdr_speed.send, 0, MPI_INT, 0,
                     qdr_speed.number % 2 == 0 ? MPI_COMM_WORLD
                                               : MPI_COMM_SELF);
}

static int bcast_of_mpi(void)
{
    return PMPI_Bcast(qdr_speed.send, 0, MPI_INT, 0,
                      qdr_speed.number % 2 == 0 ? MPI_COMM_WORLD
                                                : MPI_COMM_SELF);
}

/* A call of ours and MPI's own, which have the same arguments. */
#define BOTH(name, call, ...)                                                  \
    static int name(void)                                                      \
    {                                                                          \
        return MPI_##call(__VA_ARGS__, MPI_COMM_WORLD);                        \
    }                                                                          \
    static int name##_of_mpi(void)                                             \
    {                                                                          \
        return PMPI_##call(__VA_ARGS__, MPI_COMM_WORLD);                       \
    }
BOTH(bcast_bytes, Bcast, qdr_speed.send, qdr_speed.bytes, MPI_BYTE, 0)
BOTH(allreduce, Allreduce, qdr_speed.send, qdr_speed.receive,
     qdr_speed.bytes / (int)sizeof(int), MPI_INT, MPI_SUM)
BOTH(allgather, Allgather, qdr_speed.send, qdr_speed.bytes, MPI_BYTE,
     qdr_speed.receive, qdr_speed.bytes, MPI_BYTE)
BOTH(alltoall, Alltoall, qdr_speed.send, qdr_speed.bytes, MPI_BYTE,
     qdr_speed.receive, qdr_speed.bytes, MPI_BYTE)

static MPI_Comm kept[NUM_KEPT];

static MPI_Comm *make(void)
{
    MPI_Comm *made = &kept[qdr_speed.number % NUM_KEPT];

    MPI_Comm_dup(MPI_COMM_WORLD, made);
    return made;
}

/* Calls on a communicator: the 17th needs what plans need. */
enum { FEW = 2, MANY = 17 };

static int call(int count)
{
    MPI_Comm comm = *make();

    for (int i = 0; i < count; i++)
        MPI_Allreduce(qdr_speed.send, qdr_speed.receive, 1, MPI_INT, MPI_SUM,
                      comm);
    return 0;
}

static int call_mpi(int count)
{
    MPI_Comm comm = *make();

    for (int i = 0; i < count; i++)
        PMPI_Allreduce(qdr_speed.send, qdr_speed.receive, 1, MPI_INT, MPI_SUM,
                       comm);
    return 0;
}

static int keep(void)
{
    return call(MANY);
}

static int keep_by_mpi(void)
{
    return call_mpi(MANY);
}

static void free_kept(void)
{
    for (int i = 0; i < NUM_KEPT; i++)
        MPI_Comm_free(&kept[i]);
}

static int free_last(void)
{
    return MPI_Comm_free(&kept[qdr_speed.number % NUM_KEPT]);
}

static int use_few(void)
{
    return call(FEW) + free_last();
}

static int use_few_by_mpi(void)
{
    return call_mpi(FEW) + free_last();
}

static int use_many(void)
{
    return call(MANY) + free_last();
}

static int use_many_by_mpi(void)
{
    return call_mpi(MANY) + free_last();
}

static const qdr_speed_method passed = {"ns", NUM_PROCS, NUM_TURNS, 20000,
                                        .report = QDR_DIFFERENCE};
static const qdr_speed_method taken = {"ratio",
                                       NUM_PROCS,
                                       NUM_TURNS,
                                       500,
                                       .report = QDR_LOW_RATIO,
                                       .lengths = {8, 512, 4096, 32768}};
static const qdr_speed_method memory = {
    "bytes",           NUM_PROCS, 1, NUM_KEPT, .report = QDR_DIFFERENCE,
    .clear = free_kept};
static const qdr_speed_method making = {"us", NUM_PROCS, 1, 10000,
                                        .report = QDR_FASTEST};

const qdr_speed_row qdr_speed_rows[] = {
    {"MPI_Scatterv passed on by the preload library", &passed, NULL, scatterv,
     scatterv_of_mpi, .max = 50},
    {"MPI_Bcast passed on by the preload library", &passed, NULL, bcast,
     bcast_of_mpi, .max = 50},
    {"MPI_Bcast by the preload library (MPI's own), low", &taken, NULL,
     bcast_bytes, bcast_bytes_of_mpi, .max = 1.05},
    {"MPI_Allreduce by the preload library (MPI's own), low", &taken, NULL,
     allreduce, allreduce_of_mpi, .max = 1.05},
    {"MPI_Allgather by the preload library (MPI's own), low", &taken, NULL,
     allgather, allgather_of_mpi, .max = 1.05},
    {"MPI_Alltoall by the preload library (MPI's own), low", &taken, NULL,
     alltoall, alltoall_of_mpi, .max = 1.2},
    {"memory of a communicator, preloaded (MPI)", &memory, NULL, keep,
     .other = keep_by_mpi},
    {"communicator made, called twice, freed (MPI)", &making, NULL, use_few,
     .other = use_few_by_mpi},
    {"communicator made, called 17 times, freed (MPI)", &making, NULL, use_many,
     .other = use_many_by_mpi},
    {.quantity = NULL}};
