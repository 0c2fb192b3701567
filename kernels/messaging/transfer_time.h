/* kernels/messaging/transfer_time.h -- time of a message between two ranks that
 * both send and receive. */
#ifndef QUADRILLE_KERNELS_MESSAGING_TRANSFER_TIME_H
#define QUADRILLE_KERNELS_MESSAGING_TRANSFER_TIME_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* Time of a message as a line: startup, and time per byte. */
typedef struct qdr_transfer_time {
    double startup_ns, byte_ns; /* never below 0 */
} qdr_transfer_time;

/* qdr_transfer_time_measure measures it, for planning: pairs of neighbours
 * exchange empty messages and long ones, all at once, a few times; the result
 * is the min over repetitions, then the max over pairs. The same on every rank;
 * 0 for one rank. Collective over `comm`. */
qdr_status qdr_transfer_time_measure(MPI_Comm comm, qdr_transfer_time *out_time,
                                     qdr_error *error);

/* qdr_transfer_time_ns: of so many bytes. */
int64_t qdr_transfer_time_ns(const qdr_transfer_time *time, int64_t bytes);

#endif
