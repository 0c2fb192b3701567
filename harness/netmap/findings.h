/* harness/netmap/findings.h -- which nodes and pairs are slow: suspects that
 * were slow again, with good partners. Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_FINDINGS_H
#define QUADRILLE_HARNESS_NETMAP_FINDINGS_H

#include <stdbool.h>

#include "harness/netmap/rate_table.h"

/* Factors of the others' rate; 1: not slow. Zero-initialise; release with
 * qdr_findings_cleanup. */
typedef struct qdr_findings {
    int num_nodes;
    double *send, *receive; /* [num_nodes] */
    double *pair;           /* [num_nodes * num_nodes] */
    int num_slow_nodes, num_slow_pairs;
} qdr_findings;

/* qdr_findings_make judges the suspects of a table by the pairs that were
 * measured again. */
qdr_status qdr_findings_make(qdr_findings *findings,
                             const qdr_rate_table *table, qdr_error *error);

/* qdr_findings_cleanup frees it and zeroes `findings`; a zeroed one is legal.
 */
void qdr_findings_cleanup(qdr_findings *findings);

/* qdr_findings_exclude sets out_excluded[num_nodes]: the slow nodes, and of
 * each slow pair that is left the node that is in most of them; of equal ones
 * the receiver. */
void qdr_findings_exclude(const qdr_findings *findings, bool *out_excluded);

#endif
