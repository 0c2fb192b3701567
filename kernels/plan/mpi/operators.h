/* kernels/plan/mpi/operators.h -- which of MPI's operators are for which types
 * [MPI 3.1, Sec. 5.9.2 and 5.9.4].
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_OPERATORS_H
#define QUADRILLE_KERNELS_PLAN_MPI_OPERATORS_H

#include <mpi.h>
#include <stdbool.h>

/* qdr_operator_number returns the number of one of MPI's own operators, the
 * same on every rank; all operators of users share one number. */
int qdr_operator_number(MPI_Op op);

/* qdr_operator_is_known returns whether `op` is one of those: not a user's, nor
 * MPI_REPLACE or MPI_NO_OP. */
bool qdr_operator_is_known(MPI_Op op);

/* qdr_operator_accepts returns whether `op` can combine elements of `type`; if
 * not, it sets *out_accepted to the accepted types, in words. It accepts a
 * user's operator for every type, and every operator for types of an MPI
 * library beyond MPI 3.1. */
bool qdr_operator_accepts(MPI_Op op, MPI_Datatype type,
                          const char **out_accepted);

/* qdr_operator_try returns MPI's error code for combining no elements of `type`
 * with `op`. MPI_Reduce_local has no communicator, so its errors go to the
 * error handler of MPI_COMM_WORLD or MPI_COMM_SELF, which usually aborts: for
 * this call both return. */
int qdr_operator_try(MPI_Op op, MPI_Datatype type);

#endif
