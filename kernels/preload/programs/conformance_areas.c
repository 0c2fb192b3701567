/* kernels/preload/programs/conformance_areas.c -- see conformance_areas.h. */
#include <stdio.h>
#include <string.h>

#include "kernels/preload/programs/conformance.h"
#include "kernels/preload/programs/conformance_areas.h"

enum { GUARD_BYTES = 64, PATTERN = 0xa5, INT = (int)sizeof(int) };

static layout layouts[NUM_LAYOUTS];
static int num_layouts;

static void add(const char *name, MPI_Datatype type, int per_unit)
{
    MPI_Type_commit(&type);
    layouts[num_layouts++] = (layout){name, type, per_unit};
}

/* `old` with another lower bound and extent, in ints; frees `old`. */
static MPI_Datatype resized(MPI_Datatype old, int low, int extent)
{
    MPI_Datatype type;

    MPI_Type_create_resized(old, (MPI_Aint)low * INT, (MPI_Aint)extent * INT,
                            &type);
    MPI_Type_free(&old);
    return type;
}

static void add_vectors(void)
{
    MPI_Datatype type;

    MPI_Type_contiguous(UNIT_INTS / 2, MPI_INT, &type);
    add("halves", type, 2);
    MPI_Type_vector(3, 2, 3, MPI_INT, &type);
    add("vector", type, 1);
    /* Neighbouring slots interleave, as the columns of a matrix do. */
    MPI_Type_vector(UNIT_INTS, 1, MAX_SLOTS, MPI_INT, &type);
    add("column", resized(type, 0, 1), 1);
    MPI_Type_vector(UNIT_INTS, 1, -2, MPI_INT, &type);
    add("backward vector", type, 1);
    MPI_Type_contiguous(UNIT_INTS, MPI_INT, &type);
    add("resized", resized(type, -2, 10), 1);
}

static void add_irregular(void)
{
    int lengths[3] = {1, 2, 3}, places[3] = {7, 4, 0};
    int halves[2] = {3, 3}, sizes[2] = {4, 5}, parts[2] = {2, 3};
    int starts[2] = {1, 1};
    MPI_Aint offsets[2] = {-4L * INT, 2L * INT};
    MPI_Datatype type, inner;

    MPI_Type_create_hindexed(2, halves, offsets, MPI_INT, &type);
    add("negative lower bound", type, 1);
    MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT,
                             &type);
    add("subarray", type, 1);
    MPI_Type_indexed(3, lengths, places, MPI_INT, &inner);
    MPI_Type_dup(inner, &type);
    MPI_Type_free(&inner);
    add("blocks out of order", type, 1);
    MPI_Type_create_struct(2, (int[]){1, 2}, (MPI_Aint[]){4L * INT, 0},
                           (MPI_Datatype[]){MPI_INT, MPI_INT}, &inner);
    MPI_Type_create_hvector(2, 1, 7L * INT, inner, &type);
    MPI_Type_free(&inner);
    add("nested structures", type, 1);
}

layout layout_of(int index)
{
    if (num_layouts == 0) {
        layouts[num_layouts++] = (layout){"ints", MPI_INT, UNIT_INTS};
        add_vectors();
        add_irregular();
    }
    return layouts[index % NUM_LAYOUTS];
}

/* The bytes that num_slots units span, from `low` on. */
static size_t span_of(layout l, int num_slots, MPI_Aint *low)
{
    MPI_Aint bound, extent, true_low, true_extent, high;

    MPI_Type_get_extent(l.type, &bound, &extent);
    MPI_Type_get_true_extent(l.type, &true_low, &true_extent);
    *low = true_low;
    high = true_low + true_extent + (num_slots * l.per_unit - 1) * extent;
    return (size_t)(high - *low);
}

size_t area_len_bytes(layout l, int num_slots)
{
    MPI_Aint low;

    return (span_of(l, num_slots, &low) + 2 * (size_t)GUARD_BYTES + 15) / 16 *
           16;
}

area area_in(layout l, int num_slots, unsigned char *memory)
{
    MPI_Aint low;

    span_of(l, num_slots, &low);
    return (area){.memory = memory,
                  .origin = memory + GUARD_BYTES - low,
                  .len_bytes = area_len_bytes(l, num_slots),
                  .layout = l};
}

area area_new(layout l, int num_slots)
{
    size_t len_bytes = area_len_bytes(l, num_slots < 1 ? 1 : num_slots);
    unsigned char *memory = allocate(1, len_bytes);

    memset(memory, PATTERN, len_bytes);
    return area_in(l, num_slots < 1 ? 1 : num_slots, memory);
}

void area_free(area *a)
{
    free(a->memory);
    a->memory = NULL;
}

void area_put(area *a, int slot, int num_units, int src, int dst, int salt)
{
    int values[UNIT_INTS], position, packed_bytes;
    unsigned char packed[8 * UNIT_INTS];
    MPI_Aint low, extent;

    MPI_Type_get_extent(a->layout.type, &low, &extent);
    for (int unit = 0; unit < num_units; unit++) {
        unsigned char *place =
            a->origin + (MPI_Aint)(slot + unit) * a->layout.per_unit * extent;
        for (int i = 0; i < UNIT_INTS; i++)
            values[i] =
                draw(src * 64 + dst, salt, unit * UNIT_INTS + i, 1 << 30);
        packed_bytes = position = 0;
        MPI_Pack(values, UNIT_INTS, MPI_INT, packed, sizeof(packed),
                 &packed_bytes, MPI_COMM_SELF);
        MPI_Unpack(packed, packed_bytes, &position, place, a->layout.per_unit,
                   a->layout.type, MPI_COMM_SELF);
    }
}

area area_copy(const area *a)
{
    area copy = *a;

    copy.memory = allocate(1, a->len_bytes);
    copy.origin = copy.memory + (a->origin - a->memory);
    memcpy(copy.memory, a->memory, a->len_bytes);
    return copy;
}

void area_check(area *found, area *expected, const char *text)
{
    size_t i = 0;

    while (i < found->len_bytes && found->memory[i] == expected->memory[i])
        i++;
    check(i == found->len_bytes, "%s: byte %td from the buffer is %#x, not %#x",
          text, found->memory + i - found->origin,
          i < found->len_bytes ? found->memory[i] : 0,
          i < found->len_bytes ? expected->memory[i] : 0);
    area_free(found);
    area_free(expected);
}

const char *describe(const char *call, const char *communicator, layout sent,
                     layout received, int number)
{
    static _Thread_local char text[200];

    snprintf(text, sizeof(text), "%s on %s, %s to %s (%d)", call, communicator,
             sent.name, received.name, number);
    return text;
}

side side_of(const area *a, bool from_bottom)
{
    MPI_Aint low, extent, address;
    layout absolute = {"from MPI_BOTTOM", MPI_DATATYPE_NULL, 1};
    MPI_Datatype type;
    int length = a->layout.per_unit;

    if (!from_bottom)
        return (side){a->origin, a->layout};
    MPI_Get_address(a->origin, &address);
    MPI_Type_get_extent(a->layout.type, &low, &extent);
    MPI_Type_create_hindexed(1, &length, &address, a->layout.type, &type);
    MPI_Type_create_resized(type, address + low, length * extent,
                            &absolute.type);
    MPI_Type_free(&type);
    MPI_Type_commit(&absolute.type);
    return (side){MPI_BOTTOM, absolute};
}

void side_free(side *s)
{
    if (s->buffer == MPI_BOTTOM)
        MPI_Type_free(&s->layout.type);
}
