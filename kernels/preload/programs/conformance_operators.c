/* kernels/preload/programs/conformance_operators.c -- MPI's types and
 * operators; each operator with every type that the standard allows for it.
 */
#include <complex.h>

#include "kernels/preload/programs/conformance.h"

#define SCALARS(X)                                                             \
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
    X(MPI_C_BOOL, _Bool, BOOL)                                                 \
    X(MPI_FLOAT, float, FLOATING)                                              \
    X(MPI_DOUBLE, double, FLOATING)                                            \
    X(MPI_LONG_DOUBLE, long double, FLOATING)                                  \
    X(MPI_C_COMPLEX, float _Complex, COMPLEX)                                  \
    X(MPI_C_FLOAT_COMPLEX, float _Complex, COMPLEX)                            \
    X(MPI_C_DOUBLE_COMPLEX, double _Complex, COMPLEX)                          \
    X(MPI_C_LONG_DOUBLE_COMPLEX, long double _Complex, COMPLEX)
#define PAIRS(X)                                                               \
    X(MPI_FLOAT_INT, float)                                                    \
    X(MPI_DOUBLE_INT, double)                                                  \
    X(MPI_LONG_INT, long)                                                      \
    X(MPI_2INT, int)                                                           \
    X(MPI_SHORT_INT, short)                                                    \
    X(MPI_LONG_DOUBLE_INT, long double)

#define PUT_SCALAR(mpi_type, c_type, group)                                    \
    static void put_##mpi_type(void *to, int index, int value)                 \
    {                                                                          \
        ((c_type *)to)[index] = (c_type)value;                                 \
    }
SCALARS(PUT_SCALAR)

/* Pairs of a value and the index of its origin. Many values are equal. */
#define PUT_PAIR(mpi_type, c_type)                                             \
    static void put_##mpi_type(void *to, int index, int value)                 \
    {                                                                          \
        struct {                                                               \
            c_type value;                                                      \
            int origin;                                                        \
        } *pairs = to;                                                         \
        pairs[index].value = (c_type)(value % 3);                              \
        pairs[index].origin = value;                                           \
    }
PAIRS(PUT_PAIR)

/* Types without a group are moved only. Open MPI declares its types for Fortran
 * even if it has none: size 0. */
const number numbers[] = {
#define SCALAR_ROW(type, c_type, group) {type, put_##type, group},
#define PAIR_ROW(type, c_type)          {type, put_##type, PAIR},
    SCALARS(SCALAR_ROW) PAIRS(PAIR_ROW){MPI_CHAR, NULL, 0},
    {MPI_WCHAR, NULL, 0},
    {MPI_LONG_LONG, NULL, 0},
    {MPI_PACKED, NULL, 0},
    {MPI_CHARACTER, NULL, 0},
    {MPI_LOGICAL, NULL, 0},
    {MPI_INTEGER, NULL, 0},
    {MPI_REAL, NULL, 0},
    {MPI_DOUBLE_PRECISION, NULL, 0},
    {MPI_COMPLEX, NULL, 0},
    {MPI_DOUBLE_COMPLEX, NULL, 0},
    {MPI_2INTEGER, NULL, 0},
    {MPI_2REAL, NULL, 0},
    {MPI_2DOUBLE_PRECISION, NULL, 0},
};
const int num_numbers = sizeof(numbers) / sizeof(numbers[0]);

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

#define BITS (INTEGER | BYTE | ADDRESS)
const operation operations[] = {
    {"MPI_MAX", MPI_MAX, INTEGER | FLOATING | ADDRESS, any_value},
    {"MPI_MIN", MPI_MIN, INTEGER | FLOATING | ADDRESS, any_value},
    {"MPI_SUM", MPI_SUM, INTEGER | FLOATING | COMPLEX | ADDRESS, short_value},
    {"MPI_PROD", MPI_PROD, INTEGER | FLOATING | COMPLEX | ADDRESS, small_value},
    {"MPI_LAND", MPI_LAND, INTEGER | BOOL, truth_value},
    {"MPI_LOR", MPI_LOR, INTEGER | BOOL, truth_value},
    {"MPI_LXOR", MPI_LXOR, INTEGER | BOOL, truth_value},
    {"MPI_BAND", MPI_BAND, BITS, any_value},
    {"MPI_BOR", MPI_BOR, BITS, any_value},
    {"MPI_BXOR", MPI_BXOR, BITS, any_value},
    {"MPI_MINLOC", MPI_MINLOC, PAIR, any_value},
    {"MPI_MAXLOC", MPI_MAXLOC, PAIR, any_value},
};
const int num_operations = sizeof(operations) / sizeof(operations[0]);
