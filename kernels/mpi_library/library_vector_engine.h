/* kernels/mpi_library/library_vector_engine.h -- common part of the MPI
 * library's collectives on a vector: mpi_bcast, mpi_scatter and the others.
 *
 * If all parts have one length it makes the plain call, else the call with
 * lengths and places, which every rank knows.
 */
#ifndef QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_VECTOR_ENGINE_H
#define QUADRILLE_KERNELS_MPI_LIBRARY_LIBRARY_VECTOR_ENGINE_H

#include "kernels/engine.h"

typedef struct qdr_library_vector qdr_library_vector;

/* Makes the call, and returns MPI's code. */
typedef int qdr_library_vector_call(const qdr_library_vector *vector,
                                    const char *send, char *receive);

struct qdr_library_vector {
    const qdr_buffer_layout *own;
    MPI_Comm comm;
    MPI_Datatype type; /* of an element, if combined, else a byte */
    MPI_Op op;
    int root;
    int count;                   /* elements of the vector */
    int *counts, *displacements; /* [p] elements of the parts */
    char *room;                  /* of a reduction to another rank; or NULL */
    qdr_library_vector_call *call;
};

/* qdr_library_vector_prepare is the prepare of an engine that makes the call
 * `equal` where all parts have one length, else `unequal`. */
qdr_status qdr_library_vector_prepare(qdr_library_vector *vector,
                                      const qdr_problem *problem,
                                      const qdr_local *local,
                                      qdr_library_vector_call *equal,
                                      qdr_library_vector_call *unequal,
                                      qdr_error *error);

/* qdr_library_vector_cleanup and qdr_library_vector_execute are the cleanup and
 * the execute of such an engine. */
void qdr_library_vector_cleanup(void *state);
qdr_status qdr_library_vector_execute(void *state, const char *send,
                                      char *receive, qdr_error *error);

#endif
