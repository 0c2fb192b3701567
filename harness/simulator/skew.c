/* harness/simulator/skew.c -- see skew.h. */
#include "harness/simulator/skew.h"

#include <mpi.h>
#include <stdlib.h>

#include "harness/simulator/shared_memory.h"
#include "kernels/core/base/rng.h"

/* SimGrid gives every rank its own copy of these. */
static double interval_s;
static int own_rank, num_procs;
static int *order;    /* [num_procs], by rank; NULL: there is no skew */
static qdr_rng drawn; /* the same on every rank */

void qdr_skew_open(int start_skew_ns)
{
    if (start_skew_ns == 0)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &own_rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    interval_s = start_skew_ns * 1e-9 / num_procs;
    order = qdr_memory_require(malloc((size_t)num_procs * sizeof *order));
    qdr_skew_draw(0);
}

void qdr_skew_draw(uint64_t seed)
{
    qdr_rng_init(&drawn, seed);
}

/* A random permutation, as Knuth's algorithm P. */
static void draw_order(void)
{
    for (int r = 0; r < num_procs; r++) {
        int other = (int)qdr_rng_below(&drawn, (uint64_t)r + 1);
        order[r] = order[other];
        order[other] = r;
    }
}

double qdr_skew_next_s(void)
{
    if (order == NULL)
        return 0;
    draw_order();
    return order[own_rank] * interval_s;
}
