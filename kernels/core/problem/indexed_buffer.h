/* kernels/core/problem/indexed_buffer.h -- data that a program keeps elsewhere
 * than in the buffers of its exchange, such as the halo of a mesh.
 *
 * Gathered and scattered message by message, as the programs of
 * [ponnusamy1992, Sec. 4.5] must: while a message waits for its partner,
 * another can be gathered.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_INDEXED_BUFFER_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_INDEXED_BUFFER_H

#include <stdint.h>

/* Calls of the program. `gather` puts the bytes begin .. begin + bytes - 1 into
 * the send buffer, which the exchange reads next; `scatter` takes them from the
 * receive buffer, where they have just arrived. Every byte of a message once
 * per exchange; both on the thread that executes it. Both NULL: the data are in
 * the buffers. */
typedef struct qdr_indexed_buffer {
    void (*gather)(void *context, int64_t begin, int64_t bytes);
    void (*scatter)(void *context, int64_t begin, int64_t bytes);
    void *context;
} qdr_indexed_buffer;

#endif
