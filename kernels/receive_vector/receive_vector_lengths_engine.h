/* kernels/receive_vector/receive_vector_lengths_engine.h -- common part of the
 * engines of receive vectors.
 *
 * Each rank knows its destinations and the bytes that it sends to each, and
 * must learn its sources and their bytes. A message is such a length,
 * QDR_LENGTH_BYTES long. An engine uses the layout's receives only to find
 * the place for the length of a source that it has learnt, never to count the
 * sources or to find them.
 */
#ifndef QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_LENGTHS_ENGINE_H
#define QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_LENGTHS_ENGINE_H

#include "kernels/core/problem/buffer_layout.h"

/* qdr_lengths_check refuses a layout with a message that is not a length. */
qdr_status qdr_lengths_check(const qdr_buffer_layout *layout, qdr_error *error);

/* qdr_length_at returns the length at `place`, which need not be aligned. */
int64_t qdr_length_at(const char *place);

/* qdr_lengths_spread writes the length for each destination to its entry of
 * row[num_procs], and leaves the others alone. */
void qdr_lengths_spread(const qdr_buffer_layout *layout, const char *send,
                        int64_t *row);

/* qdr_lengths_store stores the length that `source` sent; false: it has no
 * place. */
bool qdr_lengths_store(const qdr_buffer_layout *layout, int source,
                       int64_t length, char *receive);

/* qdr_lengths_store_column stores column[i * stride], the length from rank i,
 * of all num_procs ranks, and returns how many have no place. As in the papers,
 * 0 means no message; a place for it gets the 0. */
int64_t qdr_lengths_store_column(const qdr_buffer_layout *layout, int num_procs,
                                 const int64_t *column, int64_t stride,
                                 char *receive);

/* qdr_lengths_judge fails if any of those learnt had no place. */
qdr_status qdr_lengths_judge(const qdr_buffer_layout *layout,
                             int64_t num_unknown, qdr_error *error);

#endif
