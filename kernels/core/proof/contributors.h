/* kernels/core/proof/contributors.h -- sets of ranks that contributed to a
 * block.
 *
 * A set is a number. The set of one rank is the rank; larger sets come from
 * merging. Equal sets always have the same number.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROOF_CONTRIBUTORS_H
#define QUADRILLE_KERNELS_CORE_PROOF_CONTRIBUTORS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/* Ranks first .. last. */
typedef struct qdr_run {
    int first, last;
} qdr_run;

/* All sets of a proof. Zero-initialise but for num_procs; release with
 * qdr_contributors_cleanup. */
typedef struct qdr_contributors {
    int num_procs;
    qdr_run *runs;      /* of all sets, one after another, ascending */
    int64_t *run_begin; /* [num_sets + 1]: set num_procs + i is runs
                           run_begin[i] .. run_begin[i + 1] - 1 */
    int64_t num_sets, num_runs, set_capacity, run_capacity;
} qdr_contributors;

/* qdr_contributors_cleanup frees the sets and zeroes the structure, num_procs
 * included; a zeroed one is legal. */
void qdr_contributors_cleanup(qdr_contributors *sets);

/* qdr_contributors_run returns the set of ranks first .. last; -2: out of
 * memory. */
int64_t qdr_contributors_run(qdr_contributors *sets, int first, int last);

/* qdr_contributors_merge returns the union of two sets; -1 if a rank is in
 * both, which is then *out_rank; -2: out of memory. */
int64_t qdr_contributors_merge(qdr_contributors *sets, int64_t a, int64_t b,
                               int *out_rank);

/* qdr_contributors_contain returns whether all of `part` is in `whole`. */
bool qdr_contributors_contain(const qdr_contributors *sets, int64_t whole,
                              int64_t part);

/* qdr_contributors_follow returns whether both sets are ranks without a gap,
 * and those of `b` begin after the last of `a`. */
bool qdr_contributors_follow(const qdr_contributors *sets, int64_t a,
                             int64_t b);

/* qdr_contributors_print writes a set as "0-3, 5". */
void qdr_contributors_print(const qdr_contributors *sets, int64_t set,
                            FILE *to);

#endif
