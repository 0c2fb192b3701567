/* harness/cli/figure.h -- figures, drawn by R from the output of the command
 * line. */
#ifndef QUADRILLE_HARNESS_CLI_FIGURE_H
#define QUADRILLE_HARNESS_CLI_FIGURE_H

#include <stdio.h>

#include "kernels/core/status.h"

/* The input of R. */
typedef struct qdr_figure {
    /* A script of analysis/scripts, run as SCRIPT SOURCES CSV WORDS PATH. */
    const char *script;
    /* Writes the csv that the script reads. */
    qdr_status (*write)(const void *data, FILE *to, qdr_error *error);
    const void *data;
    const char *const *words; /* further arguments, ended by NULL */
} qdr_figure;

/* qdr_figure_draw draws into the file at `path`, written whole or not at all.
 * Fails with the last line that R printed. */
qdr_status qdr_figure_draw(const qdr_figure *figure, const char *path,
                           qdr_error *error);

#endif
