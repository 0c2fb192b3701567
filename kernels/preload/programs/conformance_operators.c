/* kernels/preload/programs/conformance_operators.c -- every predefined operator
 * with every type that the standard allows for it.
 */
#include <complex.h>
#include <stdio.h>

#include "kernels/preload/programs/conformance_reductions.h"

/* The standard's groups of types. */
enum {
    INTEGER = 1,
    FLOATING = 2,
    COMPLEX = 4,
    BYTE = 8,
    ADDRESS = 16,
    BOOL = 32
};

#define INTEGERS(X)                                                            \
    X(MPI_SIGNED_CHAR, signed char, INTEGER)                                   \
    X(MPI_UNSIGNED_CHAR, unsigned char, INTEGER)                               \
    X(MPI_SHORT, short, INTEGER)                                               \
    X(MPI_UNSIGNED_SHORT, unsigned short, INTEGER)                             \
    X(MPI_INT, int, INTEGER)                                                   \
    X(MPI_UNSIGNED, unsigned, INTEGER)                                         \
    X(MPI_LONG, long, INTEGER)                                                 \
    X(MPI_UNSIGNED_LONG, unsigned long, INTEGER)                               \
    X(MPI_LONG_LONG_INT, long long, INTEGER)                                   \
    X(MPI_UNSIGNED_LONG_LONG, unsigned long long, INTEGER)                     \
    X(MPI_INT8_T, int8_t, INTEGER)                                             \
    X(MPI_INT16_T, int16_t, INTEGER)                                           \
    X(MPI_INT32_T, int32_t, INTEGER)                                           \
    X(MPI_INT64_T, int64_t, INTEGER)                                           \
    X(MPI_UINT8_T, uint8_t, INTEGER)                                           \
    X(MPI_UINT16_T, uint16_t, INTEGER)                                         \
    X(MPI_UINT32_T, uint32_t, INTEGER)                                         \
    X(MPI_UINT64_T, uint64_t, INTEGER)                                         \
    X(MPI_AINT, MPI_Aint, ADDRESS)                                             \
    X(MPI_OFFSET, MPI_Offset, ADDRESS)                                         \
    X(MPI_COUNT, MPI_Count, ADDRESS)                                           \
    X(MPI_BYTE, unsigned char, BYTE)                                           \
    X(MPI_C_BOOL, _Bool, BOOL)
#define FLOATS(X)                                                              \
    X(MPI_FLOAT, float, FLOATING)                                              \
    X(MPI_DOUBLE, double, FLOATING)                                            \
    X(MPI_LONG_DOUBLE, long double, FLOATING)                                  \
    X(MPI_C_COMPLEX, float complex, COMPLEX)                                   \
    X(MPI_C_FLOAT_COMPLEX, float complex, COMPLEX)                             \
    X(MPI_C_DOUBLE_COMPLEX, double complex, COMPLEX)                           \
    X(MPI_C_LONG_DOUBLE_COMPLEX, long double complex, COMPLEX)
#define PAIRS(X)                                                               \
    X(MPI_FLOAT_INT, float)                                                    \
    X(MPI_DOUBLE_INT, double)                                                  \
    X(MPI_LONG_INT, long)                                                      \
    X(MPI_2INT, int)                                                           \
    X(MPI_SHORT_INT, short)                                                    \
    X(MPI_LONG_DOUBLE_INT, long double)

#define SCALAR(mpi_type, c_type, group)                                        \
    static void put_##mpi_type(void *to, int index, int value)                 \
    {                                                                          \
        ((c_type *)to)[index] = (c_type)value;                                 \
    }                                                                          \
    static bool equal_##mpi_type(const void *a, const void *b, int index)      \
    {                                                                          \
        return ((const c_type *)a)[index] == ((const c_type *)b)[index];       \
    }
INTEGERS(SCALAR)
FLOATS(SCALAR)

/* Pairs of a value and the index of its origin. Many values are equal. */
#define PAIR(mpi_type, c_type)                                                 \
    typedef struct pair_##mpi_type {                                           \
        c_type value;                                                          \
        int index;                                                             \
    } pair_##mpi_type;                                                         \
    static void put_##mpi_type(void *to, int index, int value)                 \
    {                                                                          \
        pair_##mpi_type *pair = (pair_##mpi_type *)to + index;                 \
        pair->value = (c_type)(value % 3);                                     \
        pair->index = value;                                                   \
    }                                                                          \
    static bool equal_##mpi_type(const void *a, const void *b, int index)      \
    {                                                                          \
        const pair_##mpi_type *one = (const pair_##mpi_type *)a + index;       \
        const pair_##mpi_type *two = (const pair_##mpi_type *)b + index;       \
        return one->value == two->value && one->index == two->index;           \
    }
PAIRS(PAIR)

static const struct {
    const char *name;
    MPI_Datatype type;
    void (*put)(void *to, int index, int value);
    bool (*equal)(const void *a, const void *b, int index);
    int group;
} types[] = {
#define TYPE_ROW(type, c_type, group)                                          \
    {#type, type, put_##type, equal_##type, group},
#define PAIR_ROW(type, c_type) {#type, type, put_##type, equal_##type, 0},
    INTEGERS(TYPE_ROW) FLOATS(TYPE_ROW) PAIRS(PAIR_ROW)};
enum { NUM_TYPES = sizeof(types) / sizeof(types[0]) };

/* Sums and products of ten of these fit in the shortest types: Open MPI's
 * vector code saturates where plain code wraps around. */
static int short_value(int rank, int index)
{
    return draw(rank, index, 10, 12);
}

static int small_value(int rank, int index)
{
    return rank < 6 ? 1 + draw(rank, index, 11, 2) : 1;
}

static int any_value(int rank, int index)
{
    return draw(rank, index, 12, 100);
}

static int truth_value(int rank, int index)
{
    return draw(rank, index, 13, 8) < 1 + 6 * (index % 2);
}

static const struct {
    const char *name;
    MPI_Op op;
    int groups; /* 0: the pairs */
    int (*value)(int rank, int index);
} operators[] = {
    {"MPI_MAX", MPI_MAX, INTEGER | FLOATING | ADDRESS, any_value},
    {"MPI_MIN", MPI_MIN, INTEGER | FLOATING | ADDRESS, any_value},
    {"MPI_SUM", MPI_SUM, INTEGER | FLOATING | COMPLEX | ADDRESS, short_value},
    {"MPI_PROD", MPI_PROD, INTEGER | FLOATING | COMPLEX | ADDRESS, small_value},
    {"MPI_LAND", MPI_LAND, INTEGER | BOOL, truth_value},
    {"MPI_LOR", MPI_LOR, INTEGER | BOOL, truth_value},
    {"MPI_LXOR", MPI_LXOR, INTEGER | BOOL, truth_value},
    {"MPI_BAND", MPI_BAND, INTEGER | BYTE | ADDRESS, any_value},
    {"MPI_BOR", MPI_BOR, INTEGER | BYTE | ADDRESS, any_value},
    {"MPI_BXOR", MPI_BXOR, INTEGER | BYTE | ADDRESS, any_value},
    {"MPI_MINLOC", MPI_MINLOC, 0, any_value},
    {"MPI_MAXLOC", MPI_MAXLOC, 0, any_value},
};
enum { NUM_OPERATORS = sizeof(operators) / sizeof(operators[0]) };

void test_operators(void)
{
    static const int counts[] = {23, 0, 1, 300};
    int number = 0;

    for (int o = 0; o < NUM_OPERATORS; o++)
        for (int t = 0; t < NUM_TYPES; t++) {
            char name[64];
            reduction r = {name,         types[t].type,  operators[o].op,
                           types[t].put, types[t].equal, operators[o].value};
            const member *other = &members[number % NUM_MEMBERS];
            if (operators[o].groups == 0
                    ? types[t].group != 0
                    : !(operators[o].groups & types[t].group))
                continue;
            snprintf(name, sizeof(name), "%s, %s", operators[o].name,
                     types[t].name);
            check_reduction(&members[WORLD], &r, 23,
                            number % members[WORLD].size);
            check_reduction(other, &r, counts[number % 4],
                            number % other->size);
            number++;
        }
}
