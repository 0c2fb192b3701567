/* harness/cli/output/pattern_figure.h -- a communication matrix as a figure. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_PATTERN_FIGURE_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_PATTERN_FIGURE_H

#include "kernels/core/problem/problem.h"

/* qdr_pattern_draw draws the pattern by R into the file at `path`, which is
 * written whole or not at all; the title calls it `name`. */
qdr_status qdr_pattern_draw(const qdr_pattern *pattern, const char *name,
                            const char *path, qdr_error *error);

#endif
