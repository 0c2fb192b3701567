/* kernels/plan/operators.h -- which of MPI's operators are for which types
 * [MPI 3.1, Sec. 5.9.2 and 5.9.4].
 */
#ifndef QUADRILLE_KERNELS_PLAN_OPERATORS_H
#define QUADRILLE_KERNELS_PLAN_OPERATORS_H

#include <mpi.h>
#include <stdbool.h>

/* qdr_operator_number returns the number of one of MPI's own operators, the
 * same on every rank; all that users made have one number. */
int qdr_operator_number(MPI_Op op);

/* qdr_operator_accepts tells whether elements of `type` can be combined by
 * `op`; if not, *out_accepted is what is accepted, in words. A user's operator
 * is taken to know its types; so is any operator of types that an MPI library
 * has beyond those of MPI 3.1. */
bool qdr_operator_accepts(MPI_Op op, MPI_Datatype type,
                          const char **out_accepted);

#endif
