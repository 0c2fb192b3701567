/* kernels/preload/programs/conformance_alltoallv.c -- MPI_Alltoallv: sparse
 * counts, displacements in any order with gaps, all pairs of types.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { MAX_UNITS = 3, SLOTS_PER_PEER = 4 };

/* Units of src -> dst in a call; a third of the pairs has none. */
static int units_of(int src, int dst, int salt)
{
    return draw(src, dst, salt, 3) == 0 ? 0
                                        : draw(dst, src, salt, MAX_UNITS + 1);
}

/* The first slot of a peer: odd ranks store peers backwards. */
static int slot_of(const member *m, int peer, int salt)
{
    int place = m->rank % 2 == 0 ? peer : m->size - 1 - peer;

    return place * SLOTS_PER_PEER + draw(m->rank, peer, salt + 1, 2);
}

static area vector_area(const member *m, layout l, int salt, bool is_sent)
{
    area a = area_new(l, m->size * SLOTS_PER_PEER);

    for (int r = 0; r < m->size; r++) {
        int src = is_sent ? m->rank : r, dst = is_sent ? r : m->rank;
        area_put(&a, slot_of(m, r, salt), units_of(src, dst, salt), src, dst,
                 salt);
    }
    return a;
}

static void fill_arguments(const member *m, layout l, int salt, bool is_sent,
                           int *counts, int *places)
{
    for (int r = 0; r < m->size; r++) {
        int units =
            is_sent ? units_of(m->rank, r, salt) : units_of(r, m->rank, salt);
        counts[r] = units * l.per_unit;
        places[r] = slot_of(m, r, salt) * l.per_unit;
    }
}

static void exchange(const member *m, layout sent, layout received, int salt,
                     bool from_bottom)
{
    int sends[MAX_PROCS], from[MAX_PROCS], receives[MAX_PROCS], to[MAX_PROCS];
    area source = vector_area(m, sent, salt, true), kept = area_copy(&source);
    area expected = vector_area(m, received, salt, false);
    area target = area_new(received, m->size * SLOTS_PER_PEER);
    side s = side_of(&source, from_bottom), r = side_of(&target, from_bottom);

    fill_arguments(m, s.layout, salt, true, sends, from);
    fill_arguments(m, r.layout, salt, false, receives, to);
    MPI_Alltoallv(s.buffer, sends, from, s.layout.type, r.buffer, receives, to,
                  r.layout.type, m->comm);
    area_check(&target, &expected,
               describe("alltoallv", m->name, sent, received, salt));
    area_check(&source, &kept,
               describe("alltoallv's send buffer", m->name, sent, received, 0));
    side_free(&s);
    side_free(&r);
}

/* In place both ends have the same count, and each pair swaps. */
static void exchange_in_place(const member *m, layout l, int salt)
{
    int counts[MAX_PROCS], places[MAX_PROCS];
    area target = area_new(l, m->size * SLOTS_PER_PEER);
    area expected = area_copy(&target);

    for (int r = 0; r < m->size; r++) {
        int low = r < m->rank ? r : m->rank, high = low == r ? m->rank : r;
        int units = units_of(low, high, salt), slot = slot_of(m, r, salt);
        counts[r] = units * l.per_unit;
        places[r] = slot * l.per_unit;
        area_put(&target, slot, units, m->rank, r, salt);
        area_put(&expected, slot, units, r, m->rank, salt);
    }
    MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, target.origin,
                  counts, places, l.type, m->comm);
    area_check(&target, &expected,
               describe("alltoallv in place", m->name, l, l, salt));
}

/* No data: other types at both ends, and no buffers. */
static void exchange_nothing(const member *m)
{
    int zeros[MAX_PROCS] = {0}, places[MAX_PROCS];

    for (int r = 0; r < m->size; r++)
        places[r] = 1000 * r;
    MPI_Alltoallv(NULL, zeros, places, m->rank % 2 == 0 ? MPI_CHAR : MPI_DOUBLE,
                  NULL, zeros, zeros, layout_of(4 + m->rank).type, m->comm);
    check(true, "no data");
}

void test_alltoallv(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        const member *m = &members[k];
        for (int i = 0; i < NUM_LAYOUTS; i++) {
            for (int j = 0; j < (k == WORLD ? NUM_LAYOUTS : 1); j++)
                exchange(m, layout_of(i + m->rank), layout_of(i + j),
                         10 * i + j, false);
            exchange(m, layout_of(i), layout_of(i), 200 + i, false);
            exchange(m, layout_of(i), layout_of(i + 1 + m->rank), 100 + i,
                     true);
            exchange_in_place(m, layout_of(i), 300 + i);
        }
        exchange_nothing(m);
    }
}
