/* kernels/core/base/max_procs.h -- the max number of ranks. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_MAX_PROCS_H
#define QUADRILLE_KERNELS_CORE_BASE_MAX_PROCS_H

/* A larger number in an input is a mistake. */
enum { QDR_MAX_PROCS = 1 << 22 };

#endif
