/* workloads/synthetic/permutations.h -- disjoint random permutations.
 *
 * The shared part of the generators of [wang1993, Sec. 5] and [ranka1995, Sec.
 * 7]: every rank sends as many messages as it receives, and each permutation
 * may have its own message size.
 */
#ifndef QUADRILLE_WORKLOADS_SYNTHETIC_PERMUTATIONS_H
#define QUADRILLE_WORKLOADS_SYNTHETIC_PERMUTATIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/rng.h"
#include "kernels/core/base/status.h"
#include "kernels/core/problem/problem.h"

/* `count` permutations of num_procs >= 1 ranks, no two of which map a rank to
 * the same one; without fixed points unless `has_fixed_points`. */
typedef struct qdr_permutations {
    int num_procs, count;
    bool has_fixed_points;
} qdr_permutations;

/* qdr_permutations_new makes random ones. At most num_procs of them exist,
 * without fixed points num_procs - 1; the caller must not request more.
 *
 * Message j num_procs + r of *out_messages goes from rank r to its image in
 * permutation j; all have 0 bytes. Release them with free.
 */
qdr_status qdr_permutations_new(qdr_message **out_messages,
                                qdr_permutations wanted, qdr_rng *rng,
                                qdr_error *error);

#endif
