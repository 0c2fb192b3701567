/* kernels/preload/preload_results_test.c -- calls that are taken give what the
 * MPI library gives.
 *
 * The program is linked with the preload library before MPI, so MPI_Bcast is
 * ours and PMPI_Bcast the MPI library's. Each trial makes one call with both,
 * on the same data, and compares every byte that the call may write: counts,
 * roots, types with gaps or in another order, types that differ by rank, and
 * MPI_IN_PLACE are drawn alike on all ranks.
 */
#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"

enum { ROOM = 1 << 17, BEGIN = 1 << 10, NUM_TYPES = 6, MAX_PROCS = 16 };

static char sent[ROOM], received[ROOM];
static MPI_Datatype types[NUM_TYPES];

/* What a call is made with, the same on all ranks but for rank and type. */
typedef struct trial {
    bool is_ours, is_in_place;
    MPI_Comm comm;
    int rank, num_procs, root, count;
    MPI_Datatype type, other_type; /* of equal signatures */
    uint64_t seed;
} trial;

#define CALL(of, name, ...)                                                    \
    ((of)->is_ours ? MPI_##name(__VA_ARGS__) : PMPI_##name(__VA_ARGS__))

static char *const send_at = sent + BEGIN;
static char *const receive_at = received + BEGIN;

/* The bytes at `receive_at` that are compared; ROOM: all of `received`. */
typedef size_t trial_call(const trial *of);

static size_t bcast(const trial *of)
{
    CALL(of, Bcast, receive_at, of->count, of->type, of->root, of->comm);
    return ROOM;
}

static size_t allgather(const trial *of)
{
    CALL(of, Allgather, of->is_in_place ? MPI_IN_PLACE : send_at, of->count,
         of->type, receive_at, of->count, of->other_type, of->comm);
    return ROOM;
}

static size_t gather(const trial *of)
{
    bool is_in_place = of->is_in_place && of->rank == of->root;

    CALL(of, Gather, is_in_place ? MPI_IN_PLACE : send_at, of->count, of->type,
         receive_at, of->count, of->other_type, of->root, of->comm);
    return ROOM;
}

static size_t scatter(const trial *of)
{
    bool is_in_place = of->is_in_place && of->rank == of->root;

    CALL(of, Scatter, send_at, of->count, of->type,
         is_in_place ? MPI_IN_PLACE : receive_at, of->count, of->other_type,
         of->root, of->comm);
    return ROOM;
}

static size_t reduce(const trial *of)
{
    bool is_in_place = of->is_in_place && of->rank == of->root;

    CALL(of, Reduce, is_in_place ? MPI_IN_PLACE : send_at, receive_at,
         of->count, MPI_INT, MPI_SUM, of->root, of->comm);
    return of->rank == of->root ? ROOM : 0;
}

static size_t allreduce(const trial *of)
{
    const MPI_Op operators[] = {MPI_SUM, MPI_MAX, MPI_BXOR, MPI_MINLOC};
    MPI_Op op = operators[of->seed % 4];

    CALL(of, Allreduce, of->is_in_place ? MPI_IN_PLACE : send_at, receive_at,
         of->count, op == MPI_MINLOC ? MPI_2INT : MPI_INT, op, of->comm);
    return ROOM;
}

static size_t reduce_scatter(const trial *of)
{
    int counts[MAX_PROCS];

    for (int r = 0; r < of->num_procs; r++)
        counts[r] = (int)(qdr_mix64(of->seed + (uint64_t)r) % 20);
    CALL(of, Reduce_scatter, of->is_in_place ? MPI_IN_PLACE : send_at,
         receive_at, counts, MPI_INT, MPI_SUM, of->comm);
    return sizeof(int) * (size_t)counts[of->rank];
}

static size_t reduce_scatter_block(const trial *of)
{
    CALL(of, Reduce_scatter_block, of->is_in_place ? MPI_IN_PLACE : send_at,
         receive_at, of->count, MPI_INT, MPI_SUM, of->comm);
    return sizeof(int) * (size_t)of->count;
}

static size_t alltoall(const trial *of)
{
    CALL(of, Alltoall, of->is_in_place ? MPI_IN_PLACE : send_at, of->count,
         of->type, receive_at, of->count, of->other_type, of->comm);
    return ROOM;
}

/* Elements from one rank to another: a few, or none. */
static int count_of(const trial *of, int src, int dst)
{
    uint64_t drawn =
        qdr_mix64(of->seed + (uint64_t)src * MAX_PROCS + (uint64_t)dst);

    return drawn % 2 == 0 ? 0 : (int)(drawn / 2 % 30);
}

/* The arguments of MPI_Alltoallv, with places in elements. */
typedef struct arrays {
    int sends[MAX_PROCS], send_places[MAX_PROCS], receives[MAX_PROCS],
        receive_places[MAX_PROCS];
} arrays;

static arrays place(const trial *of)
{
    arrays made;
    int sent_so_far = 0, received_so_far = 0;

    for (int r = 0; r < of->num_procs; r++) {
        made.sends[r] = count_of(of, of->rank, r);
        made.receives[r] = count_of(of, r, of->rank);
        made.send_places[r] = sent_so_far;
        made.receive_places[r] = received_so_far;
        sent_so_far += made.sends[r];
        received_so_far += made.receives[r] + 1;
    }
    return made;
}

static size_t alltoallv(const trial *of)
{
    arrays at = place(of);

    CALL(of, Alltoallv, send_at, at.sends, at.send_places, of->type, receive_at,
         at.receives, at.receive_places, of->other_type, of->comm);
    return ROOM;
}

/* No type where there is no element. */
static size_t alltoallw(const trial *of)
{
    arrays at = place(of);
    MPI_Datatype sends[MAX_PROCS], receives[MAX_PROCS];
    MPI_Aint begin, extent, other_extent;

    MPI_Type_get_extent(of->type, &begin, &extent);
    MPI_Type_get_extent(of->other_type, &begin, &other_extent);
    for (int r = 0; r < of->num_procs; r++) {
        at.send_places[r] *= (int)extent;
        at.receive_places[r] *= (int)other_extent;
        sends[r] = at.sends[r] > 0 ? of->type : MPI_BYTE;
        receives[r] = at.receives[r] > 0 ? of->other_type : MPI_BYTE;
    }
    CALL(of, Alltoallw, send_at, at.sends, at.send_places, sends, receive_at,
         at.receives, at.receive_places, receives, of->comm);
    return ROOM;
}

static size_t neighbor_alltoallv(const trial *of)
{
    int sizes[2] = {0, 0}, counts[4], places[4];
    int periods[2] = {of->seed % 2 == 0, of->seed % 3 == 0};
    MPI_Comm mesh;

    for (int i = 0; i < 4; i++) {
        counts[i] = (int)(of->seed % 20);
        places[i] = 25 * i;
    }
    MPI_Dims_create(of->num_procs, 2, sizes);
    MPI_Cart_create(of->comm, 2, sizes, periods, 0, &mesh);
    CALL(of, Neighbor_alltoallv, send_at, counts, places, MPI_INT, receive_at,
         counts, places, MPI_INT, mesh);
    MPI_Comm_free(&mesh);
    return ROOM;
}

/* As a graph, rank 0's neighbour is every rank, twice. */
static size_t graph_alltoallv(const trial *of)
{
    int peers[2 * MAX_PROCS], counts[2 * MAX_PROCS], places[2 * MAX_PROCS];
    int num_peers = of->rank == 0 ? 2 * of->num_procs : 2;
    MPI_Comm graph;

    for (int i = 0; i < num_peers; i++) {
        peers[i] = of->rank == 0 ? i / 2 : 0;
        counts[i] = 1 + i % 2;
        places[i] = 3 * i;
    }
    MPI_Dist_graph_create_adjacent(of->comm, num_peers, peers, counts,
                                   num_peers, peers, counts, MPI_INFO_NULL, 0,
                                   &graph);
    CALL(of, Neighbor_alltoallv, send_at, counts, places, of->type, receive_at,
         counts, places, of->other_type, graph);
    MPI_Comm_free(&graph);
    return ROOM;
}

static const struct {
    const char *name;
    trial_call *call;
} calls[] = {
    {"bcast", bcast},
    {"allgather", allgather},
    {"gather", gather},
    {"scatter", scatter},
    {"reduce", reduce},
    {"allreduce", allreduce},
    {"reduce_scatter", reduce_scatter},
    {"reduce_scatter_block", reduce_scatter_block},
    {"alltoall", alltoall},
    {"alltoallv", alltoallv},
    {"alltoallw", alltoallw},
    {"neighbor_alltoallv", neighbor_alltoallv},
    {"graph_alltoallv", graph_alltoallv},
};
enum { NUM_CALLS = sizeof calls / sizeof *calls };

/* Types of two integers each: one after another, with gaps, in reverse, from a
 * place before the address, from a place behind it, and a copy of MPI's own. */
static void make_types(void)
{
    MPI_Type_contiguous(2, MPI_INT, &types[0]);
    MPI_Type_vector(2, 1, 3, MPI_INT, &types[1]);
    MPI_Type_indexed(2, (int[]){1, 1}, (int[]){1, 0}, MPI_INT, &types[2]);
    MPI_Type_create_resized(types[2], -4, 12, &types[3]);
    MPI_Type_create_struct(1, (int[]){2}, (MPI_Aint[]){8},
                           (MPI_Datatype[]){MPI_INT}, &types[4]);
    MPI_Type_dup(MPI_2INT, &types[5]);
    for (int i = 0; i < NUM_TYPES; i++)
        MPI_Type_commit(&types[i]);
}

static void fill(const trial *of)
{
    for (int i = 0; i < ROOM; i++) {
        uint64_t drawn = of->seed * ROOM + (uint64_t)(of->rank + i * MAX_PROCS);
        sent[i] = (char)(qdr_mix64(drawn) & 0x7f);
        received[i] = (char)(qdr_mix64(~drawn) & 0x7f);
    }
}

/* Returns whether both results are the same. Ours is called twice, since the
 * second time it is repeated. */
static bool try(trial *of, trial_call *call)
{
    static char ours[ROOM];
    size_t bytes;

    of->is_ours = true;
    fill(of);
    call(of);
    fill(of);
    bytes = call(of);
    memcpy(ours, received, ROOM);
    fill(of);
    of->is_ours = false;
    call(of);
    return bytes == ROOM ? memcmp(ours, received, ROOM) == 0
                         : memcmp(ours + BEGIN, receive_at, bytes) == 0;
}

static trial draw(MPI_Comm comm, uint64_t seed)
{
    trial made = {.comm = comm, .seed = qdr_mix64(seed)};
    uint64_t drawn = made.seed;

    MPI_Comm_rank(comm, &made.rank);
    MPI_Comm_size(comm, &made.num_procs);
    made.root = (int)(drawn % (uint64_t)made.num_procs);
    made.is_in_place = drawn / 64 % 3 == 0;
    made.count = (int)(drawn / 256 % (drawn / 1024 % 4 == 0 ? 400 : 10));
    /* Each rank describes the same data in its own way. */
    made.type = types[(drawn / 4096 + (uint64_t)made.rank) % NUM_TYPES];
    made.other_type = types[drawn / 4096 % NUM_TYPES];
    return made;
}

/* The call, and then with one argument changed: what was kept of the last call
 * is not for these. */
static bool try_in_turn(trial *of, trial_call *call)
{
    bool is_good = try(of, call);

    of->root = (of->root + 1) % of->num_procs;
    is_good = try(of, call) && is_good;
    of->count++;
    is_good = try(of, call) && is_good;
    of->type = MPI_2INT;
    of->other_type = types[4];
    return try(of, call) && is_good;
}

int main(int argc, char **argv)
{
    enum { NUM_TRIALS = 156, NUM_ON_ONE = 26 };
    MPI_Comm comm = MPI_COMM_NULL;
    int rank, num_failed = 0;

    /* With several threads nothing is repeated. */
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    make_types();
    for (uint64_t i = 0; i < NUM_TRIALS; i++) {
        trial of;
        if (i % NUM_ON_ONE == 0) {
            if (comm != MPI_COMM_NULL)
                MPI_Comm_free(&comm);
            /* In another order of ranks each time. */
            MPI_Comm_split(MPI_COMM_WORLD, 0,
                           i % (2 * NUM_ON_ONE) == 0 ? rank : -rank, &comm);
        }
        of = draw(comm, i);
        if (try_in_turn(&of, calls[i % NUM_CALLS].call))
            continue;
        num_failed++;
        fprintf(stderr, "rank %d: %s, trial %d, differs\n", rank,
                calls[i % NUM_CALLS].name, (int)i);
    }
    MPI_Comm_free(&comm);
    for (int i = 0; i < NUM_TYPES; i++)
        MPI_Type_free(&types[i]);
    MPI_Allreduce(MPI_IN_PLACE, &num_failed, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
    return num_failed > 0;
}
