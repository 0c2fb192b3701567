/* kernels/preload/preload_type.h -- the layout of an MPI type in memory. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_TYPE_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_TYPE_H

#include <mpi.h>
#include <stdbool.h>

/* qdr_type_common_size returns the bytes of some common types without asking
 * MPI, which takes longer; 0: another type. */
int qdr_type_common_size(MPI_Datatype type);

/* qdr_type_is_none returns whether `type` is no handle of a type: Open MPI
 * makes a NULL of a number of Fortran that it does not know. */
static inline bool qdr_type_is_none(MPI_Datatype type)
{
    return type == MPI_DATATYPE_NULL || type == (MPI_Datatype)0;
}

/* qdr_type_is_committed returns whether elements of `type` can be sent; an
 * error goes to the error handler of `comm`. MPI can only be asked by trying.
 */
bool qdr_type_is_committed(MPI_Datatype type, MPI_Comm comm);

/* qdr_type_is_plain returns whether `type` is one of MPI's own without gaps:
 * elements lie one after another in memory, in the order of their signature. */
bool qdr_type_is_plain(MPI_Datatype type);

#endif
