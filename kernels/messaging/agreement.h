/* kernels/messaging/agreement.h -- one status on all ranks, and MPI's
 * error codes as statuses. */
#ifndef QUADRILLE_KERNELS_MESSAGING_AGREEMENT_H
#define QUADRILLE_KERNELS_MESSAGING_AGREEMENT_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* qdr_mpi_fail returns QDR_ERROR_MPI, with the line
 * `what rank <rank>: <MPI's own text>`. */
qdr_status qdr_mpi_fail(int code, const char *what, int rank, qdr_error *error);

/* qdr_mpi_status returns QDR_OK for MPI_SUCCESS; else it is qdr_mpi_fail. */
static inline qdr_status qdr_mpi_status(int code, const char *what, int rank,
                                        qdr_error *error)
{
    return code == MPI_SUCCESS ? QDR_OK : qdr_mpi_fail(code, what, rank, error);
}

/* qdr_agree returns on every rank the status of the lowest rank that failed,
 * and its reason in `error`, which names that rank, "rank 3: ...", unless every
 * rank failed with the same line; QDR_OK if none did. `error` is not NULL.
 * Collective over `comm`. */
qdr_status qdr_agree(MPI_Comm comm, qdr_status status, qdr_error *error);

/* qdr_gather_numbers sets out_numbers[r] to the number of each rank r.
 * Collective over `comm`. */
qdr_status qdr_gather_numbers(MPI_Comm comm, int64_t number,
                              int64_t *out_numbers, qdr_error *error);

/* What must be the same on every rank, with the word for it. */
typedef struct qdr_common {
    const char *what;
    int64_t value;
} qdr_common;

/* qdr_agree_on fails with QDR_ERROR_INPUT on every rank if one of
 * `values[num_values]` is not the same on all, and names the first. Collective
 * over `comm`; num_values is at most QDR_MAX_COMMON. */
enum { QDR_MAX_COMMON = 20 };
qdr_status qdr_agree_on(MPI_Comm comm, const qdr_common *values, int num_values,
                        qdr_error *error);

/* qdr_agree_max sets each of `values[num_values]` to its max over the ranks.
 * Collective over `comm`. */
qdr_status qdr_agree_max(MPI_Comm comm, int64_t *values, int num_values,
                         qdr_error *error);

#endif
