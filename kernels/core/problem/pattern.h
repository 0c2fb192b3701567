/* kernels/core/problem/pattern.h -- who sends how many bytes to whom.
 *
 * A pattern is a set of messages (src, dst, bytes >= 0) between the ranks
 * 0..num_procs-1, at most one for a pair. It is sparse: memory is in proportion
 * to the messages. A message of 0 bytes is a message. A diagonal entry (src ==
 * dst) is a local copy; it never enters a schedule.
 *
 * Source: the matrices Pattern [ponnusamy1992, Sec. 4] and COM
 * [wang1993, Sec. 2.1].
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_PATTERN_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_PATTERN_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/max_procs.h"
#include "kernels/core/base/status.h"
#include "kernels/core/problem/block.h"

/* src sends dst so many bytes, 0 or more; src == dst is a local copy. */
typedef struct qdr_message {
    int src;
    int dst;
    int64_t bytes;
} qdr_message;

/* The messages in rows, one for each source. Made by one of the
 * qdr_pattern_init functions, and owned by the caller. */
typedef struct qdr_pattern {
    int num_procs;
    int64_t num_messages;  /* diagonal entries included */
    qdr_message *messages; /* sorted by src, then dst */
    int64_t *row_begin;    /* [num_procs + 1]: row r is messages
                              row_begin[r] .. row_begin[r + 1] - 1 */
} qdr_pattern;

/* qdr_messages_sort sorts by src, then dst. Returns the place of the second
 * message of a pair that is there twice, or 0. */
int64_t qdr_messages_sort(qdr_message *messages, int64_t num_messages);

/* qdr_pattern_init makes a pattern from `num_messages` messages in any order;
 * they are copied. Refuses ranks outside 0..num_procs-1, more than
 * QDR_MAX_PROCS of them, negative bytes, a pair named twice and a total above
 * 2^63 - 1 bytes. Release with
 * qdr_pattern_cleanup. */
qdr_status qdr_pattern_init(qdr_pattern *pattern, int num_procs,
                            const qdr_message *messages, int64_t num_messages,
                            qdr_error *error);

/* qdr_pattern_init_complete makes the complete exchange: `bytes` from every
 * rank to every other. Release with qdr_pattern_cleanup. */
qdr_status qdr_pattern_init_complete(qdr_pattern *pattern, int num_procs,
                                     int64_t bytes, qdr_error *error);

/* qdr_pattern_cleanup releases what an init allocated; a zeroed pattern is
 * legal. */
void qdr_pattern_cleanup(qdr_pattern *pattern);

/* qdr_pattern_init_broadcast makes a broadcast: `bytes` from `root` to every
 * other rank. Release with qdr_pattern_cleanup. */
qdr_status qdr_pattern_init_broadcast(qdr_pattern *pattern, int num_procs,
                                      int root, int64_t bytes,
                                      qdr_error *error);

/* qdr_pattern_find returns the index of the message src -> dst, or -1. */
int64_t qdr_pattern_find(const qdr_pattern *pattern, int src, int dst);

/* qdr_pattern_stats holds the counts that bound a schedule. No member counts
 * diagonal entries, which cost no communication. */
typedef struct qdr_pattern_stats {
    int num_procs;
    int64_t num_messages;
    int64_t total_bytes;
    int64_t min_bytes; /* of a message; 0 without messages */
    int64_t max_bytes;
    int64_t max_rank_bytes; /* max bytes that a rank sends, or receives */
    int max_out;            /* max messages sent by a rank */
    int min_out;            /* min */
    int max_in;             /* max messages received by a rank */
    int max_degree;   /* max(max_out, max_in): no one-port schedule has fewer
                         rounds */
    int max_partners; /* max distinct partners of a rank: no half-duplex
                         schedule (gs) has fewer rounds */
    double density;   /* num_messages / (p (p - 1)); 0 for p = 1 */
} qdr_pattern_stats;

/* qdr_pattern_get_stats counts the messages of a pattern, except those of a
 * rank to itself. Fails only if memory runs out. */
qdr_status qdr_pattern_get_stats(const qdr_pattern *pattern,
                                 qdr_pattern_stats *out_stats,
                                 qdr_error *error);

#endif
