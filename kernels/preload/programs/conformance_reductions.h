/* kernels/preload/programs/conformance_reductions.h -- all forms of reductions
 * with an operator and a type.
 */
#ifndef QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_REDUCTIONS_H
#define QUADRILLE_KERNELS_PRELOAD_PROGRAMS_CONFORMANCE_REDUCTIONS_H

#include "kernels/preload/programs/conformance.h"

/* An operator and a type. `put` writes element `index` of a rank. Elements are
 * compared by `equal`; NULL compares their packed bytes. The values must make
 * results that do not depend on the order of the combinations. */
typedef struct reduction {
    const char *name;
    MPI_Datatype type;
    MPI_Op op;
    void (*put)(void *elements, int index, int value);
    bool (*equal)(const void *a, const void *b, int index);
    int (*value)(int rank, int index);
} reduction;

/* MPI_Allreduce, Reduce, Reduce_scatter and Reduce_scatter_block of `count`
 * elements, with and without MPI_IN_PLACE, with `root`. The reference is made
 * of MPI_Reduce_local in the order of ranks. */
void check_reduction(const member *m, const reduction *r, int count, int root);

#endif
