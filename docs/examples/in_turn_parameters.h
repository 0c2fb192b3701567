/* kernels/alltoallv/in_turn/in_turn_parameters.h -- indices of its options. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_IN_TURN_IN_TURN_PARAMETERS_H
#define QUADRILLE_KERNELS_ALLTOALLV_IN_TURN_IN_TURN_PARAMETERS_H

#include "kernels/kernel.h"

enum { IN_TURN_AT_ONCE };

#endif
