/* workloads/synthetic/pairs.h -- a random share of all pairs. */
#ifndef QUADRILLE_WORKLOADS_SYNTHETIC_PAIRS_H
#define QUADRILLE_WORKLOADS_SYNTHETIC_PAIRS_H

#include <stdint.h>

#include "kernels/core/message.h"
#include "kernels/core/rng.h"
#include "kernels/core/status.h"

/* qdr_pairs_count returns the number of messages that make `density`, 0..1, of
 * the p (p - 1) pairs, rounded. */
int64_t qdr_pairs_count(int procs, double density);

/* qdr_pairs_new draws `count` different off-diagonal pairs, every set of them
 * equally likely, sorted, with messages of `bytes`. The caller asks for no more
 * than p (p - 1). Release them with free. */
qdr_status qdr_pairs_new(qdr_message **out_messages, int procs, int64_t count,
                         int64_t bytes, qdr_rng *rng, qdr_error *error);

#endif
