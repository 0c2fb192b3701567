/* kernels/preload/programs/conformance_alltoall.c -- MPI_Alltoall.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

/* What this rank has for all, or what all have for it. */
static area block_area(const member *m, layout l, int num_units, int salt,
                       bool is_sent)
{
    area a = area_new(l, m->size * num_units);

    for (int r = 0; r < m->size; r++)
        area_put(&a, r * num_units, num_units, is_sent ? m->rank : r,
                 is_sent ? r : m->rank, salt);
    return a;
}

static void exchange(const member *m, layout sent, layout received,
                     int num_units, bool from_bottom)
{
    int salt = num_units;
    area source = block_area(m, sent, num_units, salt, true);
    area kept = area_copy(&source);
    area target = area_new(received, m->size * num_units);
    area expected = block_area(m, received, num_units, salt, false);
    side s = side_of(&source, from_bottom), r = side_of(&target, from_bottom);

    MPI_Alltoall(s.buffer, num_units * s.layout.per_unit, s.layout.type,
                 r.buffer, num_units * r.layout.per_unit, r.layout.type,
                 m->comm);
    area_check(&target, &expected,
               describe("alltoall", m->name, sent, received, num_units));
    area_check(&source, &kept,
               describe("alltoall's send buffer", m->name, sent, received, 0));
    side_free(&s);
    side_free(&r);
}

static void exchange_in_place(const member *m, layout l, int num_units)
{
    area target = block_area(m, l, num_units, 7, true);
    area expected = block_area(m, l, num_units, 7, false);

    MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, target.origin,
                 num_units * l.per_unit, l.type, m->comm);
    area_check(&target, &expected,
               describe("alltoall in place", m->name, l, l, num_units));
}

void test_alltoall(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        const member *m = &members[k];
        for (int i = 0; i < NUM_LAYOUTS; i++) {
            /* On the world all pairs; each rank receives another type. */
            for (int j = 0; j < (k == WORLD ? NUM_LAYOUTS : 1); j++)
                exchange(m, layout_of(i), layout_of(i + j + m->rank), 1 + j % 3,
                         false);
            exchange(m, layout_of(i + m->rank), layout_of(2 * i), 2, true);
            exchange_in_place(m, layout_of(i), 1 + i % 3);
        }
        exchange(m, layout_of(3), layout_of(5), 0, false);
        MPI_Alltoall(NULL, 0, MPI_CHAR, NULL, 0, MPI_DOUBLE, m->comm);
        check(true, "no data");
    }
}
