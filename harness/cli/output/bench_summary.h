/* harness/cli/output/bench_summary.h -- one measurement for a reader. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_SUMMARY_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_SUMMARY_H

#include <stdio.h>

#include "harness/sweep/loading/sweep.h"

/* qdr_bench_summary writes median, 5% to 95% and lower bound of the samples in
 * the csv of a launch (one mpirun) with one cell. */
qdr_status qdr_bench_summary(const qdr_sweep *sweep, const char *csv, FILE *to,
                             qdr_error *error);

#endif
