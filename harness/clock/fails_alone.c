/* harness/clock/fails_alone.c WHO -- a timed program that fails on the rank
 * WHO, while the others wait for it, or on `all`. */
#include <stdio.h>
#include <string.h>

#include "harness/clock/timed_program.h"
#include "kernels/core/base/status.h"

static qdr_status run(int argc, char **argv, MPI_Comm comm, qdr_error *error)
{
    char own[16];
    int rank;

    MPI_Comm_rank(comm, &rank);
    snprintf(own, sizeof own, "%d", rank);
    if (argc == 2 && (strcmp(argv[1], own) == 0 || strcmp(argv[1], "all") == 0))
        return qdr_fail(error, QDR_ERROR_INPUT, "it fails");
    MPI_Barrier(comm);
    return QDR_OK;
}

int main(int argc, char **argv)
{
    return qdr_timed_program(argc, argv, "fails_alone", run);
}
