/* kernels/executor/exchanges.h -- exchanges in which two ranks combine each
 * other's data, without copies.
 *
 * MPI_Reduce_local overwrites its second operand. Of two ranks that combine in
 * the same order, one gets the result where the message arrived, in the packed
 * buffer, and would copy it back to the window. Instead its next exchange of
 * the same bytes sends from the packed buffer, and receives into the window: of
 * every two such copies none is left.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_EXCHANGES_H
#define QUADRILLE_KERNELS_EXECUTOR_EXCHANGES_H

#include "kernels/core/rank_schedule.h"
#include "kernels/executor/bound_operation.h"

/* qdr_exchanges_pair changes the operations of a rank, which are bound, and
 * their copies, in mode `posted` or `paced`. Where the own operand comes first
 * in two exchanges of the same bytes, with only such exchanges between, neither
 * copies. */
void qdr_exchanges_pair(qdr_bound_operation *operations, qdr_copies *copies,
                        const qdr_rank_schedules *own);

#endif
