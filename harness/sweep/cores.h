/* harness/sweep/cores.h -- the cores of this machine, as hwloc knows them. */
#ifndef QUADRILLE_HARNESS_SWEEP_CORES_H
#define QUADRILLE_HARNESS_SWEEP_CORES_H

/* qdr_num_cores returns how many cores there are, hardware threads not counted,
 * of those that this process's control group permits: what mpirun takes for the
 * slots of this machine. At least 1. */
int qdr_num_cores(void);

#endif
