/* kernels/messaging/mpi_status.c -- see mpi_status.h. */
#include "kernels/messaging/mpi_status.h"

qdr_status qdr_mpi_fail(int code, const char *what, int rank, qdr_error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    MPI_Error_string(code, text, &length);
    return qdr_fail(error, QDR_ERROR_MPI, "%s rank %d: %s", what, rank, text);
}
