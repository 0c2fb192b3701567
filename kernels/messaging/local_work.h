/* kernels/messaging/local_work.h -- work of a rank's processor that is no call
 * of MPI, told to the machine.
 *
 * Two files, one of which a program is linked with: local_work_mpi.c here, in
 * which telling does nothing, because the work itself takes its time, and
 * harness/simulator/local_work_simulated.c, which lets the time pass that it
 * takes the simulated machine.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_LOCAL_WORK_H
#define QUADRILLE_KERNELS_MESSAGING_LOCAL_WORK_H

#include <stdint.h>

/* qdr_pending_copied: this rank has copied so many bytes within its memory. */
void qdr_pending_copied(int64_t bytes);

/* qdr_pending_scheduled: it has looked at so many entries to make a schedule.
 */
void qdr_pending_scheduled(int64_t num_looks);

/* qdr_pending_computed: it has computed so many floating-point operations. */
void qdr_pending_computed(double flops);

#endif
