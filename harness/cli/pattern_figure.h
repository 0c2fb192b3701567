/* harness/cli/pattern_figure.h -- a communication matrix as a figure. */
#ifndef QUADRILLE_HARNESS_CLI_PATTERN_FIGURE_H
#define QUADRILLE_HARNESS_CLI_PATTERN_FIGURE_H

#include "kernels/core/pattern.h"

/* qdr_pattern_draw draws the pattern into the file at `path`, by R; its title
 * calls it `name`. */
qdr_status qdr_pattern_draw(const qdr_pattern *pattern, const char *name,
                            const char *path, qdr_error *error);

#endif
