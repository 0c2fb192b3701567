/* kernels/preload/programs/conformance_repeated.c -- calls that resemble the
 * one before: a library that keeps plans must see every difference.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { MAX_UNITS = 4, NUM_CALLS = 40 };

/* What changes from call to call. */
typedef enum change { ELSEWHERE, PLACES, TYPES, ONE_PAIR, NOTHING } change;
static const char *const names[] = {"counts of other ranks", "displacements",
                                    "types", "one pair's count", "nothing"};

/* Units of src -> dst in call number `call`. */
static int units_of(const member *m, change what, int src, int dst, int call)
{
    int base = draw(src, dst, 31, MAX_UNITS);

    /* Rank 0 never sees a difference. */
    if (what == ELSEWHERE && src != 0 && dst != 0)
        return draw(src, dst, call, MAX_UNITS);
    if (what == ONE_PAIR && src == call % m->size &&
        dst == (call * 7 + 1) % m->size)
        return (base + 1 + call) % MAX_UNITS;
    return base;
}

static int slot_of(change what, int peer, int call)
{
    return peer * 8 + (what == PLACES ? draw(peer, call, 1, 8 - MAX_UNITS) : 1);
}

static area vector_area(const member *m, layout l, change what, int call,
                        bool is_sent, int *counts, int *places)
{
    area a = area_new(l, m->size * 8);

    for (int r = 0; r < m->size; r++) {
        int src = is_sent ? m->rank : r, dst = is_sent ? r : m->rank;
        int units = units_of(m, what, src, dst, call);
        area_put(&a, slot_of(what, r, call), units, src, dst, call);
        counts[r] = units * l.per_unit;
        places[r] = slot_of(what, r, call) * l.per_unit;
    }
    return a;
}

/* Arrays of counts and places stay at one address, as in programs. */
static void exchange(const member *m, change what, int call)
{
    static int sends[MAX_PROCS], from[MAX_PROCS];
    static int receives[MAX_PROCS], to[MAX_PROCS];
    layout sent = layout_of(what == TYPES ? call : 1);
    layout received = layout_of(what == TYPES ? call / 2 + m->rank : 2);
    area source = vector_area(m, sent, what, call, true, sends, from);
    area expected = vector_area(m, received, what, call, false, receives, to);
    area target = area_new(received, m->size * 8);

    MPI_Alltoallv(source.origin, sends, from, sent.type, target.origin,
                  receives, to, received.type, m->comm);
    area_check(&target, &expected,
               describe(names[what], m->name, sent, received, call));
    area_free(&source);
}

/* Equal bytes as other types and counts, other roots, in a changing order. */
static void broadcast(const member *m, int call)
{
    layout l = layout_of(draw(call, 3, 3, NUM_LAYOUTS));
    int root = draw(call, 4, 4, m->size), units = 1 + draw(call, 5, 5, 2);
    area target = area_new(l, units), expected = area_new(l, units);

    area_put(&expected, 0, units, root, 0, call);
    area_put(&target, 0, m->rank == root ? units : 0, root, 0, call);
    MPI_Bcast(target.origin, units * l.per_unit, l.type, root, m->comm);
    area_check(&target, &expected,
               describe("repeated bcast", m->name, l, l, call));
}

/* Equal bytes of other types, combined by other operators. */
static void reduce(const member *m, int call)
{
    int64_t wide = m->rank + call, wide_found = 0, wide_expected = 0;
    int narrow[2] = {m->rank, call - m->rank}, found[2], expected[2] = {0, 0};
    int root = draw(call, 6, 6, m->size);

    for (int r = 0; r < m->size; r++) {
        wide_expected += r + call;
        expected[0] += r;
        expected[1] += call - r;
    }
    MPI_Allreduce(&wide, &wide_found, 1, MPI_INT64_T, MPI_SUM, m->comm);
    check(wide_found == wide_expected, "repeated allreduce, call %d", call);
    MPI_Allreduce(narrow, found, 2, MPI_INT, MPI_SUM, m->comm);
    check(found[0] == expected[0] && found[1] == expected[1],
          "repeated allreduce of another type, call %d", call);
    MPI_Allreduce(narrow, found, 2, MPI_INT, MPI_MAX, m->comm);
    check(found[0] == m->size - 1 && found[1] == call,
          "repeated allreduce by another operator, call %d", call);
    MPI_Reduce(narrow, found, 2, MPI_INT, call % 2 == 0 ? MPI_MIN : MPI_SUM,
               root, m->comm);
    check(m->rank != root ||
              (call % 2 == 0 ? found[0] == 0 && found[1] == call + 1 - m->size
                             : found[0] == expected[0]),
          "repeated reduce, call %d", call);
}

void test_repeated(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        const member *m = &members[k];
        for (int call = 0; call < NUM_CALLS; call++) {
            for (change what = ELSEWHERE; what <= NOTHING; what++)
                exchange(m, what, call);
            /* Once more, as before. */
            exchange(m, (change)(call % 5), call);
            broadcast(m, call);
            reduce(m, call);
        }
    }
}
