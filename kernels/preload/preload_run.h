/* kernels/preload/preload_run.h -- what the preload library does when MPI
 * begins, and when it ends. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_RUN_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_RUN_H

#include "kernels/plan/plan_network.h"
#include "kernels/preload/preload_settings.h"

/* Every line on stderr begins with this. */
#define QDR_PRELOAD_PREFIX "quadrille: "

/* Those of rank 0 of MPI_COMM_WORLD. All off outside of MPI. */
extern qdr_preload_settings qdr_preload_set;

/* The network that rank 0 of MPI_COMM_WORLD reads; NULL: it cannot be used. */
extern qdr_given_network qdr_preload_network;

/* qdr_preload_begin reads and broadcasts settings and network, and prints the
 * start line or what is wrong; after MPI_Init. qdr_preload_end prints the
 * table; before MPI_Finalize. Both are collective, and a second call does
 * nothing. */
void qdr_preload_begin(void);
void qdr_preload_end(void);

#endif
