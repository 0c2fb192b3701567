/* kernels/preload/programs/conformance_members.c -- the communicators of the
 * trials.
 */
#include <stdio.h>

#include "kernels/preload/programs/conformance.h"

member members[MAX_MEMBERS];
int num_members;

member member_of(const char *name, MPI_Comm comm)
{
    member m = {.name = name, .comm = comm};

    MPI_Comm_rank(comm, &m.rank);
    MPI_Comm_size(comm, &m.size);
    m.self = m.rank;
    m.num_sources = m.num_targets = m.size;
    for (int r = 0; r < m.size; r++)
        m.sources[r] = m.targets[r] = r;
    return m;
}

/* Between the first num_low ranks of the world and the others. */
static member between(const char *name, int num_low)
{
    const member *world = &members[WORLD];
    bool is_low = world->rank < num_low;
    MPI_Comm local, made;
    member m;

    MPI_Comm_split(world->comm, is_low, world->rank, &local);
    MPI_Intercomm_create(local, 0, world->comm, is_low ? num_low : 0, 3, &made);
    MPI_Comm_free(&local);
    m = member_of(name, made);
    m.is_inter = true;
    m.self += is_low ? 0 : FIRST_HIGH;
    MPI_Comm_remote_size(made, &m.num_sources);
    m.num_targets = m.num_sources;
    for (int r = 0; r < m.num_sources; r++)
        m.sources[r] = m.targets[r] = r + (is_low ? FIRST_HIGH : 0);
    return m;
}

void members_make(void)
{
    member world = member_of("world", MPI_COMM_WORLD);
    MPI_Comm made;

    if (world.size > MAX_PROCS) {
        fprintf(stderr, "conformance: %d ranks; accepted: up to %d\n",
                world.size, MAX_PROCS);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    members[WORLD] = world;
    MPI_Comm_dup(world.comm, &made);
    members[1] = member_of("duplicate", made);
    MPI_Comm_split(world.comm, 0, -world.rank, &made);
    members[REVERSED] = member_of("reversed", made);
    MPI_Comm_split(world.comm, world.rank % 2, world.rank, &made);
    members[3] = member_of("even or odd", made);
    MPI_Comm_split(world.comm, world.rank < 3, -world.rank, &made);
    members[4] = member_of("first three or rest, reversed", made);
    members[5] = member_of("self", MPI_COMM_SELF);
    num_members = NUM_INTRA;
    if (world.size > 1)
        members[num_members++] = between("rank 0 and the others", 1);
    if (world.size > 2)
        members[num_members++] = between("two halves", (world.size + 1) / 2);
}

void members_free(void)
{
    for (int i = 0; i < num_members; i++)
        if (members[i].comm != MPI_COMM_WORLD &&
            members[i].comm != MPI_COMM_SELF)
            MPI_Comm_free(&members[i].comm);
}

/* A graph that has 0, 1 or 2 edges between two ranks, loops too; salt 0: rank 0
 * and every rank are neighbours, twice. */
static int edges_between(int src, int dst, int salt)
{
    static const int edges[] = {0, 0, 1, 1, 2};

    if (salt == 0)
        return src == 0 || dst == 0 ? 2 : 0;
    return edges[draw(src, dst, salt, 5)];
}

static member graph(const member *m, int salt)
{
    member made = {.num_sources = 0};
    int weights[MAX_PEERS] = {0};
    MPI_Comm comm;

    for (int r = 0; r < m->size; r++) {
        for (int i = 0; i < edges_between(r, m->rank, salt); i++)
            made.sources[made.num_sources++] = r;
        for (int i = 0; i < edges_between(m->rank, r, salt); i++)
            made.targets[made.num_targets++] = r;
    }
    MPI_Dist_graph_create_adjacent(m->comm, made.num_sources, made.sources,
                                   weights, made.num_targets, made.targets,
                                   weights, MPI_INFO_NULL, 0, &comm);
    made.name = "a graph";
    made.comm = comm;
    MPI_Comm_rank(comm, &made.rank);
    made.self = made.rank;
    made.size = m->size;
    return made;
}

/* Each rank's neighbours are the ranks after and before it, in an old graph. */
static member old_graph(const member *m)
{
    int index[MAX_PROCS], edges[2 * MAX_PROCS];
    MPI_Comm comm;
    member made;

    for (int r = 0; r < m->size; r++) {
        index[r] = 2 * r + 2;
        edges[2 * r] = (r + 1) % m->size;
        edges[2 * r + 1] = (r + m->size - 1) % m->size;
    }
    MPI_Graph_create(m->comm, m->size, index, edges, 0, &comm);
    made = member_of("an old graph", comm);
    made.is_grid = true;
    made.num_sources = made.num_targets = 2;
    for (int i = 0; i < 2; i++)
        made.sources[i] = made.targets[i] = edges[2 * made.rank + i];
    return made;
}

static member grid(const member *m, int num_dimensions, bool is_periodic)
{
    int sizes[3] = {0};
    int periods[3] = {is_periodic, is_periodic, is_periodic};
    MPI_Comm comm;
    member made;

    MPI_Dims_create(m->size, num_dimensions, sizes);
    MPI_Cart_create(m->comm, num_dimensions, sizes, periods, 0, &comm);
    made = member_of(is_periodic ? "a torus" : "a grid", comm);
    made.is_grid = true;
    made.num_sources = made.num_targets = 2 * num_dimensions;
    for (int d = 0; d < num_dimensions; d++)
        MPI_Cart_shift(comm, d, 1, &made.sources[2 * d],
                       &made.sources[2 * d + 1]);
    for (int i = 0; i < made.num_sources; i++)
        made.targets[i] = made.sources[i];
    return made;
}

member topology_make(int kind, const member *m)
{
    if (kind < 3)
        return grid(m, kind + 1, false);
    if (kind < 6)
        return grid(m, kind - 2, true);
    return kind == 6 ? old_graph(m) : graph(m, kind - 7);
}
