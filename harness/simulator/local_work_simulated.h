/* harness/simulator/local_work_simulated.h -- what work within a node costs a
 * simulated machine; see kernels/messaging/local_work.h. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H
#define QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H

#include "harness/machine/machine.h"

/* qdr_local_work_open lets this rank's processor take the times of `hardware`
 * for a byte, an operation, an entry; nothing before. After qdr_processor_new.
 */
void qdr_local_work_open(const qdr_hardware *hardware);

#endif
