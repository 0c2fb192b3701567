/* harness/self_tests/call_speed.c -- exchanges whose lengths change every time.
 *
 * usage: mpirun -np P call_speed
 *
 * `./quadrille bench self` runs it. Every rank has a message for every other
 * and itself, of 1 to 2 N - 1 bytes. Ways to exchange them take turns. Prints a
 * line for each N, with the microseconds of a step by
 *
 *   MPI_Alltoallv
 *   qdr_exchange_blocks
 *   qdr_plan_update and qdr_plan_execute
 *   MPI_Alltoall of the counts and MPI_Alltoallv: receives are not known
 *   qdr_exchange_blocks_unknown, for the same
 *
 * Each is the fastest of NUM_TURNS means, because other work only adds time.
 * The arguments are made before: programs do so for any of them.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/self_tests/speed.h"
#include "kernels/quadrille.h"

enum { NUM_TURNS = 60, NUM_STEPS = 20, MAX_PROCS = 64, LONGEST = 1 << 17 };

static int rank, num_procs;
static char *send_buffer, *receive_buffer;
static qdr_plan *plan;

/* The arguments of a step, for MPI and as blocks. */
typedef struct step {
    int sent[MAX_PROCS], to[MAX_PROCS], received[MAX_PROCS], from[MAX_PROCS];
    qdr_block sends[MAX_PROCS], receives[MAX_PROCS];
} step;

static step steps[NUM_STEPS];

static int length_of(int src, int dst, int number, int bytes)
{
    return 1 +
           (src * 7919 + dst * 104729 + number * 15485863) % (2 * bytes - 1);
}

static void prepare(int bytes)
{
    for (int i = 0; i < NUM_STEPS; i++) {
        step *s = &steps[i];
        int at = 0, end = 0;
        for (int r = 0; r < num_procs; r++) {
            s->sent[r] = length_of(rank, r, i, bytes);
            s->received[r] = length_of(r, rank, i, bytes);
            s->to[r] = at;
            s->from[r] = end;
            s->sends[r] = (qdr_block){r, at, s->sent[r]};
            s->receives[r] = (qdr_block){r, end, s->received[r]};
            at += s->sent[r];
            end += s->received[r];
        }
    }
}

static void call_mpi(const step *s)
{
    MPI_Alltoallv(send_buffer, s->sent, s->to, MPI_BYTE, receive_buffer,
                  s->received, s->from, MPI_BYTE, MPI_COMM_WORLD);
}

static void call_once(const step *s)
{
    qdr_error error;

    qdr_speed_require(qdr_exchange_blocks(send_buffer, num_procs, s->sends,
                                          receive_buffer, num_procs,
                                          s->receives, MPI_COMM_WORLD, &error),
                      &error);
}

static void call_update(const step *s)
{
    qdr_error error;
    const MPI_Datatype type = MPI_BYTE;
    const qdr_messages next = {.size = sizeof next,
                               .send_counts = s->sent,
                               .send_displacements = s->to,
                               .send_types = &type,
                               .receive_counts = s->received,
                               .receive_displacements = s->from,
                               .receive_types = &type};
    qdr_status status = qdr_plan_update(plan, &next, &error);

    if (status == QDR_OK)
        status = qdr_plan_execute(plan, send_buffer, receive_buffer, &error);
    qdr_speed_require(status, &error);
}

static void call_counts(const step *s)
{
    int received[MAX_PROCS], from[MAX_PROCS], at = 0;

    MPI_Alltoall(s->sent, 1, MPI_INT, received, 1, MPI_INT, MPI_COMM_WORLD);
    for (int r = 0; r < num_procs; r++) {
        from[r] = at;
        at += received[r];
    }
    MPI_Alltoallv(send_buffer, s->sent, s->to, MPI_BYTE, receive_buffer,
                  received, from, MPI_BYTE, MPI_COMM_WORLD);
}

static void call_unknown(const step *s)
{
    qdr_block found[MAX_PROCS];
    int64_t count = MAX_PROCS;
    qdr_error error;

    qdr_speed_require(qdr_exchange_blocks_unknown(
                          send_buffer, num_procs, s->sends, receive_buffer,
                          (int64_t)MAX_PROCS * LONGEST, &count, found,
                          MPI_COMM_WORLD, &error),
                      &error);
}

static void (*const ways[])(const step *) = {call_mpi, call_once, call_update,
                                             call_counts, call_unknown};
enum { NUM_WAYS = sizeof ways / sizeof *ways };

/* Mean of all steps, us. */
static double time_steps(void (*call)(const step *))
{
    double begin_s;

    MPI_Barrier(MPI_COMM_WORLD);
    begin_s = MPI_Wtime();
    for (int i = 0; i < NUM_STEPS; i++)
        call(&steps[i]);
    return (MPI_Wtime() - begin_s) * 1e6 / NUM_STEPS;
}

static void measure(int bytes)
{
    double us[NUM_WAYS] = {0};

    prepare(bytes);
    for (int turn = 0; turn < NUM_TURNS; turn++)
        for (int way = 0; way < NUM_WAYS; way++)
            qdr_speed_keep_min(&us[way], time_steps(ways[way]));
    if (rank != 0)
        return;
    printf("%d", bytes);
    for (int way = 0; way < NUM_WAYS; way++)
        printf(" %.3f", us[way]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static const int lengths[] = {8, 64, 512, 4096, 32768, 65536};
    const step *first = &steps[0];
    qdr_error error = {""};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (num_procs < 2 || num_procs > MAX_PROCS) {
        fprintf(stderr, "usage: mpirun -np 2 to %d call_speed\n", MAX_PROCS);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    send_buffer = calloc((size_t)num_procs, LONGEST);
    receive_buffer = calloc((size_t)num_procs, LONGEST);
    if (send_buffer == NULL || receive_buffer == NULL)
        MPI_Abort(MPI_COMM_WORLD, 2);
    prepare(lengths[0]);
    qdr_speed_require(qdr_plan_alltoallv(&plan, "scattered", NULL, first->sent,
                                         first->to, MPI_BYTE, first->received,
                                         first->from, MPI_BYTE, MPI_COMM_WORLD,
                                         &error),
                      &error);
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        measure(lengths[i]);
    qdr_plan_free(&plan);
    free(send_buffer);
    free(receive_buffer);
    MPI_Finalize();
    return 0;
}
