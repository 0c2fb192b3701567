/* kernels/preload/programs/step_times.h -- options and times of the programs.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_STEP_TIMES_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_STEP_TIMES_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads argument `index`, a number from 1 to `max`; ends the program with one
 * line if it is not. */
static inline int read_option(int argc, char **argv, int index, int max,
                              const char *usage)
{
    char *end = NULL;
    long value = index < argc ? strtol(argv[index], &end, 10) : 0;

    int rank;

    if (index < argc && *end == '\0' && value >= 1 && value <= max)
        return (int)value;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 0) /* waits for the end here: one line, and only one */
        MPI_Barrier(MPI_COMM_WORLD);
    fprintf(stderr, "%s: argument %d '%s'; accepted: %s, each from 1 to %d\n",
            argv[0], index, index < argc ? argv[index] : "", usage, max);
    MPI_Abort(MPI_COMM_WORLD, 2);
    return 0;
}

/* Rank 0 prints the time of a step: of the slowest rank, begun together. */
static inline void print_time(double begin_s, int num_steps, MPI_Comm comm)
{
    double mine_s = MPI_Wtime() - begin_s, slowest_s;
    int rank;

    MPI_Comm_rank(comm, &rank);
    MPI_Reduce(&mine_s, &slowest_s, 1, MPI_DOUBLE, MPI_MAX, 0, comm);
    if (rank == 0)
        printf("time_us=%.3f\n", slowest_s * 1e6 / num_steps);
}

#endif
