/* kernels/messaging/numa_domain.h -- where in its node a process is. */
#ifndef QUADRILLE_KERNELS_MESSAGING_NUMA_DOMAIN_H
#define QUADRILLE_KERNELS_MESSAGING_NUMA_DOMAIN_H

/* qdr_numa_domain returns the NUMA domain of the cores that this process is
 * bound to; 0 if it may run on all cores, or on too many to list. Bound to
 * several domains: that where it is now. */
int qdr_numa_domain(void);

#endif
