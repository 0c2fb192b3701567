/* harness/machine/cores.h -- the cores of this machine, from hwloc. */
#ifndef QUADRILLE_HARNESS_MACHINE_CORES_H
#define QUADRILLE_HARNESS_MACHINE_CORES_H

/* qdr_num_cores returns the number of cores, hardware threads not counted, that
 * this process's control group permits: mpirun uses it as the slots of this
 * machine. At least 1. */
int qdr_num_cores(void);

/* qdr_num_processors returns the number of processors that this process may
 * use. */
int qdr_num_processors(void);

#endif
