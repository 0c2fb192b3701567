/* kernels/messaging/byte_time.h -- what a byte takes between two ranks: beta.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_BYTE_TIME_H
#define QUADRILLE_KERNELS_MESSAGING_BYTE_TIME_H

#include <mpi.h>

#include "kernels/core/status.h"

/* qdr_byte_time_ns measures it, for planning: by how much a long message from
 * an even rank to the next takes longer than an empty one, all pairs at once,
 * the fastest of a few; of all pairs the most, never below 0. The same on every
 * rank; 0 for one rank. Collective over `comm`. */
qdr_status qdr_byte_time_ns(MPI_Comm comm, double *out_ns, qdr_error *error);

#endif
