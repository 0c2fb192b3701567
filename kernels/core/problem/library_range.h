/* kernels/core/problem/library_range.h -- lengths at which `auto` passes a call
 * on to the MPI library.
 *
 * A network file has those at which its own call was measured to be faster than
 * an algorithm of ours, with that number of ranks only. Without a file a rule
 * is assumed for ranks that share a node: an operation with a root, of parts
 * that are longer than a library sends eagerly. All of its bytes pass through
 * the root's memory in any schedule; how a library copies them there counts for
 * more than the start-ups, which are all that a schedule can save.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_LIBRARY_RANGE_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_LIBRARY_RANGE_H

#include "kernels/core/problem/problem.h"

/* Lengths, both included: of a vector, or of a message of an exchange in which
 * every rank sends to every other. */
typedef struct qdr_length_range {
    int64_t min_bytes, max_bytes;
} qdr_length_range;

enum { QDR_MAX_LENGTH_RANGES = 16 };

/* Those of one operation and number of ranks. */
typedef struct qdr_length_ranges {
    int64_t are_assumed; /* they are the rule's, for ranks of one node */
    int64_t count;
    qdr_length_range ranges[QDR_MAX_LENGTH_RANGES];
} qdr_length_ranges;

/* The lengths of one operation, of a network file. */
typedef struct qdr_library_range {
    qdr_length_range lengths;
    qdr_collective collective;
    int num_procs;
    int line; /* of the file */
} qdr_library_range;

enum { QDR_MAX_LIBRARY_RANGES = 512 };

/* Those of a network file, or the rule's. */
typedef struct qdr_library_ranges {
    int are_assumed;
    int count;
    qdr_library_range ranges[QDR_MAX_LIBRARY_RANGES];
} qdr_library_ranges;

/* qdr_library_ranges_add adds one; fails if an earlier one has some of its
 * lengths, or there are too many. */
qdr_status qdr_library_ranges_add(qdr_library_ranges *all,
                                  const qdr_library_range *range,
                                  qdr_error *error);

/* qdr_library_ranges_of returns those of an operation and number of ranks;
 * NULL for `all`: none. */
qdr_length_ranges qdr_library_ranges_of(const qdr_library_ranges *all,
                                        qdr_collective collective,
                                        int num_procs);

/* qdr_length_ranges_have returns whether `bytes` is in one of them. */
bool qdr_length_ranges_have(const qdr_length_ranges *ranges, int64_t bytes);

#endif
