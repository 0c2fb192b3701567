/* kernels/preload/programs/conformance_neighbor_alltoallv.c --
 * MPI_Neighbor_alltoallv on graphs with repeated edges and loops, and on grids.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { MAX_NEIGHBOURS = 40, SLOTS_PER_PEER = 3 };

typedef struct neighbourhood {
    member m;
    int num_sources, num_targets;
    int sources[MAX_NEIGHBOURS], targets[MAX_NEIGHBOURS];
    /* Which edge of those between the same two ranks, in order. */
    int source_edge[MAX_NEIGHBOURS], target_edge[MAX_NEIGHBOURS];
} neighbourhood;

/* How many edges src -> dst the graph has. */
static int edges_of(int src, int dst, int salt)
{
    static const int number[] = {0, 0, 1, 1, 2};

    return number[draw(src, dst, salt, 5)];
}

static neighbourhood graph(const member *m, int salt)
{
    neighbourhood n = {.num_sources = 0};
    MPI_Comm comm;

    for (int r = 0; r < m->size; r++) {
        for (int i = 0; i < edges_of(r, m->rank, salt); i++) {
            n.sources[n.num_sources] = r;
            n.source_edge[n.num_sources++] = i;
        }
        for (int i = 0; i < edges_of(m->rank, r, salt); i++) {
            n.targets[n.num_targets] = r;
            n.target_edge[n.num_targets++] = i;
        }
    }
    MPI_Dist_graph_create_adjacent(m->comm, n.num_sources, n.sources,
                                   n.source_edge, n.num_targets, n.targets,
                                   n.target_edge, MPI_INFO_NULL, 0, &comm);
    n.m = member_of("graph", comm);
    return n;
}

/* Without periods: what two ranks exchange is one message each way. */
static neighbourhood grid(const member *m, int num_dimensions)
{
    neighbourhood n = {.num_sources = 0};
    int sizes[3] = {0}, periods[3] = {0}, low, high;
    MPI_Comm comm;

    MPI_Dims_create(m->size, num_dimensions, sizes);
    MPI_Cart_create(m->comm, num_dimensions, sizes, periods, 0, &comm);
    for (int d = 0; d < num_dimensions; d++) {
        MPI_Cart_shift(comm, d, 1, &low, &high);
        n.sources[n.num_sources++] = low;
        n.sources[n.num_sources++] = high;
    }
    n.num_targets = n.num_sources;
    for (int i = 0; i < n.num_targets; i++)
        n.targets[i] = n.sources[i];
    n.m = member_of("grid", comm);
    return n;
}

static int units_of(int src, int dst, int edge, int salt)
{
    return draw(src * 64 + dst, edge, salt, SLOTS_PER_PEER);
}

/* The sends of this rank, or its receives, in slots in reverse order. */
static area neighbour_area(const neighbourhood *n, layout l, int salt,
                           bool is_sent, int *counts, int *places)
{
    int num = is_sent ? n->num_targets : n->num_sources;
    area a = area_new(l, num * SLOTS_PER_PEER);

    for (int i = 0; i < num; i++) {
        int peer = is_sent ? n->targets[i] : n->sources[i];
        int edge = is_sent ? n->target_edge[i] : n->source_edge[i];
        int src = is_sent ? n->m.rank : peer, dst = is_sent ? peer : n->m.rank;
        int slot = (num - 1 - i) * SLOTS_PER_PEER, units = 0;
        if (peer != MPI_PROC_NULL) {
            units = units_of(src, dst, edge, salt);
            area_put(&a, slot, units, src, dst, salt + edge);
        }
        counts[i] = units * l.per_unit;
        places[i] = slot * l.per_unit;
    }
    return a;
}

static void exchange(const neighbourhood *n, layout sent, layout received,
                     int salt)
{
    int sends[MAX_NEIGHBOURS], from[MAX_NEIGHBOURS];
    int receives[MAX_NEIGHBOURS], to[MAX_NEIGHBOURS];
    area source = neighbour_area(n, sent, salt, true, sends, from);
    area expected = neighbour_area(n, received, salt, false, receives, to);
    area target = area_new(received, n->num_sources * SLOTS_PER_PEER);

    MPI_Neighbor_alltoallv(source.origin, sends, from, sent.type, target.origin,
                           receives, to, received.type, n->m.comm);
    area_check(&target, &expected,
               describe("neighbor_alltoallv", n->m.name, sent, received, salt));
    area_free(&source);
}

/* A ring, whose two directions have the same peer at 2 ranks, and this rank
 * itself at 1: MPI libraries differ in which message is which, so the library's
 * own call is the reference. */
static void exchange_on_ring(const member *m)
{
    int size = m->size, period = 1, counts[2] = {3, 3}, places[2] = {0, 3};
    int sent[6], found[6], expected[6];
    MPI_Comm ring;

    MPI_Cart_create(m->comm, 1, &size, &period, 0, &ring);
    for (int i = 0; i < 6; i++)
        sent[i] = 10 * m->rank + i;
    MPI_Neighbor_alltoallv(sent, counts, places, MPI_INT, found, counts, places,
                           MPI_INT, ring);
    PMPI_Neighbor_alltoallv(sent, counts, places, MPI_INT, expected, counts,
                            places, MPI_INT, ring);
    for (int i = 0; i < 6; i++)
        check(found[i] == expected[i], "ring on %s: %d, not %d", m->name,
              found[i], expected[i]);
    MPI_Comm_free(&ring);
}

static void exchange_all(neighbourhood n, int first)
{
    for (int i = 0; i < NUM_LAYOUTS; i++) {
        exchange(&n, layout_of(i), layout_of(i + first + n.m.rank), i);
        exchange(&n, layout_of(i), layout_of(i), i + 20);
    }
    MPI_Comm_free(&n.m.comm);
}

void test_neighbor_alltoallv(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        for (int salt = 0; salt < 3; salt++)
            exchange_all(graph(&members[k], salt), salt);
        for (int d = 1; d <= 3; d++)
            exchange_all(grid(&members[k], d), d);
        exchange_on_ring(&members[k]);
    }
}
