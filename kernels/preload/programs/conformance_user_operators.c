/* kernels/preload/programs/conformance_user_operators.c -- operators of the
 * user, commutative and not, on integers and on derived types with gaps. Each
 * is made for one trial: its handle comes back with another function.
 */
#include <stddef.h>

#include "kernels/preload/programs/conformance.h"

enum { PRIME = 32749 };

static int any_value(int rank, int index)
{
    return draw(rank, index, 21, PRIME);
}

static void put_int(void *to, int index, int value)
{
    ((int *)to)[index] = value;
}

#define ON_INTS(name, expression)                                              \
    static void name(void *left, void *right, int *count, MPI_Datatype *type)  \
    {                                                                          \
        (void)type;                                                            \
        for (int i = 0; i < *count; i++) {                                     \
            int a = ((int *)left)[i], b = ((int *)right)[i];                   \
            ((int *)right)[i] = expression;                                    \
        }                                                                      \
    }
ON_INTS(add_modulo, (a + b) % PRIME)
ON_INTS(keep_larger, a > b ? a : b)
/* Not associative: only the order of the MPI library itself gives its result.
 */
ON_INTS(subtract, a - b)

/* x -> slope x + shift, modulo PRIME; three ints apart. */
typedef struct affine {
    int slope, hole, shift, tail;
} affine;

static void put_affine(void *to, int index, int value)
{
    ((affine *)to)[index] = (affine){1 + value % 97, 0, value, 0};
}

static void put_pair(void *to, int index, int value)
{
    ((int *)to)[2 * (ptrdiff_t)index] = 1 + value % 97;
    ((int *)to)[2 * (ptrdiff_t)index + 1] = value;
}

/* Associative, not commutative: left first, then right. The shift is in the
 * middle of an element. */
static void compose(void *left, void *right, int *count, MPI_Datatype *type)
{
    MPI_Aint low, extent;
    int width;

    MPI_Type_get_extent(*type, &low, &extent);
    width = (int)(extent / (MPI_Aint)sizeof(int));
    for (int i = 0; i < width * *count; i += width) {
        int *a = (int *)left + i, *b = (int *)right + i;
        int64_t shift = (int64_t)b[0] * a[width / 2] + b[width / 2];
        b[width / 2] = (int)(shift % PRIME);
        b[0] = a[0] * b[0] % PRIME;
    }
}

static MPI_Datatype affine_type(void)
{
    MPI_Datatype inner, type;

    MPI_Type_vector(2, 1, 2, MPI_INT, &inner);
    MPI_Type_create_resized(inner, 0, sizeof(affine), &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

static const struct {
    MPI_User_function *function;
    bool commutes;
    enum { INTS, PAIRS, AFFINES } operands;
} operators[] = {
    {add_modulo, true, INTS},  {keep_larger, true, INTS},
    {add_modulo, false, INTS}, {subtract, false, INTS},
    {compose, false, PAIRS},   {compose, false, AFFINES},
};
enum { NUM_OPERATORS = sizeof(operators) / sizeof(operators[0]) };

static void combine(const collective *c, const member *m,
                    const MPI_Datatype *types, int turn)
{
    static void (*const put[])(void *, int, int) = {put_int, put_pair,
                                                    put_affine};
    static const int counts[] = {0, 1, 17, 400};
    int of = turn % NUM_OPERATORS;
    trial t = {.m = m,
               .root = turn / NUM_OPERATORS % m->size,
               .count = counts[(turn / NUM_OPERATORS + turn) % 4],
               .type = types[operators[of].operands],
               .is_of_elements = true,
               .is_in_place = turn / NUM_OPERATORS % 2 == 1,
               .put = put[operators[of].operands],
               .value = any_value};

    MPI_Op_create(operators[of].function, operators[of].commutes, &t.op);
    try_call(c, t);
    MPI_Op_free(&t.op);
}

void test_user_operators(void)
{
    MPI_Datatype types[3] = {MPI_INT, MPI_DATATYPE_NULL, affine_type()};

    MPI_Type_contiguous(2, MPI_INT, &types[PAIRS]);
    MPI_Type_commit(&types[PAIRS]);
    for (int i = 0; i < num_collectives; i++)
        for (int k = 0; k < NUM_INTRA; k++)
            for (int turn = 0; turn < 4 * NUM_OPERATORS; turn++)
                if (collectives[i].traits & COMBINES)
                    combine(&collectives[i], &members[k], types, turn);
    MPI_Type_free(&types[PAIRS]);
    MPI_Type_free(&types[AFFINES]);
}
