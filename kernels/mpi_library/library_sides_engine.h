/* kernels/mpi_library/library_sides_engine.h -- arguments of the MPI library's
 * collectives. */
#ifndef QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SIDES_ENGINE_H
#define QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_SIDES_ENGINE_H

#include "kernels/messaging/local.h"

/* Counts and displacements of one side, in bytes: of every rank, or of every
 * neighbour. */
typedef struct qdr_library_side {
    int num_peers;
    int *peers; /* of the neighbours; NULL: every rank */
    int *counts, *displacements;
} qdr_library_side;

/* The arguments of an MPI collective. */
typedef struct qdr_library_sides {
    qdr_library_side sends, receives;
} qdr_library_sides;

/* qdr_library_sides_init makes both sides of this rank's part. Local. It has
 * the errors of qdr_library_require_int. Release with qdr_library_sides_cleanup
 * in either case. */
qdr_status qdr_library_sides_init(qdr_library_sides *sides,
                                  const qdr_local *local, bool only_neighbours,
                                  qdr_error *error);
void qdr_library_sides_cleanup(qdr_library_sides *sides);

/* qdr_library_longest returns the bytes of the longer of both buffers. */
int64_t qdr_library_longest(const qdr_buffer_layout *layout);

/* qdr_library_require_int refuses buffers of more than 2^31 - 1 bytes, which
 * the library's collectives cannot count. */
qdr_status qdr_library_require_int(int64_t bytes, qdr_error *error);

#endif
