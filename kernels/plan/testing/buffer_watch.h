/* kernels/plan/testing/buffer_watch.h -- whether a program gives MPI only
 * buffers that MPI allows.
 *
 * A program that links this has its transfers watched from their start until a
 * call completes them: a receive may touch no byte of another transfer, and a
 * send none of a receive (MPI-4.0, 3.7.2). It knows nothing of schedules and
 * modes, so what ../../core/order_check.c proves is checked once more.
 */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_BUFFER_WATCH_H
#define QUADRILLE_KERNELS_PLAN_TESTING_BUFFER_WATCH_H

/* How many transfers of this rank began over bytes in use; the first ones are
 * on stderr. In the simulator nothing is watched. */
extern int qdr_num_overlaps;

#endif
