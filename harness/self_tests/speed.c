/* harness/self_tests/speed.c -- see speed.h. */
#include "harness/self_tests/speed.h"

#include <mpi.h>
#include <stdio.h>

void qdr_speed_require(qdr_status status, const qdr_error *error)
{
    if (status == QDR_OK)
        return;
    fprintf(stderr, "quadrille bench self: %s\n", error->text);
    MPI_Abort(MPI_COMM_WORLD, 1);
}

void qdr_speed_keep_min(double *min, double value)
{
    if (*min == 0 || value < *min)
        *min = value;
}
