/* harness/machine/cores.h -- the processors, cores and packages ("sockets")
 * that this process may use, as Linux reports them. */
#ifndef QUADRILLE_HARNESS_MACHINE_CORES_H
#define QUADRILLE_HARNESS_MACHINE_CORES_H

/* qdr_num_cores returns the number of cores, hardware threads not counted, that
 * this process's control group permits, whatever the process is bound to:
 * mpirun uses it as the slots of this machine. At least 1; the number of
 * processors if nothing describes the cores. */
int qdr_num_cores(void);

/* qdr_num_processors returns the number of processors that this process may
 * use. */
int qdr_num_processors(void);

/* qdr_num_own_cores returns the number of cores that these belong to, and
 * qdr_num_own_packages that of packages; 0: not known. */
int qdr_num_own_cores(void);
int qdr_num_own_packages(void);

/* qdr_count_groups returns how many different groups the processors
 * processors[0..count-1] belong to: of the same core, or package, are those
 * with the same list in the file FOLDER/cpuN/topology/NAME. A processor without
 * that file is a group of its own; 0: none has it. */
int qdr_count_groups(const char *folder, const char *name,
                     const int *processors, int count);

#endif
