/* harness/self_tests/plan_speed.c -- what plans cost besides their messages.
 *
 * usage: mpirun -np 2 plan_speed
 *
 * The plan of no messages on MPI_COMM_SELF calls no MPI, so its time is all our
 * own; two ranks cannot resolve it. The plan of "mpi_alltoall" wraps
 * MPI_Alltoall. Other plans have a message to the next rank. `auto` chooses as
 * it does on NUM_CHOOSING ranks: for the first time, and again.
 */
#include "harness/self_tests/speed.h"
#include "kernels/core/problem/problem.h"
#include "kernels/kernel.h"

enum {
    NUM_ALIVE = 1000, /* plans at a time */
    NUM_KEPT = 200,   /* communicators at a time */
    NUM_CHOOSING = 16384
};

static int plan_nothing(void)
{
    return qdr_plan_blocks(&qdr_speed.plan, NULL, NULL, 0, NULL, 0, NULL,
                           MPI_COMM_SELF, &qdr_speed.error);
}

static int plan_alltoall(void)
{
    return qdr_plan_alltoall(&qdr_speed.plan, "mpi_alltoall", NULL,
                             qdr_speed.bytes, MPI_COMM_WORLD, &qdr_speed.error);
}

static int call_alltoall(void)
{
    return MPI_Alltoall(qdr_speed.send, qdr_speed.bytes, MPI_BYTE,
                        qdr_speed.receive, qdr_speed.bytes, MPI_BYTE,
                        MPI_COMM_WORLD);
}

/* A plan of a message to the next rank. */
static int make(qdr_plan **plan, MPI_Comm comm)
{
    const int p = qdr_speed.num_procs;
    const qdr_block sent = {(qdr_speed.rank + 1) % p, 0, 8};
    const qdr_block received = {(qdr_speed.rank + p - 1) % p, 0, 8};

    return qdr_plan_blocks(plan, "scattered", NULL, 1, &sent, 1, &received,
                           comm, &qdr_speed.error);
}

static qdr_plan *plans[NUM_ALIVE];

static int replace_plan(void)
{
    qdr_plan **at = &plans[qdr_speed.number % NUM_ALIVE];

    qdr_plan_free(at);
    return make(at, MPI_COMM_WORLD);
}

static void free_plans(void)
{
    for (int i = 0; i < NUM_ALIVE; i++)
        qdr_plan_free(&plans[i]);
}

static MPI_Comm kept[NUM_KEPT];

static int keep_communicator(void)
{
    return MPI_Comm_dup(MPI_COMM_WORLD, &kept[qdr_speed.number]);
}

static int keep_planned_communicator(void)
{
    qdr_plan *plan = NULL;
    int status;

    keep_communicator();
    status = make(&plan, kept[qdr_speed.number]);
    qdr_plan_free(&plan);
    return status;
}

static void free_communicators(void)
{
    for (int i = 0; i < NUM_KEPT; i++)
        MPI_Comm_free(&kept[i]);
}

/* The communicator is freed before its plan. */
static int use_communicator(void)
{
    MPI_Comm comm;
    qdr_plan *plan = NULL;
    int status;

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    status = make(&plan, comm);
    MPI_Comm_free(&comm);
    qdr_plan_free(&plan);
    return status;
}

/* What `auto` chooses for. */
static const qdr_kernel *kernel;
static qdr_traffic_summary summary;
static qdr_problem problem;

static int prepare_choice(void)
{
    qdr_status status =
        qdr_kernel_find(qdr_speed.algorithm, &kernel, &qdr_speed.error);

    if (status != QDR_OK)
        return status;
    summary = qdr_traffic_summary_complete(NULL, NUM_CHOOSING, qdr_speed.bytes);
    problem = (qdr_problem){.collective = kernel->collective,
                            .num_procs = NUM_CHOOSING};
    if (qdr_collective_has_vector(kernel->collective))
        problem.vector.bytes = qdr_speed.bytes;
    else
        problem.messages.summary = &summary;
    return QDR_OK;
}

static int choose(void)
{
    qdr_chosen chosen;

    return qdr_kernel_choose(kernel, &problem, NULL, &chosen, &qdr_speed.error);
}

static int choose_again(void)
{
    qdr_chosen chosen;

    return qdr_choice_find(kernel, &problem, NULL, &chosen, &qdr_speed.error);
}

static const qdr_speed_method nothing = {"ns", 2, 1000, 10000,
                                         .report = QDR_FASTEST};
static const qdr_speed_method wrapping = {"ns", 2, 1000, 200, .lengths = {8}};
static const qdr_speed_method many_plans = {"us", 2, 1, 100000,
                                            .clear = free_plans};
static const qdr_speed_method plan_memory = {"bytes", 2, 1, NUM_ALIVE,
                                             .clear = free_plans};
static const qdr_speed_method many_communicators = {"us", 2, 1, 10000,
                                                    .report = QDR_FASTEST};
static const qdr_speed_method communicator_memory = {
    "bytes",
    2,
    1,
    NUM_KEPT,
    .report = QDR_DIFFERENCE,
    .clear = free_communicators};
static const qdr_speed_method choices = {"us", 2, 101, 1,
                                         .lengths = {8, 65536, 16777216}};

const qdr_speed_row qdr_speed_rows[] = {
    {"qdr_plan_execute of an empty plan", &nothing, plan_nothing,
     qdr_speed_execute, .max = 10},
    {"qdr_plan_execute of MPI_Alltoall at # (itself)", &wrapping, plan_alltoall,
     qdr_speed_execute, .other = call_alltoall},
    {"100000 plans, 1000 at a time: make and free", &many_plans, NULL,
     .ours = replace_plan},
    {"memory of a plan of one message", &plan_memory, NULL,
     .ours = replace_plan},
    {"10000 communicators: make, plan, free", &many_communicators, NULL,
     .ours = use_communicator},
    {"memory of a communicator, our part (MPI)", &communicator_memory, NULL,
     keep_planned_communicator, .other = keep_communicator},
    {"choice by bcast_auto at 16384 (again)", &choices, prepare_choice, choose,
     choose_again, .algorithm = "bcast_auto"},
    {"choice by scatter_auto at 16384 (again)", &choices, prepare_choice,
     choose, choose_again, .algorithm = "scatter_auto"},
    {"choice by gather_auto at 16384 (again)", &choices, prepare_choice, choose,
     choose_again, .algorithm = "gather_auto"},
    {"choice by allgather_auto at 16384 (again)", &choices, prepare_choice,
     choose, choose_again, .algorithm = "allgather_auto"},
    {"choice by reduce_auto at 16384 (again)", &choices, prepare_choice, choose,
     choose_again, .algorithm = "reduce_auto"},
    {"choice by allreduce_auto at 16384 (again)", &choices, prepare_choice,
     choose, choose_again, .algorithm = "allreduce_auto"},
    {"choice by reduce_scatter_auto at 16384 (again)", &choices, prepare_choice,
     choose, choose_again, .algorithm = "reduce_scatter_auto"},
    {"choice by alltoallv_auto at 16384 (again)", &choices, prepare_choice,
     choose, choose_again, .algorithm = "alltoallv_auto"},
    {.quantity = NULL}};
