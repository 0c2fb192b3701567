/* harness/netmap/netmap_words.h -- the sentences of `quadrille netmap`. Pure.
 */
#ifndef QUADRILLE_HARNESS_NETMAP_NETMAP_WORDS_H
#define QUADRILLE_HARNESS_NETMAP_NETMAP_WORDS_H

#include <stdio.h>

#include "harness/netmap/findings.h"
#include "harness/netmap/netmap_record.h"

/* How a record is put into words. */
typedef struct qdr_netmap_words {
    const qdr_netmap_record *record;
    bool of_ranks; /* each rank is a node: SLURM cannot exclude it */
    double limit_s;
} qdr_netmap_words;

/* qdr_netmap_print_findings writes a line for each slow node and pair, the
 * slowest first, or one that there is none; then the words that exclude them
 * from a job. */
void qdr_netmap_print_findings(const qdr_netmap_words *words,
                               const qdr_findings *findings, FILE *to);

/* qdr_netmap_print_unanswered writes a line for each node and pair that did not
 * answer, and the words that exclude them. */
void qdr_netmap_print_unanswered(const qdr_netmap_words *words, FILE *to);

/* qdr_netmap_print_absent writes which nodes did not answer at the start, and
 * the words that exclude them; returns false, and writes nothing, if none is
 * known. */
bool qdr_netmap_print_absent(const qdr_netmap_words *words, FILE *to);

/* qdr_netmap_print_table writes a line per node: its rates, alone and under
 * load, and its latency. */
qdr_status qdr_netmap_print_table(const qdr_netmap_words *words, FILE *to,
                                  qdr_error *error);

#endif
