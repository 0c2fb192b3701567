/* harness/simulator/local_work_simulated.h -- the cost of work within a node of
 * a simulated machine; see kernels/messaging/local_work.h. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H
#define QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H

#include "harness/machine/machine.h"

/* qdr_local_work_open charges this rank's processor the times of `hardware` per
 * byte, operation and entry; without this call, local work is free. After
 * qdr_processor_new. */
void qdr_local_work_open(const qdr_hardware *hardware);

#endif
