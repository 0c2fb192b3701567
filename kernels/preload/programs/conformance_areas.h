/* kernels/preload/programs/conformance_areas.h -- derived types, and memory
 * that they describe.
 *
 * All layouts have the signature of UNIT_INTS ints a unit, so that any may be
 * sent and any received. An expected area is made by MPI_Unpack and compared
 * byte by byte, gaps and surroundings included.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_AREAS_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_AREAS_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* A unit is one element of `type`, or per_unit of them. */
typedef struct layout {
    const char *name;
    MPI_Datatype type;
    int per_unit;
} layout;

/* Units fit in slots 0..MAX_SLOTS - 1 of an area; slot k begins per_unit * k
 * extents from `origin`. */
enum { UNIT_INTS = 6, MAX_SLOTS = 128, NUM_LAYOUTS = 10, CONTIGUOUS = 0 };

typedef struct area {
    unsigned char *memory, *origin;
    size_t len_bytes;
    layout layout;
} area;

/* The layout of an index, which may be larger than NUM_LAYOUTS. They are made
 * at the first call, and never freed. */
layout layout_of(int index);

/* An area for num_slots units, filled with a pattern. area_free frees it. */
area area_new(layout l, int num_slots);
void area_free(area *a);

/* Bytes of an area, and an area in memory of the caller, which fills it. */
size_t area_len_bytes(layout l, int num_slots);
area area_in(layout l, int num_slots, unsigned char *memory);

/* Puts the message src -> dst of a call, `salt`, into units from a slot on. */
void area_put(area *a, int slot, int num_units, int src, int dst, int salt);

/* A copy of an area; area_free frees it. */
area area_copy(const area *a);

/* Checks that all bytes are equal, and frees both areas. */
void area_check(area *found, area *expected, const char *text);

/* The text of a check: the call, the communicator, both layouts. The next call
 * of this thread overwrites it. */
const char *describe(const char *call, const char *communicator, layout sent,
                     layout received, int number);

/* An argument of a collective: a buffer, and a layout in it. */
typedef struct side {
    void *buffer;
    layout layout;
} side;

/* An area as an argument: as it is, or from MPI_BOTTOM with addresses. */
side side_of(const area *a, bool from_bottom);

/* Frees the type that side_of made. */
void side_free(side *s);

#endif
