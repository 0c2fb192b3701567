/* kernels/preload/preload_run.h -- what the preload library does when MPI
 * begins, and when it ends. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_RUN_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_RUN_H

/* qdr_preload_begin makes the ranks agree on settings and network, and prints
 * the start line; after MPI_Init. qdr_preload_end prints the table; before
 * MPI_Finalize. Both are collective, and a second call does nothing. */
void qdr_preload_begin(void);
void qdr_preload_end(void);

#endif
