/* kernels/preload/preload_type.h -- the layout of an MPI type in memory. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_TYPE_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_TYPE_H

#include <mpi.h>
#include <stdbool.h>

/* qdr_type_common_size returns the bytes of some common types without asking
 * MPI, which takes longer; 0: another type. */
int qdr_type_common_size(MPI_Datatype type);

/* qdr_type_is_plain returns whether `type` is one of MPI's own without gaps:
 * elements lie one after another in memory, in the order of their signature. */
bool qdr_type_is_plain(MPI_Datatype type);

#endif
