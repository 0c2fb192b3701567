/* harness/simulator/local_work_simulated.h -- what work within a node costs a
 * simulated machine; see kernels/messaging/local_work.h. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H
#define QUADRILLE_HARNESS_SIMULATOR_LOCAL_WORK_SIMULATED_H

/* qdr_local_work_open sets what this rank's processor takes to copy a byte and
 * for a floating-point operation, nothing before. After qdr_processor_new. */
void qdr_local_work_open(double copying_s_per_byte,
                         double computing_s_per_flop);

#endif
