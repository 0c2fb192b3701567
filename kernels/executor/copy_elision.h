/* kernels/executor/copy_elision.h -- leaves out copies where two ranks combine
 * each other's data again and again.
 *
 * MPI_Reduce_local(in, inout) overwrites its second operand. Of two ranks that
 * combine in the same order, one gets the result in the buffer where the
 * message arrived, `packed`, and would copy it back to its region. Instead its
 * next exchange of the same bytes uses the two buffers the other way round:
 *
 *   exchange   with copies                        without
 *   first      send region, receive packed        the same
 *              packed = region op packed          the same
 *              copy packed to region
 *   next       send region, receive packed        send packed, receive region
 *              packed = region op packed          region = packed op region
 *              copy packed to region
 *
 * Of every two such copies none is left.
 */
#ifndef QUADRILLE_KERNELS_EXECUTOR_COPY_ELISION_H
#define QUADRILLE_KERNELS_EXECUTOR_COPY_ELISION_H

#include "kernels/core/schedule/rank_schedule.h"
#include "kernels/executor/local_copies.h"

/* qdr_copies_elide changes the operations of a rank, which are bound, and
 * their copies, in mode `posted` or `paced`. Where the own operand comes first
 * in two exchanges of the same bytes, with only such exchanges between, neither
 * copies. */
void qdr_copies_elide(qdr_bound_operation *operations, qdr_copies *copies,
                      const qdr_rank_schedules *own);

#endif
