/* kernels/messaging/local_work.h -- reports work of a rank's processor outside
 * MPI to the machine.
 *
 * Two files, one of which a program is linked with: local_work_mpi.c here, in
 * which the report does nothing, because the work itself takes time, and
 * harness/simulator/message_costs.c, which advances the clock by the
 * time that the work takes on the simulated machine.
 */
#ifndef QUADRILLE_KERNELS_MESSAGING_LOCAL_WORK_H
#define QUADRILLE_KERNELS_MESSAGING_LOCAL_WORK_H

#include <stdbool.h>
#include <stdint.h>

/* qdr_pending_copied: this rank has copied so many bytes within its memory. */
void qdr_pending_copied(int64_t bytes);

/* qdr_work_is_charged returns whether a machine charges for work and calls.
 * Then a rank performs every call of its program, and copies its own data
 * before all else, as the programs of the papers did; else only what must be
 * (../executor/placement.h, ../executor/execution.h). */
bool qdr_work_is_charged(void);

/* qdr_pending_indexed: it has copied so many through a list of indices. */
void qdr_pending_indexed(int64_t bytes);

/* qdr_pending_packed: it has copied so many blocks to a message or from one;
 * their bytes are reported by themselves. */
void qdr_pending_packed(int64_t num_blocks);

/* qdr_pending_executed: it has executed so many instructions of loops that a
 * paper prints. */
void qdr_pending_executed(int64_t instructions);

/* qdr_pending_scheduled: it has examined so many entries to make a schedule. */
void qdr_pending_scheduled(int64_t num_probes);

/* qdr_pending_computed: it has computed so many floating-point operations. */
void qdr_pending_computed(double flops);

#endif
