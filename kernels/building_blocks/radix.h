/* kernels/building_blocks/radix.h -- the radix of an algorithm whose rounds
 * follow the digits of a number below that of ranks. */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_RADIX_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_RADIX_H

#include <stdint.h>

#include "kernels/core/base/status.h"

/* qdr_max_radix returns the largest radix, with which there is one round. */
int qdr_max_radix(int num_procs);

/* qdr_radix_check refuses radices below 2 or above the largest; 0 means the
 * fastest. */
qdr_status qdr_radix_check(int64_t radix, int num_procs, qdr_error *error);

#endif
