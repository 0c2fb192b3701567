/* kernels/receive_vector/receive_vector_lengths_engine.h -- what the engines of
 * receive vectors share; see ../receive_vector/.
 *
 * Each rank knows to whom it sends how much and must learn who sends how much
 * to it. A message is such a length, QDR_LENGTH_BYTES long. An engine asks the
 * placement's receives only where the length of a source goes that it has
 * learnt, never how many there are, or from whom.
 */
#ifndef QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_LENGTHS_ENGINE_H
#define QUADRILLE_KERNELS_RECEIVE_VECTOR_RECEIVE_VECTOR_LENGTHS_ENGINE_H

#include "kernels/core/placement.h"

/* qdr_lengths_check refuses a placement in which a message is no length. */
qdr_status qdr_lengths_check(const qdr_placement *placement, qdr_error *error);

/* qdr_length_at returns the length that stands at `place`, which need not be
 * aligned. */
int64_t qdr_length_at(const char *place);

/* qdr_lengths_spread writes the length for each destination to its entry of
 * row[num_procs], and leaves the others alone. */
void qdr_lengths_spread(const qdr_placement *placement, const char *send,
                        int64_t *row);

/* qdr_lengths_store stores the length that `source` sent; false: it has no
 * place. */
bool qdr_lengths_store(const qdr_placement *placement, int source,
                       int64_t length, char *receive);

/* qdr_lengths_store_column stores column[i * stride], the length from rank i,
 * of all num_procs ranks, and returns how many have no place. 0 is no message,
 * as the papers have it; a place for it gets the 0. */
int64_t qdr_lengths_store_column(const qdr_placement *placement, int num_procs,
                                 const int64_t *column, int64_t stride,
                                 char *receive);

/* qdr_lengths_judge fails if any of those learnt had no place. */
qdr_status qdr_lengths_judge(const qdr_placement *placement,
                             int64_t num_unknown, qdr_error *error);

#endif
