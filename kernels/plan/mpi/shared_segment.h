/* kernels/plan/mpi/shared_segment.h -- memory that the ranks of a node share.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_SHARED_SEGMENT_H
#define QUADRILLE_KERNELS_PLAN_MPI_SHARED_SEGMENT_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* Rank r of a communicator has `stride` bytes, from first + r * stride on. */
typedef struct qdr_segment {
    char *first;
    int64_t stride;
    int num_ranks;
} qdr_segment;

/* qdr_segment_map maps `bytes`, in whole pages, for each rank of `comm`,
 * zeroed, into all ranks. Fails on every rank if one cannot have its memory, or
 * does not see that of rank 0: ranks on another node, or in another container.
 * `error` is not NULL. Collective. */
qdr_status qdr_segment_map(MPI_Comm comm, int64_t bytes, qdr_segment *out,
                           qdr_error *error);

/* qdr_segment_unmap releases this rank's view; a zeroed one is legal. Local: no
 * rank waits, and the others' views stay. */
void qdr_segment_unmap(qdr_segment *segment);

#endif
