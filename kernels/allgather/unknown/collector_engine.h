/* kernels/allgather/unknown/collector_engine.h -- a collect of parts whose
 * lengths are learned in each execution, on one rank. */
#ifndef QUADRILLE_KERNELS_ALLGATHER_UNKNOWN_COLLECTOR_ENGINE_H
#define QUADRILLE_KERNELS_ALLGATHER_UNKNOWN_COLLECTOR_ENGINE_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/network/network.h"

/* A rank's parts while they are gathered. */
typedef struct qdr_collector {
    int rank, num_procs;
    MPI_Comm comm;
    qdr_network network;
    int64_t capacity_bytes;
    int64_t part;     /* this rank's length, or a qdr_no_part */
    int64_t *lengths; /* [num_procs] from this rank's on, round to it */
    int64_t *parts;   /* [num_procs] the same, from rank 0 on */
    int64_t *begin;   /* [num_procs + 1]: where they begin */
} qdr_collector;

/* qdr_collector_gather_lengths sets the parts' lengths to those of all ranks.
 * qdr_collector_move brings all parts to their places in `receive`, which has
 * this rank's; all ranks know where they begin. Collective; both return MPI's
 * code. */
int qdr_collector_gather_lengths(const qdr_collector *collector);
int qdr_collector_move(const qdr_collector *collector, char *receive);

#endif
