/* harness/self_tests/exchange_speed.c -- exchanges whose lengths change every
 * time.
 *
 * usage: mpirun -np P exchange_speed, P from 2 to 8
 *
 * Every rank has a message for every other and, where it is exchanged, itself,
 * of 1 to 2 N - 1 bytes. The arguments are made before: programs do so for any
 * way.
 */
#include <stdbool.h>

#include "harness/self_tests/speed.h"

enum { NUM_TURNS = 60, NUM_STEPS = 20, MAX_PROCS = 8, MEAN_OF_UPDATES = 2048 };

/* The arguments of a step, for MPI and as blocks. */
typedef struct step {
    int sent[MAX_PROCS], to[MAX_PROCS], received[MAX_PROCS], from[MAX_PROCS];
    qdr_block sends[MAX_PROCS], receives[MAX_PROCS];
    int num_blocks;
} step;

static step steps[NUM_STEPS];

static int length_of(int src, int dst, int number, int bytes)
{
    return 1 +
           (src * 7919 + dst * 104729 + number * 15485863) % (2 * bytes - 1);
}

static void prepare_step(int number, int bytes, bool has_own)
{
    step *s = &steps[number];
    int at = 0, end = 0;

    s->num_blocks = 0;
    for (int r = 0; r < qdr_speed.num_procs; r++) {
        s->sent[r] = length_of(qdr_speed.rank, r, number, bytes);
        s->received[r] = length_of(r, qdr_speed.rank, number, bytes);
        s->to[r] = at;
        s->from[r] = end;
        if (r != qdr_speed.rank || has_own) {
            s->sends[s->num_blocks] = (qdr_block){r, at, s->sent[r]};
            s->receives[s->num_blocks++] = (qdr_block){r, end, s->received[r]};
        }
        at += s->sent[r];
        end += s->received[r];
    }
}

static int prepare_exchange(void)
{
    const step *first = &steps[0];

    for (int i = 0; i < NUM_STEPS; i++)
        prepare_step(i, qdr_speed.bytes, true);
    return qdr_plan_alltoallv(&qdr_speed.plan, "scattered", NULL, first->sent,
                              first->to, MPI_BYTE, first->received, first->from,
                              MPI_BYTE, MPI_COMM_WORLD, &qdr_speed.error);
}

static int call_mpi(void)
{
    const step *s = &steps[qdr_speed.number];

    return MPI_Alltoallv(qdr_speed.send, s->sent, s->to, MPI_BYTE,
                         qdr_speed.receive, s->received, s->from, MPI_BYTE,
                         MPI_COMM_WORLD);
}

static int exchange_blocks(void)
{
    const step *s = &steps[qdr_speed.number];

    return qdr_exchange_blocks(qdr_speed.send, s->num_blocks, s->sends,
                               qdr_speed.receive, s->num_blocks, s->receives,
                               MPI_COMM_WORLD, &qdr_speed.error);
}

static int update_and_execute(void)
{
    const step *s = &steps[qdr_speed.number];
    const MPI_Datatype type = MPI_BYTE;
    const qdr_messages next = {.size = sizeof next,
                               .send_counts = s->sent,
                               .send_displacements = s->to,
                               .send_types = &type,
                               .receive_counts = s->received,
                               .receive_displacements = s->from,
                               .receive_types = &type};
    qdr_status status =
        qdr_plan_update(qdr_speed.plan, &next, &qdr_speed.error);

    return status != QDR_OK ? (int)status : qdr_speed_execute();
}

static int count_by_mpi(void)
{
    const step *s = &steps[qdr_speed.number];
    int received[MAX_PROCS], from[MAX_PROCS], at = 0;

    MPI_Alltoall(s->sent, 1, MPI_INT, received, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < qdr_speed.num_procs; r++) {
        from[r] = at;
        at += received[r];
    }
    return MPI_Alltoallv(qdr_speed.send, s->sent, s->to, MPI_BYTE,
                         qdr_speed.receive, received, from, MPI_BYTE,
                         MPI_COMM_WORLD);
}

static int exchange_unknown(void)
{
    const step *s = &steps[qdr_speed.number];
    const int64_t room = (int64_t)qdr_speed.num_procs * QDR_SPEED_LONGEST;
    qdr_block found[MAX_PROCS];
    int64_t count = MAX_PROCS;

    return qdr_exchange_blocks_unknown(qdr_speed.send, s->num_blocks, s->sends,
                                       qdr_speed.receive, room, &count, found,
                                       MPI_COMM_WORLD, &qdr_speed.error);
}

static int plan_step(qdr_plan **plan, const step *s)
{
    return qdr_plan_blocks(plan, qdr_speed.algorithm, NULL, s->num_blocks,
                           s->sends, s->num_blocks, s->receives, MPI_COMM_WORLD,
                           &qdr_speed.error);
}

static int prepare_update(void)
{
    for (int i = 0; i < NUM_STEPS; i++)
        prepare_step(i, MEAN_OF_UPDATES, false);
    return plan_step(&qdr_speed.plan, &steps[0]);
}

static int update(void)
{
    const step *s = &steps[qdr_speed.number];
    const qdr_messages next = {.size = sizeof next,
                               .num_sends = s->num_blocks,
                               .sends = s->sends,
                               .num_receives = s->num_blocks,
                               .receives = s->receives};

    return qdr_plan_update(qdr_speed.plan, &next, &qdr_speed.error);
}

static int plan_anew(void)
{
    qdr_plan *made = NULL;
    int status = plan_step(&made, &steps[qdr_speed.number]);

    qdr_plan_free(&made);
    return status;
}

/* Programs call it if a rank knows its own lengths only. */
static int exchange_lengths(void)
{
    int64_t sent[MAX_PROCS] = {0}, received[MAX_PROCS];

    return MPI_Alltoall(sent, 1, MPI_INT64_T, received, 1, MPI_INT64_T,
                        MPI_COMM_WORLD);
}

static const qdr_speed_method updates = {"us", MAX_PROCS, NUM_TURNS, NUM_STEPS,
                                         .report = QDR_FASTEST};
static const qdr_speed_method lengths = {"us", MAX_PROCS, NUM_TURNS, NUM_STEPS,
                                         .lengths = {sizeof(int64_t)}};
static const qdr_speed_method exchanges = {
    "us", 4, NUM_TURNS, NUM_STEPS, .lengths = {8, 64, 512, 4096, 32768, 65536}};

const qdr_speed_row qdr_speed_rows[] = {
    {"qdr_plan_update, scattered at # (planning)", &updates, prepare_update,
     update, plan_anew, .algorithm = "scattered"},
    {"qdr_plan_update, largest_load_first at # (planning)", &updates,
     prepare_update, update, plan_anew, .algorithm = "largest_load_first"},
    {"MPI_Alltoall of lengths at #", &lengths, NULL, .ours = exchange_lengths},
    {"qdr_exchange_blocks at # (MPI_Alltoallv)", &exchanges, prepare_exchange,
     exchange_blocks, call_mpi,
     .mean = "exchange_blocks at #: geometric mean (MPI)"},
    {"qdr_plan_update, execute at # (MPI_Alltoallv)", &exchanges,
     prepare_exchange, update_and_execute, call_mpi,
     .mean = "update_and_execute at #: geometric mean (MPI)"},
    {"receives not known at # (counts by MPI)", &exchanges, prepare_exchange,
     exchange_unknown, count_by_mpi,
     .mean = "unknown at #: geometric mean (MPI)"},
    {.quantity = NULL}};
