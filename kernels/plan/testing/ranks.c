#include "kernels/plan/testing/ranks.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int rank, p, num_wrong;

void qdr_test_begin(int *argc, char ***argv, int *out_rank, int *out_p)
{
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &p);
    *out_rank = rank;
    *out_p = p;
}

void qdr_test_expect(bool is_so, const char *what, const qdr_error *error)
{
    if (is_so)
        return;
    fprintf(stderr, "rank %d of %d: not so: %s ('%s')\n", rank, p, what,
            error->text);
    num_wrong++;
}

void qdr_test_count_wrong(int count)
{
    num_wrong += count;
}

bool qdr_test_is_simulated(void)
{
    char version[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    MPI_Get_library_version(version, &length);
    return strstr(version, "SMPI") != NULL;
}

void qdr_test_end(void)
{
    MPI_Allreduce(MPI_IN_PLACE, &num_wrong, 1, MPI_INT, MPI_SUM,
                  MPI_COMM_WORLD);
    MPI_Finalize();
}

int qdr_test_status(void)
{
    return num_wrong > 0;
}
