/* kernels/preload/programs/conformance_alltoallw.c -- MPI_Alltoallw: another
 * type for each peer, which sender and receiver choose differently.
 */
#include <string.h>

#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { UNITS = 2 };

/* The areas of all peers in one piece of memory, and their arguments. */
typedef struct blocks {
    unsigned char *memory, *base; /* displacements begin at base */
    size_t len_bytes;
    area areas[MAX_PROCS];
    int counts[MAX_PROCS], places[MAX_PROCS];
    MPI_Datatype types[MAX_PROCS];
} blocks;

static int units_of(int src, int dst, int salt)
{
    return draw(src, dst, salt, UNITS + 1);
}

static blocks *blocks_new(const member *m, int first_layout)
{
    blocks *b = allocate(1, sizeof(*b));
    size_t begin = 0;

    for (int r = 0; r < m->size; r++)
        b->len_bytes += area_len_bytes(layout_of(first_layout + r), UNITS);
    b->memory = allocate(1, b->len_bytes);
    memset(b->memory, 0x5a, b->len_bytes);
    /* On one rank Open MPI 4.1 (coll/self) multiplies displacements by the
     * extent, so that they must be 0 there. */
    b->base = m->size > 1
                  ? b->memory
                  : area_in(layout_of(first_layout), UNITS, b->memory).origin;
    for (int r = 0; r < m->size; r++) {
        layout l = layout_of(first_layout + r);
        b->areas[r] = area_in(l, UNITS, b->memory + begin);
        b->places[r] = (int)(b->areas[r].origin - b->base);
        b->types[r] = l.type;
        begin += area_len_bytes(l, UNITS);
    }
    return b;
}

static void blocks_put(blocks *b, int peer, int num_units, int src, int dst,
                       int salt)
{
    area_put(&b->areas[peer], 0, num_units, src, dst, salt);
    b->counts[peer] = num_units * b->areas[peer].layout.per_unit;
}

static void blocks_free(blocks *b)
{
    free(b->memory);
    free(b);
}

static void compare(blocks *found, blocks *expected, const char *call,
                    const member *m)
{
    check(memcmp(found->memory, expected->memory, found->len_bytes) == 0,
          "%s on %s: wrong data", call, m->name);
    blocks_free(found);
    blocks_free(expected);
}

static void exchange(const member *m, int salt)
{
    blocks *source = blocks_new(m, salt + m->rank);
    blocks *target = blocks_new(m, 3 * salt + 2 * m->rank);
    blocks *expected = blocks_new(m, 3 * salt + 2 * m->rank);

    for (int r = 0; r < m->size; r++) {
        blocks_put(source, r, units_of(m->rank, r, salt), m->rank, r, salt);
        blocks_put(expected, r, units_of(r, m->rank, salt), r, m->rank, salt);
    }
    MPI_Alltoallw(source->base, source->counts, source->places, source->types,
                  target->base, expected->counts, target->places, target->types,
                  m->comm);
    compare(target, expected, "alltoallw", m);
    blocks_free(source);
}

/* Every block from MPI_BOTTOM, with an absolute type of its own. */
static void exchange_from_bottom(const member *m, int salt)
{
    blocks *source = blocks_new(m, salt), *target = blocks_new(m, 2 * salt + 1);
    blocks *expected = blocks_new(m, 2 * salt + 1);
    side from[MAX_PROCS], to[MAX_PROCS];
    int zeros[MAX_PROCS] = {0};

    for (int r = 0; r < m->size; r++) {
        int sent = units_of(m->rank, r, salt), got = units_of(r, m->rank, salt);
        blocks_put(source, r, sent, m->rank, r, salt);
        blocks_put(expected, r, got, r, m->rank, salt);
        from[r] = side_of(&source->areas[r], true);
        to[r] = side_of(&target->areas[r], true);
        source->types[r] = from[r].layout.type;
        target->types[r] = to[r].layout.type;
        source->counts[r] = sent;
        target->counts[r] = got;
    }
    MPI_Alltoallw(MPI_BOTTOM, source->counts, zeros, source->types, MPI_BOTTOM,
                  target->counts, zeros, target->types, m->comm);
    for (int r = 0; r < m->size; r++) {
        side_free(&from[r]);
        side_free(&to[r]);
    }
    compare(target, expected, "alltoallw from MPI_BOTTOM", m);
    blocks_free(source);
}

/* In place both ends have the same signature, not the same type. */
static void exchange_in_place(const member *m, int salt)
{
    blocks *target = blocks_new(m, salt + m->rank);
    blocks *expected = blocks_new(m, salt + m->rank);

    for (int r = 0; r < m->size; r++) {
        int low = r < m->rank ? r : m->rank, high = low == r ? m->rank : r;
        int units = units_of(low, high, salt);
        blocks_put(target, r, units, m->rank, r, salt);
        blocks_put(expected, r, units, r, m->rank, salt);
    }
    MPI_Alltoallw(MPI_IN_PLACE, NULL, NULL, NULL, target->base, target->counts,
                  target->places, target->types, m->comm);
    compare(target, expected, "alltoallw in place", m);
}

void test_alltoallw(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++)
        for (int salt = 0; salt < 2 * NUM_LAYOUTS; salt++) {
            exchange(&members[k], salt);
            exchange_from_bottom(&members[k], salt);
            exchange_in_place(&members[k], salt);
        }
}
