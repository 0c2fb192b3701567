/* kernels/preload/programs/conformance_rooted.c -- MPI_Scatter and MPI_Gather
 * with every root.
 */
#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

/* A call: its root, and how it is made. */
typedef struct rooted_call {
    const member *m;
    int root, num_units;
    bool is_scatter, from_bottom, in_place;
} rooted_call;

/* The blocks of all ranks; in place, the root's own is where it ends up. */
static area root_area(const rooted_call *c, layout l, bool with_all,
                      bool with_own)
{
    area a = area_new(l, c->m->size * c->num_units);

    for (int r = 0; r < c->m->size; r++)
        if (r == c->root ? with_own : with_all)
            area_put(&a, r * c->num_units, c->num_units, r, c->root, 9);
    return a;
}

static area rank_area(const rooted_call *c, layout l, bool with_data)
{
    area a = area_new(l, c->num_units);

    if (with_data)
        area_put(&a, 0, c->num_units, c->m->rank, c->root, 9);
    return a;
}

/* Arguments that are not significant at a rank are nonsense: no library may
 * read them. */
static void call(const rooted_call *c, side all, side own)
{
    bool is_root = c->m->rank == c->root, no_own = is_root && c->in_place;
    void *all_buffer = is_root ? all.buffer : NULL;
    void *own_buffer = no_own ? MPI_IN_PLACE : own.buffer;
    int all_count = is_root ? c->num_units * all.layout.per_unit : -1;
    int own_count = no_own ? -1 : c->num_units * own.layout.per_unit;
    MPI_Datatype all_type = is_root ? all.layout.type : MPI_DATATYPE_NULL;
    MPI_Datatype own_type = no_own ? MPI_DATATYPE_NULL : own.layout.type;

    if (c->is_scatter)
        MPI_Scatter(all_buffer, all_count, all_type, own_buffer, own_count,
                    own_type, c->root, c->m->comm);
    else
        MPI_Gather(own_buffer, own_count, own_type, all_buffer, all_count,
                   all_type, c->root, c->m->comm);
}

static void run(rooted_call c, layout at_root, layout at_rank)
{
    bool is_root = c.m->rank == c.root, no_own = is_root && c.in_place;
    const char *name = c.is_scatter ? "scatter" : "gather";
    area all = root_area(&c, at_root, c.is_scatter, c.is_scatter || c.in_place);
    area own = rank_area(&c, at_rank, !c.is_scatter);
    area all_expected = root_area(&c, at_root, c.is_scatter || is_root,
                                  c.is_scatter || is_root || c.in_place);
    area own_expected = rank_area(&c, at_rank, !c.is_scatter || !no_own);
    side all_side = side_of(&all, c.from_bottom);
    side own_side = side_of(&own, c.from_bottom);

    call(&c, all_side, own_side);
    area_check(&all, &all_expected,
               describe(name, c.m->name, at_rank, at_root, c.root));
    area_check(&own, &own_expected,
               describe(name, c.m->name, at_root, at_rank, c.root));
    side_free(&all_side);
    side_free(&own_side);
}

static void run_with_root(const member *m, int root, bool is_scatter)
{
    rooted_call c = {.m = m, .root = root, .is_scatter = is_scatter};

    for (int i = 0; i < NUM_LAYOUTS; i++)
        for (int j = 0; j < 3; j++) {
            c.num_units = 1 + (i + j) % 3;
            c.from_bottom = j == 1;
            c.in_place = j == 2 || i == 4;
            run(c, layout_of(i), layout_of(i + j * m->rank));
        }
    c.num_units = 0;
    c.from_bottom = c.in_place = false;
    run(c, layout_of(root), layout_of(m->rank));
}

void test_rooted(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++)
        for (int root = 0; root < members[k].size; root++) {
            run_with_root(&members[k], root, true);
            run_with_root(&members[k], root, false);
        }
}
