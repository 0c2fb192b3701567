/* kernels/core/message.h -- a message, and its place in a buffer. */
#ifndef QUADRILLE_KERNELS_CORE_MESSAGE_H
#define QUADRILLE_KERNELS_CORE_MESSAGE_H

#include <stdint.h>

/* src sends dst so many bytes, 0 or more; src == dst is a local copy. */
typedef struct qdr_message {
    int src;
    int dst;
    int64_t bytes;
} qdr_message;

/* One message's place in a buffer of a rank. */
typedef struct qdr_block {
    int peer;
    int64_t displacement; /* bytes from the start of the buffer */
    int64_t bytes;
} qdr_block;

#endif
