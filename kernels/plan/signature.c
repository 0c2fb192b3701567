/* kernels/plan/signature.c -- see signature.h.
 *
 * The hash is a polynomial modulo 2^64, whose coefficients are MPI's types:
 * that of two sequences, one after the other, follows from those of both. */
#include "kernels/plan/signature.h"

#include <stdbool.h>
#include <stdlib.h>

#include "kernels/core/rng.h"

/* A sequence of MPI's types. */
typedef struct sequence {
    uint64_t hash;
    uint64_t power;      /* of the polynomial's variable: how many there are */
    uint64_t begin, end; /* bytes, of the first one and behind the last one */
} sequence;

static const sequence nothing = {.power = 1};

static sequence of_one(uint64_t type, uint64_t begin, uint64_t end)
{
    const uint64_t variable = 0x9e3779b97f4a7c15;

    return (sequence){qdr_mix64(type), variable, begin, end};
}

static sequence shift(sequence one, uint64_t bytes)
{
    one.begin += bytes;
    one.end += bytes;
    return one;
}

/* A place other than the next one is an entry of its own. */
static sequence join(sequence first, sequence second)
{
    if (first.power == 1)
        return second;
    if (second.power == 1)
        return first;
    if (first.end != second.begin)
        first = join(first, of_one(~(second.begin - first.end), first.end,
                                   second.begin));
    return (sequence){first.hash * second.power + second.hash,
                      first.power * second.power, first.begin, second.end};
}

/* Copies that begin `stride` bytes after one another. */
static sequence repeat(sequence one, int64_t count, MPI_Aint stride)
{
    sequence made = nothing;
    uint64_t done = 0, width = 1;

    for (; count > 0; count /= 2) {
        if (count % 2 != 0) {
            made = join(made, shift(one, done * (uint64_t)stride));
            done += width;
        }
        one = join(one, shift(one, width * (uint64_t)stride));
        width *= 2;
    }
    return made;
}

/* A type, as the constructor that made it takes it. */
typedef struct element {
    sequence sequence;
    MPI_Aint extent;
} element;

typedef struct contents {
    int combiner, num_types, num_read;
    int *integers;
    MPI_Aint *addresses;
    MPI_Datatype *types;
    element *elements; /* [num_types] */
} contents;

/* MPI's own types have the same names on every rank, and other handles. */
static sequence of_named(MPI_Datatype type)
{
    char name[MPI_MAX_OBJECT_NAME] = "";
    uint64_t mixed = 0;
    MPI_Aint begin = 0, extent = 0;
    int length = 0;

    MPI_Type_get_name(type, name, &length);
    MPI_Type_get_true_extent(type, &begin, &extent);
    for (int i = 0; i < length; i++)
        mixed = qdr_mix64(mixed + (unsigned char)name[i]);
    return of_one(mixed, (uint64_t)begin, (uint64_t)(begin + extent));
}

/* Pairs are their two types [MPI 3.1, Sec. 5.9.4]. */
static sequence of_own(MPI_Datatype type)
{
    const MPI_Datatype pairs[][3] = {
        {MPI_2INT, MPI_INT, MPI_INT},
        {MPI_FLOAT_INT, MPI_FLOAT, MPI_INT},
        {MPI_2INTEGER, MPI_INTEGER, MPI_INTEGER},
        {MPI_2REAL, MPI_REAL, MPI_REAL},
        {MPI_2DOUBLE_PRECISION, MPI_DOUBLE_PRECISION, MPI_DOUBLE_PRECISION}};
    sequence first;

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (type == pairs[i][0] && type != MPI_DATATYPE_NULL) {
            first = of_named(pairs[i][1]);
            return join(first, shift(of_named(pairs[i][2]), first.end));
        }
    return of_named(type);
}

/* Blocks of elements; places are bytes, or extents if they are integers. The
 * lengths are `stride` integers apart: 0 of blocks of one length. */
static sequence of_blocks(const contents *of, int stride, const int *places)
{
    sequence made = nothing;

    for (int i = 0; i < of->integers[0]; i++) {
        const element *one = &of->elements[of->num_types > 1 ? i : 0];
        MPI_Aint at =
            places == NULL ? of->addresses[i] : places[i] * one->extent;
        sequence block =
            repeat(one->sequence, of->integers[1 + i * stride], one->extent);
        made = join(made, shift(block, (uint64_t)at));
    }
    return made;
}

/* The integers are the dimensions, then sizes, parts' sizes and their starts of
 * each, then the order. */
static sequence of_subarray(const contents *of)
{
    int num = of->integers[0];
    const int *sizes = of->integers + 1;
    bool is_fortran = of->integers[1 + 3 * num] == MPI_ORDER_FORTRAN;
    sequence made = of->elements->sequence;
    MPI_Aint stride = of->elements->extent;

    for (int i = 0; i < num; i++) {
        int d = is_fortran ? i : num - 1 - i;
        made = repeat(made, sizes[num + d], stride);
        made = shift(made, (uint64_t)(sizes[2 * num + d] * stride));
        stride *= sizes[d];
    }
    return made;
}

static sequence of_contents(MPI_Datatype type, const contents *of)
{
    const element *one = of->elements;
    const int *integers = of->integers;
    MPI_Aint begin, extent;

    switch (of->combiner) {
    case MPI_COMBINER_NAMED:
        return of_own(type);
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED:
        return one->sequence;
    case MPI_COMBINER_CONTIGUOUS:
        return repeat(one->sequence, integers[0], one->extent);
    case MPI_COMBINER_VECTOR:
        return repeat(repeat(one->sequence, integers[1], one->extent),
                      integers[0], integers[2] * one->extent);
    case MPI_COMBINER_HVECTOR:
        return repeat(repeat(one->sequence, integers[1], one->extent),
                      integers[0], of->addresses[0]);
    case MPI_COMBINER_INDEXED:
        return of_blocks(of, 1, integers + 1 + integers[0]);
    case MPI_COMBINER_INDEXED_BLOCK:
        return of_blocks(of, 0, integers + 2);
    case MPI_COMBINER_HINDEXED_BLOCK:
        return of_blocks(of, 0, NULL);
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_STRUCT:
        return of_blocks(of, 1, NULL);
    case MPI_COMBINER_SUBARRAY:
        return of_subarray(of);
    default: /* distributed arrays, types of a precision: by kind and length */
        MPI_Type_get_true_extent(type, &begin, &extent);
        return of_one((uint64_t)of->combiner, (uint64_t)begin,
                      (uint64_t)(begin + extent));
    }
}

/* Types that came out of another one are freed, but for MPI's own. */
static void release(MPI_Datatype *type)
{
    int integers, addresses, types, combiner;

    MPI_Type_get_envelope(*type, &integers, &addresses, &types, &combiner);
    if (combiner != MPI_COMBINER_NAMED && combiner != MPI_COMBINER_F90_REAL &&
        combiner != MPI_COMBINER_F90_COMPLEX &&
        combiner != MPI_COMBINER_F90_INTEGER)
        MPI_Type_free(type);
}

static void contents_cleanup(contents *of)
{
    for (int i = 0; i < of->num_read; i++)
        release(&of->types[i]);
    free(of->integers);
    free(of->addresses);
    free(of->types);
    free(of->elements);
}

/* False: out of memory. Release it with contents_cleanup in any case. */
static bool contents_init(contents *of, MPI_Datatype type)
{
    int num_integers = 0, num_addresses = 0;

    *of = (contents){0};
    MPI_Type_get_envelope(type, &num_integers, &num_addresses, &of->num_types,
                          &of->combiner);
    if (of->combiner == MPI_COMBINER_NAMED)
        return true;
    of->integers = malloc((size_t)(num_integers + 1) * sizeof(int));
    of->addresses = malloc((size_t)(num_addresses + 1) * sizeof *of->addresses);
    of->types = malloc((size_t)(of->num_types + 1) * sizeof *of->types);
    of->elements = malloc((size_t)(of->num_types + 1) * sizeof *of->elements);
    if (of->integers == NULL || of->addresses == NULL || of->types == NULL ||
        of->elements == NULL)
        return false;
    if (MPI_Type_get_contents(type, num_integers, num_addresses, of->num_types,
                              of->integers, of->addresses,
                              of->types) == MPI_SUCCESS)
        of->num_read = of->num_types;
    return true;
}

/* False: out of memory. */
static bool walk(MPI_Datatype type, sequence *out)
{
    contents of;
    bool is_good = contents_init(&of, type);

    for (int i = 0; i < of.num_read && is_good; i++) {
        MPI_Aint begin;
        MPI_Type_get_extent(of.types[i], &begin, &of.elements[i].extent);
        is_good = walk(of.types[i], &of.elements[i].sequence);
    }
    if (is_good)
        *out = of_contents(type, &of);
    contents_cleanup(&of);
    return is_good;
}

qdr_status qdr_signature_of(MPI_Datatype type, int64_t count, int64_t *out_hash,
                            qdr_error *error)
{
    sequence one;
    int size = 0;

    if (!walk(type, &one))
        return qdr_fail_memory(error, "the signature of a type");
    MPI_Type_size(type, &size);
    *out_hash = (int64_t)repeat(one, count, size).hash;
    return QDR_OK;
}
