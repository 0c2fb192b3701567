/* kernels/preload/programs/conformance_large.c -- more than 65536 elements, and
 * 16 MB.
 */
#include "kernels/preload/programs/conformance.h"

enum { MANY = 70001, LARGE = 16 << 20 >> 2 }; /* ints */

/* Cheap, since there are millions. */
static int value(int src, int dst, int index)
{
    return (int)((unsigned)src * 100003u + (unsigned)dst * 1009u +
                 (unsigned)index * 2654435761u);
}

static void fill(int *to, int count, int src, int dst)
{
    for (int i = 0; i < count; i++)
        to[i] = value(src, dst, i);
}

static void compare(const int *found, int count, int src, int dst,
                    const char *call)
{
    int wrong = 0;

    for (int i = 0; i < count; i++)
        wrong += found[i] != value(src, dst, i);
    check(wrong == 0, "%s of %d: %d wrong from %d", call, count, wrong, src);
}

/* Unequal parts of `total` ints. */
static int part(const member *m, int src, int dst, int total)
{
    int each = total / m->size;

    return draw(src, dst, 1, 5) == 0 ? 0 : each - draw(dst, src, 2, 100);
}

static void exchange(const member *m, int total, int *sent, int *found)
{
    int each = total / m->size, counts[MAX_PROCS], places[MAX_PROCS];
    int arriving[MAX_PROCS];

    for (int r = 0; r < m->size; r++) {
        fill(sent + (size_t)r * (size_t)each, each, m->rank, r);
        counts[r] = part(m, m->rank, r, total);
        arriving[r] = part(m, r, m->rank, total);
        places[r] = r * each;
    }
    MPI_Alltoall(sent, each, MPI_INT, found, each, MPI_INT, m->comm);
    for (int r = 0; r < m->size; r++)
        compare(found + (size_t)r * (size_t)each, each, r, m->rank, "alltoall");
    MPI_Alltoallv(sent, counts, places, MPI_INT, found, arriving, places,
                  MPI_INT, m->comm);
    for (int r = 0; r < m->size; r++)
        compare(found + places[r], arriving[r], r, m->rank, "alltoallv");
    fill(sent, each, m->rank, 0);
    MPI_Allgather(sent, each, MPI_INT, found, each, MPI_INT, m->comm);
    for (int r = 0; r < m->size; r++)
        compare(found + (size_t)r * (size_t)each, each, r, 0, "allgather");
}

static void use_root(const member *m, int total, int *sent, int *found)
{
    int root = m->size - 1, each = total / m->size;

    if (m->rank == root)
        fill(found, total, root, 0);
    MPI_Bcast(found, total, MPI_INT, root, m->comm);
    compare(found, total, root, 0, "bcast");
    for (int r = 0; r < m->size; r++)
        fill(sent + (size_t)r * (size_t)each, each, root, r);
    MPI_Scatter(sent, each, MPI_INT, found, each, MPI_INT, root, m->comm);
    compare(found, each, root, m->rank, "scatter");
    fill(sent, each, m->rank, 0);
    MPI_Gather(sent, each, MPI_INT, found, each, MPI_INT, root, m->comm);
    for (int r = 0; r < m->size && m->rank == root; r++)
        compare(found + (size_t)r * (size_t)each, each, r, 0, "gather");
}

/* Maxima: rank r has the largest value at each index that is r modulo p. */
static void reduce(const member *m, int total, int *sent, int *found)
{
    int each = total / m->size, wrong = 0;

    for (int i = 0; i < total; i++)
        sent[i] = i % m->size == m->rank ? i + 1 : -m->rank;
    MPI_Allreduce(sent, found, total, MPI_INT, MPI_MAX, m->comm);
    for (int i = 0; i < total; i++)
        wrong += found[i] != i + 1;
    MPI_Reduce(sent, found, total, MPI_INT, MPI_MAX, 0, m->comm);
    for (int i = 0; i < total && m->rank == 0; i++)
        wrong += found[i] != i + 1;
    MPI_Reduce_scatter_block(sent, found, each, MPI_INT, MPI_MAX, m->comm);
    for (int i = 0; i < each; i++)
        wrong += found[i] != m->rank * each + i + 1;
    check(wrong == 0, "reductions of %d ints: %d wrong", total, wrong);
}

static void use(const member *m, int total)
{
    int *sent = allocate((size_t)total, sizeof(int));
    int *found = allocate((size_t)total, sizeof(int));

    exchange(m, total, sent, found);
    use_root(m, total, sent, found);
    reduce(m, total, sent, found);
    free(sent);
    free(found);
}

void test_large(void)
{
    use(&members[WORLD], MANY * members[WORLD].size);
    use(&members[2], MANY);
    use(&members[WORLD], LARGE);
}
