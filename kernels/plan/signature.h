/* kernels/plan/signature.h -- whether elements of two ranks are the same data.
 *
 * MPI lets ranks describe equal data by different types: 4 MPI_INT, or one type
 * of 4 MPI_INT. Their type signatures [MPI 3.1, Sec. 4.1] must be equal: the
 * sequence of MPI's own types. Handles and names of other types say nothing, so
 * ranks compare a hash of the signature.
 */
#ifndef QUADRILLE_KERNELS_PLAN_SIGNATURE_H
#define QUADRILLE_KERNELS_PLAN_SIGNATURE_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/status.h"

/* qdr_signature_of sets *out_hash to a hash of `count` elements of `type`: the
 * same for the same sequence of MPI's types, whichever types describe it.
 * Plans move bytes in their order in memory, so a type map in another order
 * has another hash. Distributed arrays (MPI_Type_create_darray) and types of a
 * precision are known by kind and length only. Takes time in proportion to the
 * description of `type`, and to the logarithm of its repetitions. Fails only if
 * memory runs out. */
qdr_status qdr_signature_of(MPI_Datatype type, int64_t count, int64_t *out_hash,
                            qdr_error *error);

#endif
