/* kernels/preload/programs/conformance_intercommunicators.c -- the collectives
 * between two groups: the low half of the ranks and the others.
 */
#include "kernels/preload/programs/conformance.h"

enum { COUNT = 3 };

/* An intercommunicator; a global rank is the rank in the world. */
typedef struct sides {
    MPI_Comm comm;
    bool is_low;
    int rank, local_size, remote_size, first_local, first_remote;
} sides;

static int value(int src, int dst, int index)
{
    return draw(src, dst, index, 1 << 20);
}

static sides make_sides(int num_low)
{
    const member *world = &members[WORLD];
    sides s = {.is_low = world->rank < num_low};
    MPI_Comm local;

    MPI_Comm_split(world->comm, s.is_low, world->rank, &local);
    MPI_Intercomm_create(local, 0, world->comm, s.is_low ? num_low : 0, 3,
                         &s.comm);
    MPI_Comm_free(&local);
    MPI_Comm_rank(s.comm, &s.rank);
    MPI_Comm_size(s.comm, &s.local_size);
    MPI_Comm_remote_size(s.comm, &s.remote_size);
    s.first_local = s.is_low ? 0 : num_low;
    s.first_remote = s.is_low ? num_low : 0;
    return s;
}

/* Compares what came from the remote ranks, each to `dst`. */
static void compare(const sides *s, const int *found, int dst, const char *call)
{
    int wrong = 0;

    for (int r = 0; r < s->remote_size; r++)
        for (int i = 0; i < COUNT; i++)
            wrong += found[r * COUNT + i] != value(s->first_remote + r, dst, i);
    check(wrong == 0, "%s between %d and %d ranks: %d wrong", call,
          s->local_size, s->remote_size, wrong);
}

static void exchange(const sides *s)
{
    int sent[MAX_PROCS * COUNT], found[MAX_PROCS * COUNT];
    int counts[MAX_PROCS], places[MAX_PROCS], bytes[MAX_PROCS];
    int self = s->first_local + s->rank;
    MPI_Datatype types[MAX_PROCS];

    for (int r = 0; r < s->remote_size; r++) {
        counts[r] = COUNT;
        places[r] = r * COUNT;
        bytes[r] = r * COUNT * (int)sizeof(int);
        types[r] = MPI_INT;
        for (int i = 0; i < COUNT; i++)
            sent[r * COUNT + i] = value(self, s->first_remote + r, i);
    }
    MPI_Alltoall(sent, COUNT, MPI_INT, found, COUNT, MPI_INT, s->comm);
    compare(s, found, self, "alltoall");
    MPI_Alltoallv(sent, counts, places, MPI_INT, found, counts, places, MPI_INT,
                  s->comm);
    compare(s, found, self, "alltoallv");
    MPI_Alltoallw(sent, counts, bytes, types, found, counts, bytes, types,
                  s->comm);
    compare(s, found, self, "alltoallw");
    for (int i = 0; i < COUNT; i++)
        sent[i] = value(self, 0, i);
    MPI_Allgather(sent, COUNT, MPI_INT, found, COUNT, MPI_INT, s->comm);
    compare(s, found, 0, "allgather");
}

/* The sum of element `index` over the remote group. */
static int remote_sum(const sides *s, int index)
{
    int sum = 0;

    for (int r = 0; r < s->remote_size; r++)
        sum += value(s->first_remote + r, 1, index);
    return sum;
}

/* Vectors of a length that both groups divide. */
static void reduce(const sides *s)
{
    int count = s->local_size * s->remote_size, each = s->remote_size;
    int *mine = allocate((size_t)count, sizeof(int)), wrong = 0;
    int *found = allocate((size_t)count, sizeof(int)), counts[MAX_PROCS];

    for (int i = 0; i < count; i++)
        mine[i] = value(s->first_local + s->rank, 1, i);
    MPI_Allreduce(mine, found, count, MPI_INT, MPI_SUM, s->comm);
    for (int i = 0; i < count; i++)
        wrong += found[i] != remote_sum(s, i);
    check(wrong == 0, "allreduce between groups: %d wrong", wrong);
    MPI_Reduce_scatter_block(mine, found, each, MPI_INT, MPI_SUM, s->comm);
    for (int i = 0; i < each; i++)
        check(found[i] == remote_sum(s, each * s->rank + i),
              "reduce_scatter_block between groups");
    for (int r = 0; r < s->local_size; r++)
        counts[r] = each;
    MPI_Reduce_scatter(mine, found, counts, MPI_INT, MPI_SUM, s->comm);
    for (int i = 0; i < each; i++)
        check(found[i] == remote_sum(s, each * s->rank + i),
              "reduce_scatter between groups");
    free(mine);
    free(found);
}

/* With the root in the group `root_is_low`: its rank there. */
static void use_root(const sides *s, bool root_is_low, int root)
{
    bool is_root_side = s->is_low == root_is_low;
    bool is_root = is_root_side && s->rank == root;
    int argument = is_root ? MPI_ROOT : is_root_side ? MPI_PROC_NULL : root;
    int all[MAX_PROCS * COUNT] = {0}, mine[COUNT] = {0}, found[COUNT] = {0};
    int global_root = (is_root_side ? s->first_local : s->first_remote) + root;
    int self = s->first_local + s->rank;

    for (int i = 0; i < COUNT; i++)
        mine[i] = value(is_root ? global_root : self, is_root ? 2 : 1, i);
    MPI_Bcast(mine, COUNT, MPI_INT, argument, s->comm);
    for (int i = 0; i < COUNT && !is_root_side; i++)
        check(mine[i] == value(global_root, 2, i), "bcast between groups");
    for (int i = 0; i < COUNT; i++)
        mine[i] = value(self, 1, i);
    MPI_Reduce(mine, found, COUNT, MPI_INT, MPI_SUM, argument, s->comm);
    for (int i = 0; i < COUNT && is_root; i++)
        check(found[i] == remote_sum(s, i), "reduce between groups");
    MPI_Gather(mine, COUNT, MPI_INT, all, COUNT, MPI_INT, argument, s->comm);
    if (is_root)
        compare(s, all, 1, "gather");
    for (int i = 0; i < COUNT * s->remote_size && is_root; i++)
        all[i] = value(global_root, s->first_remote + i / COUNT, i % COUNT);
    MPI_Scatter(all, COUNT, MPI_INT, found, COUNT, MPI_INT, argument, s->comm);
    for (int i = 0; i < COUNT && !is_root_side; i++)
        check(found[i] == value(global_root, self, i),
              "scatter between groups");
}

void test_intercommunicators(void)
{
    int size = members[WORLD].size;

    for (int num_low = 1; num_low < size; num_low += 1 + size / 4) {
        sides s = make_sides(num_low);
        exchange(&s);
        reduce(&s);
        for (int root = 0; root < num_low; root++)
            use_root(&s, true, root);
        for (int root = 0; root < size - num_low; root++)
            use_root(&s, false, root);
        MPI_Comm_free(&s.comm);
    }
}
