/* kernels/core/problem/block.h -- the place of a message in a buffer. */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_BLOCK_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_BLOCK_H

#include <stdint.h>

/* One message's place in a buffer of a rank. */
typedef struct qdr_block {
    int peer;
    int64_t displacement; /* bytes from the start of the buffer */
    int64_t bytes;
} qdr_block;

#endif
