/* kernels/preload/programs/halo_types.c -- a 2D stencil with halos of derived
 * types.
 *
 * usage: mpirun -np P halo_types STEPS SIDE
 *
 * An ordinary MPI program in the style of finite differences. The ranks of a
 * Cartesian communicator hold the blocks of a grid of about SIDE x SIDE cells,
 * each with an integer and a real field in one structure. A step exchanges
 * halos: the columns by MPI_Neighbor_alltoallv on a graph communicator, as
 * strided vectors; then the rows with their corners by MPI_Alltoallw, as
 * subarrays. Both types leave out the cells' padding and their third field.
 * Rank 0 prints for each step the sum of the integers, which is the same for
 * every number of ranks, the digest of all halos and the residual; then
 * time_us.
 */
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/preload/programs/data_digest.h"
#include "kernels/preload/programs/step_times.h"

typedef struct cell {
    double heat;
    int32_t count;
    int32_t padding; /* a hole of the type; it stays the rank's own */
} cell;

typedef struct grid {
    MPI_Comm cart, sides; /* sides: the neighbours left and right */
    int rank, num_procs, num_sides;
    int rows, columns; /* of this rank's block, without halos */
    int first_row, first_column;
    int up, down, left, right; /* ranks, or MPI_PROC_NULL */
    cell *old, *new;
    MPI_Datatype cell_type, column_type, row_type[4];
} grid;

static int begin_of(int part, int num_parts, int side)
{
    return (int)((int64_t)side * part / num_parts);
}

static cell *at(const grid *g, cell *cells, int row, int column)
{
    return cells + (ptrdiff_t)(row + 1) * (g->columns + 2) + column + 1;
}

static void make_communicators(grid *g, int side)
{
    int dims[2] = {0, 0}, periods[2] = {0, 0}, place[2], neighbours[2];
    int weights[2] = {1, 1};

    MPI_Comm_size(MPI_COMM_WORLD, &g->num_procs);
    MPI_Dims_create(g->num_procs, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 1, &g->cart);
    MPI_Comm_rank(g->cart, &g->rank);
    MPI_Cart_coords(g->cart, g->rank, 2, place);
    MPI_Cart_shift(g->cart, 0, 1, &g->up, &g->down);
    MPI_Cart_shift(g->cart, 1, 1, &g->left, &g->right);
    g->first_row = begin_of(place[0], dims[0], side);
    g->rows = begin_of(place[0] + 1, dims[0], side) - g->first_row;
    g->first_column = begin_of(place[1], dims[1], side);
    g->columns = begin_of(place[1] + 1, dims[1], side) - g->first_column;
    if (g->left != MPI_PROC_NULL)
        neighbours[g->num_sides++] = g->left;
    if (g->right != MPI_PROC_NULL)
        neighbours[g->num_sides++] = g->right;
    MPI_Dist_graph_create_adjacent(g->cart, g->num_sides, neighbours, weights,
                                   g->num_sides, neighbours, weights,
                                   MPI_INFO_NULL, 0, &g->sides);
}

/* A row of the grid with its corners, as a subarray. */
static MPI_Datatype row_of(const grid *g, int row)
{
    int sizes[2] = {g->rows + 2, g->columns + 2};
    int subsizes[2] = {1, g->columns + 2}, starts[2] = {row + 1, 0};
    MPI_Datatype type;

    MPI_Type_create_subarray(2, sizes, subsizes, starts, MPI_ORDER_C,
                             g->cell_type, &type);
    MPI_Type_commit(&type);
    return type;
}

static void make_types(grid *g)
{
    int lengths[2] = {1, 1};
    MPI_Aint offsets[2] = {offsetof(cell, heat), offsetof(cell, count)};
    MPI_Datatype fields[2] = {MPI_DOUBLE, MPI_INT32_T}, packed, vector;

    MPI_Type_create_struct(2, lengths, offsets, fields, &packed);
    MPI_Type_create_resized(packed, 0, sizeof(cell), &g->cell_type);
    MPI_Type_commit(&g->cell_type);
    MPI_Type_vector(g->rows, 1, g->columns + 2, g->cell_type, &vector);
    /* Displacements of columns count cells. */
    MPI_Type_create_resized(vector, 0, sizeof(cell), &g->column_type);
    MPI_Type_commit(&g->column_type);
    g->row_type[0] = row_of(g, 0);
    g->row_type[1] = row_of(g, g->rows - 1);
    g->row_type[2] = row_of(g, -1);
    g->row_type[3] = row_of(g, g->rows);
    MPI_Type_free(&packed);
    MPI_Type_free(&vector);
}

static void fill(grid *g)
{
    size_t num_cells = (size_t)(g->rows + 2) * (size_t)(g->columns + 2);

    g->old = calloc(num_cells, sizeof(cell));
    g->new = calloc(num_cells, sizeof(cell));
    if (g->old == NULL || g->new == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++) {
            int id = (g->first_row + r) * 4099 + g->first_column + c;
            *at(g, g->old, r, c) =
                (cell){1.0 / (1 + id), id % 1009, -g->rank - 1};
        }
}

static void exchange_columns(grid *g)
{
    int counts[2] = {1, 1}, sent[2], received[2], num = 0;
    cell *corner = at(g, g->old, 0, -1);

    if (g->left != MPI_PROC_NULL) {
        sent[num] = 1;
        received[num++] = 0;
    }
    if (g->right != MPI_PROC_NULL) {
        sent[num] = g->columns;
        received[num++] = g->columns + 1;
    }
    MPI_Neighbor_alltoallv(corner, counts, sent, g->column_type, corner, counts,
                           received, g->column_type, g->sides);
}

static void exchange_rows(grid *g)
{
    /* Counts, then displacements, all 0, of sends and receives. */
    int *sends = calloc(3 * (size_t)g->num_procs, sizeof(int));
    int *receives, *zeros;
    MPI_Datatype *types =
        calloc(2 * (size_t)g->num_procs, sizeof(MPI_Datatype));
    int peers[2] = {g->up, g->down};

    if (sends == NULL || types == NULL)
        MPI_Abort(MPI_COMM_WORLD, 1);
    receives = sends + g->num_procs;
    zeros = receives + g->num_procs;
    for (int r = 0; r < 2 * g->num_procs; r++)
        types[r] = MPI_BYTE;
    for (int i = 0; i < 2; i++) {
        if (peers[i] == MPI_PROC_NULL)
            continue;
        sends[peers[i]] = receives[peers[i]] = 1;
        types[peers[i]] = g->row_type[i];
        types[g->num_procs + peers[i]] = g->row_type[2 + i];
    }
    MPI_Alltoallw(g->old, sends, zeros, types, g->old, receives, zeros,
                  types + g->num_procs, g->cart);
    free(types);
    free(sends);
}

/* One step of the stencil with all eight neighbours. Returns the change. */
static double smooth(grid *g, double weight)
{
    double change = 0;
    cell *swap = g->old;

    for (int r = 0; r < g->rows; r++)
        for (int c = 0; c < g->columns; c++) {
            cell *mine = at(g, g->old, r, c), *next = at(g, g->new, r, c);
            double heat = -8 * mine->heat;
            int count = 3 * mine->count;
            for (int i = -1; i <= 1; i++)
                for (int j = -1; j <= 1; j++) {
                    const cell *near = at(g, g->old, r + i, c + j);
                    heat += (i != 0 || j != 0) * near->heat;
                    count += near->count;
                }
            *next = (cell){mine->heat + weight * heat, count % 65521,
                           mine->padding};
            change += heat * heat;
        }
    g->old = g->new;
    g->new = swap;
    return change;
}

static void report(grid *g, int step, double change)
{
    int64_t sums[2] = {0, 0}, totals[2];
    uint64_t digest = (uint64_t)g->rank;
    double residual;

    for (int r = -1; r <= g->rows; r++)
        for (int c = -1; c <= g->columns; c++) {
            cell *one = at(g, g->new, r, c);
            if (r < 0 || c < 0 || r == g->rows || c == g->columns)
                digest = digest_of(digest, one, sizeof(*one));
            else
                sums[0] += at(g, g->old, r, c)->count;
        }
    sums[1] = (int64_t)(digest >> 8);
    MPI_Allreduce(sums, totals, 2, MPI_INT64_T, MPI_SUM, g->cart);
    MPI_Allreduce(&change, &residual, 1, MPI_DOUBLE, MPI_SUM, g->cart);
    if (g->rank == 0)
        printf("step=%d checksum=%lld digest=%016llx residual=%.17g\n", step,
               (long long)totals[0], (unsigned long long)totals[1], residual);
}

static void release(grid *g)
{
    for (int i = 0; i < 4; i++)
        MPI_Type_free(&g->row_type[i]);
    MPI_Type_free(&g->column_type);
    MPI_Type_free(&g->cell_type);
    MPI_Comm_free(&g->sides);
    MPI_Comm_free(&g->cart);
    free(g->old);
    free(g->new);
}

int main(int argc, char **argv)
{
    grid g = {0};
    int num_steps, side;
    double begin_s, parameters[2];

    MPI_Init(&argc, &argv);
    num_steps = read_option(argc, argv, 1, 1000000, "STEPS SIDE");
    side = read_option(argc, argv, 2, 10000, "STEPS SIDE");
    make_communicators(&g, side);
    if (side < g.num_procs) {
        fprintf(stderr,
                "halo_types: SIDE %d; accepted: at least %d, the ranks\n", side,
                g.num_procs);
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    make_types(&g);
    fill(&g);
    MPI_Barrier(g.cart);
    begin_s = MPI_Wtime();
    for (int step = 0; step < num_steps; step++) {
        parameters[0] = g.rank == 0 ? 1.0 / (16 + step % 4) : 0;
        parameters[1] = g.rank == 0 ? step : -1;
        MPI_Bcast(parameters, 2, MPI_DOUBLE, 0, g.cart);
        exchange_columns(&g);
        exchange_rows(&g);
        report(&g, (int)parameters[1], smooth(&g, parameters[0]));
    }
    print_time(begin_s, num_steps, g.cart);
    release(&g);
    MPI_Finalize();
    return 0;
}
