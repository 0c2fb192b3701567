/* kernels/preload/programs/conformance_reductions.c -- see
 * conformance_reductions.h.
 */
#include <string.h>

#include "kernels/preload/programs/conformance_reductions.h"

/* The vectors of a check, each with `count` elements. */
typedef struct vectors {
    const member *m;
    const reduction *r;
    int count, root;
    size_t extent;
    MPI_Aint low;
    /* Buffers begin `low` before the addresses that MPI calls have. */
    unsigned char *mine, *combined, *found;
} vectors;

static unsigned char *vector_new(const vectors *v, int rank)
{
    unsigned char *memory = allocate((size_t)v->count + 1, v->extent);

    for (int i = 0; rank >= 0 && i < v->count; i++)
        v->r->put(memory, i, v->r->value(rank, i));
    return memory;
}

static void *buffer(const vectors *v, unsigned char *memory)
{
    return memory - v->low;
}

/* From the last rank on, so that every operand is on its left. */
static void combine(vectors *v)
{
    v->combined = vector_new(v, v->m->size - 1);
    for (int rank = v->m->size - 2; rank >= 0; rank--) {
        unsigned char *left = vector_new(v, rank);
        MPI_Reduce_local(buffer(v, left), buffer(v, v->combined), v->count,
                         v->r->type, v->r->op);
        free(left);
    }
}

static bool equal_elements(const vectors *v, int found_at, int expected_at)
{
    unsigned char a[256], b[256];
    int len_a = 0, len_b = 0;
    unsigned char *found = v->found + (size_t)found_at * v->extent;
    unsigned char *expected = v->combined + (size_t)expected_at * v->extent;

    if (v->r->equal != NULL)
        return v->r->equal(found, expected, 0);
    MPI_Pack(buffer(v, found), 1, v->r->type, a, sizeof(a), &len_a,
             MPI_COMM_SELF);
    MPI_Pack(buffer(v, expected), 1, v->r->type, b, sizeof(b), &len_b,
             MPI_COMM_SELF);
    return len_a == len_b && memcmp(a, b, (size_t)len_a) == 0;
}

/* Compares `num` elements of what was found with the reduction from `begin` on.
 */
static void compare(const vectors *v, const char *call, int begin, int num)
{
    int wrong = 0;

    for (int i = 0; i < num; i++)
        wrong += !equal_elements(v, i, begin + i);
    check(wrong == 0, "%s of %s on %s: %d of %d elements are wrong (root %d)",
          call, v->r->name, v->m->name, wrong, num, v->root);
}

/* Begins a call with an empty result, or with this rank's data in it. */
static void *fresh(vectors *v, bool with_data)
{
    free(v->found);
    v->found = vector_new(v, with_data ? v->m->rank : -1);
    return buffer(v, v->found);
}

static void reduce(vectors *v)
{
    bool is_root = v->m->rank == v->root;
    void *mine = buffer(v, v->mine), *found = fresh(v, false);

    MPI_Allreduce(mine, found, v->count, v->r->type, v->r->op, v->m->comm);
    compare(v, "allreduce", 0, v->count);
    found = fresh(v, true);
    MPI_Allreduce(MPI_IN_PLACE, found, v->count, v->r->type, v->r->op,
                  v->m->comm);
    compare(v, "allreduce in place", 0, v->count);
    found = fresh(v, false);
    MPI_Reduce(mine, is_root ? found : NULL, v->count, v->r->type, v->r->op,
               v->root, v->m->comm);
    compare(v, "reduce", 0, is_root ? v->count : 0);
    found = fresh(v, true);
    MPI_Reduce(is_root ? MPI_IN_PLACE : mine, is_root ? found : NULL, v->count,
               v->r->type, v->r->op, v->root, v->m->comm);
    compare(v, "reduce in place", 0, is_root ? v->count : 0);
}

/* Unequal parts; some are empty. */
static void reduce_scatter(vectors *v)
{
    int counts[MAX_PROCS], left = v->count, begin = 0;
    void *mine = buffer(v, v->mine), *found = fresh(v, false);

    for (int r = 0; r < v->m->size; r++) {
        counts[r] = r == v->m->size - 1 ? left : draw(r, v->count, 5, left + 1);
        left -= counts[r];
        begin += r < v->m->rank ? counts[r] : 0;
    }
    MPI_Reduce_scatter(mine, found, counts, v->r->type, v->r->op, v->m->comm);
    compare(v, "reduce_scatter", begin, counts[v->m->rank]);
    found = fresh(v, true);
    MPI_Reduce_scatter(MPI_IN_PLACE, found, counts, v->r->type, v->r->op,
                       v->m->comm);
    compare(v, "reduce_scatter in place", begin, counts[v->m->rank]);
}

static void reduce_scatter_block(vectors *v)
{
    int each = v->count / v->m->size, begin = each * v->m->rank;
    void *mine = buffer(v, v->mine), *found = fresh(v, false);

    MPI_Reduce_scatter_block(mine, found, each, v->r->type, v->r->op,
                             v->m->comm);
    compare(v, "reduce_scatter_block", begin, each);
    found = fresh(v, true);
    MPI_Reduce_scatter_block(MPI_IN_PLACE, found, each, v->r->type, v->r->op,
                             v->m->comm);
    compare(v, "reduce_scatter_block in place", begin, each);
}

void check_reduction(const member *m, const reduction *r, int count, int root)
{
    vectors v = {.m = m, .r = r, .count = count, .root = root};
    MPI_Aint extent;

    MPI_Type_get_extent(r->type, &v.low, &extent);
    v.extent = (size_t)extent;
    v.mine = vector_new(&v, m->rank);
    combine(&v);
    reduce(&v);
    reduce_scatter(&v);
    reduce_scatter_block(&v);
    free(v.found);
    free(v.combined);
    free(v.mine);
}
