/* harness/self_tests/preload_speed.c -- what the preload library costs.
 *
 * usage: mpirun -np 2 preload_speed
 *
 * The program is linked with the preload library before MPI, so MPI_Scatterv is
 * ours and PMPI_Scatterv the MPI library's. A call that is passed on takes
 * longer: MPI_Scatterv is only counted; MPI_Bcast of no elements is looked up,
 * on two communicators in turn. One that is taken over is compared with
 * qdr_plan_execute of the same plan.
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

static int allreduce(void)
{
    return MPI_Allreduce(qdr_speed.send, qdr_speed.receive,
                         qdr_speed.bytes / (int)sizeof(int), MPI_INT, MPI_SUM,
                         MPI_COMM_WORLD);
}

static int plan_allreduce(void)
{
    return qdr_plan_allreduce(&qdr_speed.plan, NULL, NULL,
                              qdr_speed.bytes / (int)sizeof(int), MPI_INT,
                              MPI_SUM, MPI_COMM_WORLD, &qdr_speed.error);
}

static int allgather(void)
{
    return MPI_Allgather(qdr_speed.send, qdr_speed.bytes, MPI_BYTE,
                         qdr_speed.receive, qdr_speed.bytes, MPI_BYTE,
                         MPI_COMM_WORLD);
}

static int plan_allgather(void)
{
    return qdr_plan_allgather(&qdr_speed.plan, NULL, NULL,
                              (int64_t)NUM_PROCS * qdr_speed.bytes, NULL,
                              MPI_BYTE, MPI_COMM_WORLD, &qdr_speed.error);
}

static int alltoall(void)
{
    return MPI_Alltoall(qdr_speed.send, qdr_speed.bytes, MPI_BYTE,
                        qdr_speed.receive, qdr_speed.bytes, MPI_BYTE,
                        MPI_COMM_WORLD);
}

static int plan_alltoall(void)
{
    return qdr_plan_alltoall(&qdr_speed.plan, "scattered", NULL,
                             qdr_speed.bytes, MPI_COMM_WORLD, &qdr_speed.error);
}

static MPI_Comm kept[NUM_KEPT];

static MPI_Comm *make(void)
{
    MPI_Comm *made = &kept[qdr_speed.number % NUM_KEPT];

    MPI_Comm_dup(MPI_COMM_WORLD, made);
    return made;
}

static int keep(void)
{
    return MPI_Allreduce(qdr_speed.send, qdr_speed.receive, 1, MPI_INT, MPI_SUM,
                         *make());
}

static int keep_by_mpi(void)
{
    return PMPI_Allreduce(qdr_speed.send, qdr_speed.receive, 1, MPI_INT,
                          MPI_SUM, *make());
}

static void free_kept(void)
{
    for (int i = 0; i < NUM_KEPT; i++)
        MPI_Comm_free(&kept[i]);
}

static int use(void)
{
    keep();
    return MPI_Comm_free(&kept[qdr_speed.number % NUM_KEPT]);
}

static int use_by_mpi(void)
{
    keep_by_mpi();
    return MPI_Comm_free(&kept[qdr_speed.number % NUM_KEPT]);
}

static const qdr_speed_method passed = {"ns", NUM_PROCS, NUM_TURNS, 20000,
                                        .report = QDR_DIFFERENCE};
static const qdr_speed_method taken = {"ratio",
                                       NUM_PROCS,
                                       NUM_TURNS,
                                       500,
                                       .report = QDR_LOW_RATIO,
                                       .lengths = {8, 4096}};
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
    {"MPI_Allreduce by the preload library (its plan), low", &taken,
     plan_allreduce, allreduce, qdr_speed_execute, .max = 1.05},
    {"MPI_Allgather by the preload library (its plan), low", &taken,
     plan_allgather, allgather, qdr_speed_execute, .max = 1.05},
    {"MPI_Alltoall by the preload library (its plan), low", &taken,
     plan_alltoall, alltoall, qdr_speed_execute, .max = 1.05},
    {"memory of a communicator, preloaded (MPI)", &memory, NULL, keep,
     .other = keep_by_mpi},
    {"communicator made, called once, freed (MPI)", &making, NULL, use,
     .other = use_by_mpi},
    {.quantity = NULL}};
