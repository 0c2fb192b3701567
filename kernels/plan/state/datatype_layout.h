/* kernels/plan/state/datatype_layout.h -- counts, displacements and types of an
 * MPI_Alltoallv or MPI_Alltoallw as the places of a plan. */
#ifndef QUADRILLE_KERNELS_PLAN_STATE_DATATYPE_LAYOUT_H
#define QUADRILLE_KERNELS_PLAN_STATE_DATATYPE_LAYOUT_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/executor/datatypes.h"

/* One side of a call; counts NULL: as the other side, in place. */
typedef struct qdr_typed_arguments {
    const int *counts, *displacements;
    const MPI_Datatype *types; /* of each rank; else NULL */
    MPI_Datatype type;         /* of all ranks */
} qdr_typed_arguments;

/* Both sides. */
typedef struct qdr_typed_call {
    qdr_typed_arguments send, receive;
    bool is_w; /* MPI_Alltoallw's, whose arrays of types may be NULL where there
                  are no elements */
} qdr_typed_call;

/* qdr_datatype_layout makes the places of rank `places->rank`: of bytes where
 * types have no gaps, and `*out_typed` is NULL; else of messages one after
 * another, without that to itself, and `*out_typed` has their types. Elements
 * of no bytes are no message. Release the blocks of both sides with
 * qdr_datatype_layout_cleanup, and *out_typed, with qdr_datatypes_cleanup, by
 * free.
 */
qdr_status qdr_datatype_layout(const qdr_typed_call *call, MPI_Comm comm,
                               qdr_given_blocks *places,
                               qdr_datatypes **out_typed, qdr_error *error);
void qdr_datatype_layout_cleanup(qdr_given_blocks *places);

#endif
