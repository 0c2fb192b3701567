/* kernels/preload/programs/conformance_user_operators.c -- operators of the
 * user, commutative and not, on integers and on derived types with gaps.
 */
#include <stddef.h>

#include "kernels/preload/programs/conformance_reductions.h"

enum { PRIME = 32749 };

static int any_value(int rank, int index)
{
    return draw(rank, index, 21, PRIME);
}

static void put_int(void *to, int index, int value)
{
    ((int *)to)[index] = value;
}

static void add_modulo(void *left, void *right, int *count, MPI_Datatype *type)
{
    const int *a = left;
    int *b = right;

    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = (a[i] + b[i]) % PRIME;
}

/* x -> slope x + shift, modulo PRIME; three ints apart. */
typedef struct affine {
    int slope, hole, shift, tail;
} affine;

static void put_affine(void *to, int index, int value)
{
    ((affine *)to)[index] = (affine){1 + value % 97, 0, value, 0};
}

/* Associative, not commutative: left first, then right. */
static void compose(void *left, void *right, int *count, MPI_Datatype *type)
{
    const affine *a = left;
    affine *b = right;

    (void)type;
    for (int i = 0; i < *count; i++)
        b[i] = (affine){
            a[i].slope * b[i].slope % PRIME, b[i].hole,
            (int)(((int64_t)b[i].slope * a[i].shift + b[i].shift) % PRIME),
            b[i].tail};
}

/* The same on contiguous pairs. */
static void compose_pairs(void *left, void *right, int *count,
                          MPI_Datatype *type)
{
    const int *a = left;
    int *b = right;

    (void)type;
    for (int i = 0; i < 2 * *count; i += 2) {
        b[i + 1] = (int)(((int64_t)b[i] * a[i + 1] + b[i + 1]) % PRIME);
        b[i] = a[i] * b[i] % PRIME;
    }
}

static void put_pair(void *to, int index, int value)
{
    ((int *)to)[2 * (ptrdiff_t)index] = 1 + value % 97;
    ((int *)to)[2 * (ptrdiff_t)index + 1] = value;
}

static void check_operator(reduction r, MPI_User_function *function,
                           int commutes)
{
    static const int counts[] = {0, 1, 17, 400};

    MPI_Op_create(function, commutes, &r.op);
    for (int k = 0; k < NUM_MEMBERS; k++)
        for (int root = 0; root < members[k].size; root++)
            check_reduction(&members[k], &r, counts[(k + root + 1) % 4], root);
    MPI_Op_free(&r.op);
}

static MPI_Datatype affine_type(void)
{
    int lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {offsetof(affine, slope), offsetof(affine, shift)};
    MPI_Datatype fields[2] = {MPI_INT, MPI_INT}, inner, type;

    MPI_Type_create_struct(2, lengths, offsets, fields, &inner);
    MPI_Type_create_resized(inner, 0, sizeof(affine), &type);
    MPI_Type_free(&inner);
    MPI_Type_commit(&type);
    return type;
}

void test_user_operators(void)
{
    MPI_Datatype pair, holes = affine_type();

    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    check_operator((reduction){.name = "a commutative user operator",
                               .type = MPI_INT,
                               .put = put_int,
                               .value = any_value},
                   add_modulo, 1);
    check_operator((reduction){.name = "a user operator in order",
                               .type = MPI_INT,
                               .put = put_int,
                               .value = any_value},
                   add_modulo, 0);
    check_operator((reduction){.name = "composition of pairs",
                               .type = pair,
                               .put = put_pair,
                               .value = any_value},
                   compose_pairs, 0);
    check_operator((reduction){.name = "composition with holes",
                               .type = holes,
                               .put = put_affine,
                               .value = any_value},
                   compose, 0);
    MPI_Type_free(&pair);
    MPI_Type_free(&holes);
}
