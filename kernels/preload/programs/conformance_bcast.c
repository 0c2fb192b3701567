/* kernels/preload/programs/conformance_bcast.c -- MPI_Bcast from every root.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

static void broadcast(const member *m, int root, layout l, int num_units,
                      bool from_bottom)
{
    int salt = root + num_units;
    area target = area_new(l, num_units), expected = area_new(l, num_units);
    side s;

    area_put(&expected, 0, num_units, root, 0, salt);
    if (m->rank == root)
        area_put(&target, 0, num_units, root, 0, salt);
    s = side_of(&target, from_bottom);
    MPI_Bcast(s.buffer, num_units * s.layout.per_unit, s.layout.type, root,
              m->comm);
    area_check(&target, &expected,
               describe("bcast", m->name, l, l, 100 * num_units + root));
    side_free(&s);
}

void test_bcast(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        const member *m = &members[k];
        for (int root = 0; root < m->size; root++) {
            for (int i = 0; i < NUM_LAYOUTS; i++) {
                /* The same type everywhere, then another on each rank. */
                broadcast(m, root, layout_of(i), 1 + i % 4, false);
                broadcast(m, root, layout_of(i + m->rank), 1 + root, false);
                broadcast(m, root, layout_of(i + m->rank), 3, true);
            }
            broadcast(m, root, layout_of(m->rank), 0, false);
            MPI_Bcast(NULL, 0, m->rank == root ? MPI_CHAR : MPI_DOUBLE, root,
                      m->comm);
            check(true, "no data");
        }
        broadcast(m, m->size - 1, layout_of(2), MAX_SLOTS, false);
    }
}
