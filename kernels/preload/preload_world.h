/* kernels/preload/preload_world.h -- what all ranks of MPI_COMM_WORLD have
 * agreed on. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_WORLD_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_WORLD_H

#include "kernels/plan/state/plan_network.h"
#include "kernels/preload/preload_settings.h"

/* Every line on stderr begins with this. */
#define QDR_PRELOAD_PREFIX "quadrille: "

/* Those of rank 0. All off outside of MPI. */
extern qdr_preload_settings qdr_preload_set;

/* The network that rank 0 reads; NULL: it cannot be used. */
extern qdr_given_network qdr_preload_network;

/* qdr_preload_agree sets both, after MPI_Init. Rank 0 prints a line for what is
 * wrong; the program then runs on as without us. Collective. */
void qdr_preload_agree(void);

#endif
