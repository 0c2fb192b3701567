/* kernels/preload/programs/conformance_layouts.c -- units of elements in
 * several layouts: with gaps, in another order, before and after the address.
 */
#include "kernels/preload/programs/conformance.h"

/* `old` with another lower bound and extent, in elements; frees `old`. */
static MPI_Datatype resized(MPI_Datatype old, MPI_Aint low, MPI_Aint extent,
                            MPI_Aint element)
{
    MPI_Datatype type;

    MPI_Type_create_resized(old, low * element, extent * element, &type);
    MPI_Type_free(&old);
    return type;
}

/* Layouts of one block length. */
static MPI_Datatype *make_regular(MPI_Datatype base, MPI_Aint element,
                                  MPI_Datatype *next)
{
    MPI_Datatype inner;

    MPI_Type_dup(base, next++);
    MPI_Type_vector(3, 2, 3, base, next++);
    /* Neighbouring slots interleave, as the columns of a matrix do. */
    MPI_Type_vector(UNIT, 1, MAX_SLOTS, base, &inner);
    *next++ = resized(inner, 0, 1, element);
    MPI_Type_vector(UNIT, 1, -2, base, next++);
    MPI_Type_contiguous(UNIT, base, &inner);
    *next++ = resized(inner, -2, 10, element);
    MPI_Type_create_subarray(2, (int[]){4, 5}, (int[]){2, 3}, (int[]){1, 1},
                             MPI_ORDER_C, base, next++);
    return next;
}

/* Blocks at any place: before the address, behind it, out of order, and
 * structures in structures. */
static void make_irregular(MPI_Datatype base, MPI_Aint element,
                           MPI_Datatype *next)
{
    MPI_Aint around[2] = {-4 * element, 2 * element}, behind = 2 * element;
    MPI_Aint fields[2] = {4 * element, 0};
    int all = UNIT;
    MPI_Datatype inner;

    MPI_Type_create_hindexed(2, (int[]){3, 3}, around, base, next++);
    MPI_Type_create_struct(1, &all, &behind, &base, next++);
    MPI_Type_indexed(3, (int[]){1, 2, 3}, (int[]){7, 4, 0}, base, &inner);
    MPI_Type_dup(inner, next++);
    MPI_Type_free(&inner);
    MPI_Type_create_struct(2, (int[]){1, 2}, fields,
                           (MPI_Datatype[]){base, base}, &inner);
    MPI_Type_create_hvector(2, 1, 7 * element, inner, next++);
    MPI_Type_free(&inner);
}

void layouts_make(MPI_Datatype base, layout *out)
{
    MPI_Datatype made[NUM_SHAPES];
    MPI_Aint low, element;

    MPI_Type_get_extent(base, &low, &element);
    made[CONTIGUOUS] = base;
    MPI_Type_contiguous(UNIT / 2, base, &made[1]);
    make_irregular(base, element, make_regular(base, element, &made[2]));
    for (int i = 0; i < NUM_SHAPES; i++)
        out[i] = (layout){made[i], 1};
    for (int i = 1; i < NUM_SHAPES; i++)
        MPI_Type_commit(&out[i].type);
    out[CONTIGUOUS].per_unit = out[2].per_unit = UNIT;
    out[1].per_unit = 2;
}

void layouts_free(layout *shapes)
{
    for (int i = 1; i < NUM_SHAPES; i++)
        MPI_Type_free(&shapes[i].type);
}

layout layout_at(const layout *l, const void *address)
{
    MPI_Aint low, extent, place;
    MPI_Datatype type;
    layout made = {.per_unit = 1};

    MPI_Get_address(address, &place);
    MPI_Type_get_extent(l->type, &low, &extent);
    MPI_Type_create_hindexed(1, &l->per_unit, &place, l->type, &type);
    MPI_Type_create_resized(type, place + low, l->per_unit * extent,
                            &made.type);
    MPI_Type_free(&type);
    MPI_Type_commit(&made.type);
    return made;
}
