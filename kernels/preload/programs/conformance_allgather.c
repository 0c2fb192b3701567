/* kernels/preload/programs/conformance_allgather.c -- MPI_Allgather.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

static area all_blocks(const member *m, layout l, int num_units, int salt)
{
    area a = area_new(l, m->size * num_units);

    for (int r = 0; r < m->size; r++)
        area_put(&a, r * num_units, num_units, r, 0, salt);
    return a;
}

static void gather_everywhere(const member *m, layout sent, layout received,
                              int num_units, bool from_bottom)
{
    area source = area_new(sent, num_units);
    area target = area_new(received, m->size * num_units);
    area expected = all_blocks(m, received, num_units, 3);
    side s, r = side_of(&target, from_bottom);

    area_put(&source, 0, num_units, m->rank, 0, 3);
    s = side_of(&source, from_bottom);
    MPI_Allgather(s.buffer, num_units * s.layout.per_unit, s.layout.type,
                  r.buffer, num_units * r.layout.per_unit, r.layout.type,
                  m->comm);
    area_check(&target, &expected,
               describe("allgather", m->name, sent, received, num_units));
    side_free(&s);
    side_free(&r);
    area_free(&source);
}

static void gather_in_place(const member *m, layout l, int num_units)
{
    area target = area_new(l, m->size * num_units);
    area expected = all_blocks(m, l, num_units, 5);

    area_put(&target, m->rank * num_units, num_units, m->rank, 0, 5);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, target.origin,
                  num_units * l.per_unit, l.type, m->comm);
    area_check(&target, &expected,
               describe("allgather in place", m->name, l, l, num_units));
}

void test_allgather(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        const member *m = &members[k];
        for (int i = 0; i < NUM_LAYOUTS; i++) {
            for (int j = 0; j < (k == WORLD ? NUM_LAYOUTS : 1); j++)
                gather_everywhere(m, layout_of(i + m->rank), layout_of(i + j),
                                  1 + j % 3, false);
            gather_everywhere(m, layout_of(i), layout_of(i + 3 * m->rank), 2,
                              true);
            gather_everywhere(m, layout_of(i), layout_of(i), 3, false);
            gather_in_place(m, layout_of(i), 1 + i % 3);
            gather_in_place(m, layout_of(i + m->rank), 2);
        }
        MPI_Allgather(NULL, 0, MPI_CHAR, NULL, 0, MPI_DOUBLE, m->comm);
        check(true, "no data");
    }
}
