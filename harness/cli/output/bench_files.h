/* harness/cli/output/bench_files.h -- the temporary sweep behind `quadrille
 * bench`. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_FILES_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_BENCH_FILES_H

#include <stdbool.h>
#include <stdio.h>

#include "harness/sweep/loading/sweep.h"

/* qdr_bench_folder_remove removes it, and returns `status`, or the error of
 * removing. */
qdr_status qdr_bench_folder_remove(const char *folder, qdr_status status,
                                   qdr_error *error);

/* qdr_bench_quote writes the inside of a text in single quotes of YAML. */
void qdr_bench_quote(const char *text, FILE *to);

/* qdr_bench_name_option rewrites an error about a line of the made file `path`
 * so that it names the option: "path:5: cap: 0; ..." to "--cap: 0; ...". */
void qdr_bench_name_option(const char *path, qdr_error *error);

/* qdr_bench_run runs one launch (one mpirun) and prints its samples, or a
 * summary if it has one cell. An INVALID cell fails with its reason. */
qdr_status qdr_bench_run(const qdr_sweep *sweep, int64_t launch,
                         bool is_summary, qdr_error *error);

#endif
