/* kernels/preload/programs/conformance_predefined.c -- every predefined type
 * through the calls that move data.
 */
#include <string.h>

#include "kernels/preload/programs/conformance.h"

enum { COUNT = 5, MAX_BYTES = 64 * COUNT }; /* of one rank's elements */

/* Open MPI declares its types for Fortran even if it has none: size 0. */
static const struct {
    const char *name;
    MPI_Datatype type;
} types[] = {
#define TYPE(type)                                                             \
    {                                                                          \
#type, type                                                            \
    }
    TYPE(MPI_CHAR),
    TYPE(MPI_SIGNED_CHAR),
    TYPE(MPI_UNSIGNED_CHAR),
    TYPE(MPI_WCHAR),
    TYPE(MPI_SHORT),
    TYPE(MPI_UNSIGNED_SHORT),
    TYPE(MPI_INT),
    TYPE(MPI_UNSIGNED),
    TYPE(MPI_LONG),
    TYPE(MPI_UNSIGNED_LONG),
    TYPE(MPI_LONG_LONG_INT),
    TYPE(MPI_LONG_LONG),
    TYPE(MPI_UNSIGNED_LONG_LONG),
    TYPE(MPI_FLOAT),
    TYPE(MPI_DOUBLE),
    TYPE(MPI_LONG_DOUBLE),
    TYPE(MPI_C_BOOL),
    TYPE(MPI_INT8_T),
    TYPE(MPI_INT16_T),
    TYPE(MPI_INT32_T),
    TYPE(MPI_INT64_T),
    TYPE(MPI_UINT8_T),
    TYPE(MPI_UINT16_T),
    TYPE(MPI_UINT32_T),
    TYPE(MPI_UINT64_T),
    TYPE(MPI_AINT),
    TYPE(MPI_OFFSET),
    TYPE(MPI_COUNT),
    TYPE(MPI_C_COMPLEX),
    TYPE(MPI_C_FLOAT_COMPLEX),
    TYPE(MPI_C_DOUBLE_COMPLEX),
    TYPE(MPI_C_LONG_DOUBLE_COMPLEX),
    TYPE(MPI_BYTE),
    TYPE(MPI_PACKED),
    TYPE(MPI_FLOAT_INT),
    TYPE(MPI_DOUBLE_INT),
    TYPE(MPI_LONG_INT),
    TYPE(MPI_2INT),
    TYPE(MPI_SHORT_INT),
    TYPE(MPI_LONG_DOUBLE_INT),
    TYPE(MPI_CHARACTER),
    TYPE(MPI_LOGICAL),
    TYPE(MPI_INTEGER),
    TYPE(MPI_REAL),
    TYPE(MPI_DOUBLE_PRECISION),
    TYPE(MPI_COMPLEX),
    TYPE(MPI_DOUBLE_COMPLEX),
    TYPE(MPI_2INTEGER),
    TYPE(MPI_2REAL),
    TYPE(MPI_2DOUBLE_PRECISION),
};
enum { NUM_TYPES = sizeof(types) / sizeof(types[0]) };

static size_t extent_of(MPI_Datatype type)
{
    MPI_Aint low, extent;

    MPI_Type_get_extent(type, &low, &extent);
    return (size_t)extent;
}

/* The elements src -> dst; all bytes of padding are 0 before a call. */
static void fill(unsigned char *to, MPI_Datatype type, int src, int dst)
{
    unsigned char data[MAX_BYTES], packed[MAX_BYTES];
    int packed_bytes = 0, position = 0;

    for (int i = 0; i < MAX_BYTES; i++)
        data[i] = (unsigned char)draw(src, dst, i, 256);
    MPI_Pack(data, COUNT, type, packed, MAX_BYTES, &packed_bytes,
             MPI_COMM_SELF);
    memset(to, 0, COUNT * extent_of(type));
    MPI_Unpack(packed, packed_bytes, &position, to, COUNT, type, MPI_COMM_SELF);
}

static void compare(const unsigned char *found, const unsigned char *expected,
                    size_t len_bytes, int index, const char *call)
{
    check(memcmp(found, expected, len_bytes) == 0, "%s of %s", call,
          types[index].name);
}

static void move(const member *m, int index)
{
    MPI_Datatype type = types[index].type;
    size_t len_bytes = COUNT * extent_of(type),
           all = (size_t)m->size * len_bytes;
    unsigned char *sent = allocate(6, all), *mine = sent + all;
    unsigned char *found = mine + all, *zeros = found + all;
    unsigned char *to_me = zeros + all, *of_all = to_me + all;
    int root = index % m->size;

    for (int r = 0; r < m->size; r++) {
        fill(sent + (size_t)r * len_bytes, type, m->rank, r);
        fill(to_me + (size_t)r * len_bytes, type, r, m->rank);
        fill(of_all + (size_t)r * len_bytes, type, r, 0);
    }
    fill(mine, type, m->rank, 0);
    MPI_Alltoall(sent, COUNT, type, found, COUNT, type, m->comm);
    compare(found, to_me, all, index, "alltoall");
    memset(found, 0, all);
    MPI_Allgather(mine, COUNT, type, found, COUNT, type, m->comm);
    compare(found, of_all, all, index, "allgather");
    memset(found, 0, all);
    MPI_Gather(mine, COUNT, type, found, COUNT, type, root, m->comm);
    compare(found, m->rank == root ? of_all : zeros, all, index, "gather");
    memset(found, 0, all);
    MPI_Scatter(of_all, COUNT, type, found, COUNT, type, root, m->comm);
    compare(found, mine, len_bytes, index, "scatter");
    memset(found, 0, all);
    if (m->rank == root)
        memcpy(found, mine, len_bytes);
    MPI_Bcast(found, COUNT, type, root, m->comm);
    compare(found, of_all + (size_t)root * len_bytes, len_bytes, index,
            "bcast");
    free(sent);
}

void test_predefined(void)
{
    int size;

    for (int i = 0; i < NUM_TYPES; i++) {
        if (types[i].type == MPI_DATATYPE_NULL)
            continue;
        MPI_Type_size(types[i].type, &size);
        if (size == 0)
            continue;
        move(&members[WORLD], i);
        move(&members[1 + i % (NUM_MEMBERS - 1)], i);
    }
}
