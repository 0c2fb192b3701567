/* kernels/core/problem/message.h -- a message. */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_MESSAGE_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_MESSAGE_H

#include "kernels/core/problem/block.h"

/* src sends dst so many bytes, 0 or more; src == dst is a local copy. */
typedef struct qdr_message {
    int src;
    int dst;
    int64_t bytes;
} qdr_message;

#endif
