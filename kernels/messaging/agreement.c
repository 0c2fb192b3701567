/* kernels/messaging/agreement.c -- see agreement.h. */
#include "kernels/messaging/agreement.h"

#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

qdr_status qdr_mpi_fail(int code, const char *what, int rank, qdr_error *error)
{
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;

    MPI_Error_string(code, text, &length);
    return qdr_fail(error, QDR_ERROR_MPI, "%s rank %d: %s", what, rank, text);
}

/* Every rank gets the status and the line of rank `finder`. */
static int spread(MPI_Comm comm, int finder, int *status, qdr_error *reason)
{
    int rank, code;

    MPI_Comm_rank(comm, &rank);
    /* The others contribute zeros, so the result is that rank's. */
    if (rank != finder) {
        *status = 0;
        *reason = (qdr_error){""};
    }
    code = MPI_Allreduce(MPI_IN_PLACE, status, 1, MPI_INT, MPI_BOR, comm);
    return code != MPI_SUCCESS
               ? code
               : MPI_Allreduce(MPI_IN_PLACE, reason->text, sizeof reason->text,
                               MPI_BYTE, MPI_BOR, comm);
}

static bool begins_with_rank(const char *text, int rank)
{
    char name[32];
    int length = snprintf(name, sizeof name, "rank %d", rank);

    return strncmp(text, name, (size_t)length) == 0 &&
           strchr("0123456789", text[length]) == NULL;
}

qdr_status qdr_agree(MPI_Comm comm, qdr_status status, qdr_error *error)
{
    int rank, num_procs, first_failed, is_alone;
    int code = (int)status;
    qdr_error reason;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &num_procs);
    first_failed = status == QDR_OK ? num_procs : rank;
    if (MPI_Allreduce(MPI_IN_PLACE, &first_failed, 1, MPI_INT, MPI_MIN, comm) !=
        MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "agreeing on a status failed");
    if (first_failed == num_procs)
        return QDR_OK;
    reason = *error;
    if (spread(comm, first_failed, &code, &reason) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "agreeing on a status failed");
    /* An error that all ranks found names no rank. */
    is_alone = status == QDR_OK || strcmp(error->text, reason.text) != 0;
    if (MPI_Allreduce(MPI_IN_PLACE, &is_alone, 1, MPI_INT, MPI_MAX, comm) !=
        MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "agreeing on a status failed");
    if (is_alone && !begins_with_rank(reason.text, first_failed))
        return qdr_fail(error, (qdr_status)code, "rank %d: %s", first_failed,
                        reason.text);
    *error = reason;
    return (qdr_status)code;
}

qdr_status qdr_agree_on(MPI_Comm comm, const qdr_common *values, int num_values,
                        qdr_error *error)
{
    int64_t min[QDR_MAX_COMMON], max[QDR_MAX_COMMON];

    assert(num_values <= QDR_MAX_COMMON);
    for (int i = 0; i < num_values; i++)
        min[i] = max[i] = values[i].value;
    if (MPI_Allreduce(MPI_IN_PLACE, min, num_values, MPI_INT64_T, MPI_MIN,
                      comm) != MPI_SUCCESS ||
        MPI_Allreduce(MPI_IN_PLACE, max, num_values, MPI_INT64_T, MPI_MAX,
                      comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "comparing arguments failed");
    for (int i = 0; i < num_values; i++)
        if (min[i] != max[i])
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "the ranks disagree about %s; accepted: the same "
                            "on every rank",
                            values[i].what);
    return QDR_OK;
}

qdr_status qdr_gather_numbers(MPI_Comm comm, int64_t number,
                              int64_t *out_numbers, qdr_error *error)
{
    if (MPI_Allgather(&number, 1, MPI_INT64_T, out_numbers, 1, MPI_INT64_T,
                      comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "gathering numbers failed");
    return QDR_OK;
}

qdr_status qdr_agree_max(MPI_Comm comm, int64_t *values, int num_values,
                         qdr_error *error)
{
    if (MPI_Allreduce(MPI_IN_PLACE, values, num_values, MPI_INT64_T, MPI_MAX,
                      comm) != MPI_SUCCESS)
        return qdr_fail(error, QDR_ERROR_MPI, "finding the max failed");
    return QDR_OK;
}
