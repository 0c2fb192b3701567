/* harness/self_tests/workload_files.c -- see workload_files.h. */
#include "harness/self_tests/workload_files.h"

void qdr_write_matrix(FILE *file)
{
    enum { N = 96 };
    int count = N;

    for (int d = 1; d < N; d *= 3)
        count += N - d;
    fprintf(file,
            "%%%%MatrixMarket matrix coordinate real symmetric\n%d %d %d\n", N,
            N, count);
    for (int i = 1; i <= N; i++) {
        fprintf(file, "%d %d %g\n", i, i, 9 + i / 50.0);
        for (int d = 1; i + d <= N; d *= 3)
            fprintf(file, "%d %d %g\n", i + d, i, d % 2 ? -0.8 : 0.5);
    }
}

/* The points of a cube along an edge, and their numbers in a file. */
enum { EDGE = 4, NUM_BLOCKS = EDGE - 1 };
static int number(const int *at)
{
    return 1 + at[0] + EDGE * (at[1] + EDGE * at[2]);
}

/* The side of a block where coordinate d is the least: cut from its least
 * corner to its greatest one, as all tetrahedra are. */
static void write_side(FILE *file, const int *at, int d, int group)
{
    for (int turn = 1; turn < 3; turn++) {
        int middle[3] = {at[0], at[1], at[2]}, end[3];
        middle[(d + turn) % 3]++;
        for (int i = 0; i < 3; i++)
            end[i] = at[i] + (i != d);
        fprintf(file, "1 2 2 %d 1 %d %d %d\n", group, number(at),
                number(middle), number(end));
    }
}

/* A block is cut into six tetrahedra: for every order of the axes, the corners
 * that are met along them. */
static void write_block(FILE *file, const int *at)
{
    for (int first = 0; first < 3; first++)
        for (int turn = 1; turn < 3; turn++) {
            int second = (first + turn) % 3, x[3] = {at[0], at[1], at[2]};
            fprintf(file, "1 4 2 4 1 %d", number(x));
            x[first]++;
            fprintf(file, " %d", number(x));
            x[second]++;
            fprintf(file, " %d", number(x));
            x[3 - first - second]++;
            fprintf(file, " %d\n", number(x));
        }
    for (int d = 0; d < 3; d++) {
        /* Air, the plane of symmetry, and a floor. */
        static const int groups[3] = {3, 2, 1};
        int beyond[3] = {at[0], at[1], at[2]};
        beyond[d]++;
        if (at[d] == 0)
            write_side(file, at, d, groups[d]);
        if (beyond[d] == NUM_BLOCKS)
            write_side(file, beyond, d, 3);
    }
}

void qdr_write_mesh(FILE *file)
{
    enum { POINTS = EDGE * EDGE * EDGE, FACES = 12 * NUM_BLOCKS * NUM_BLOCKS };
    int num_blocks = NUM_BLOCKS * NUM_BLOCKS * NUM_BLOCKS;

    fprintf(file, "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n%d\n", POINTS);
    for (int i = 0; i < POINTS; i++)
        fprintf(file, "%d %d %d %d\n", i + 1, i % EDGE, i / EDGE % EDGE,
                i / EDGE / EDGE);
    fprintf(file, "$EndNodes\n$Elements\n%d\n", FACES + 6 * num_blocks);
    for (int i = 0; i < num_blocks; i++)
        write_block(file, (int[]){i % NUM_BLOCKS, i / NUM_BLOCKS % NUM_BLOCKS,
                                  i / NUM_BLOCKS / NUM_BLOCKS});
    fprintf(file, "$EndElements\n");
}
