/* harness/cli/options.h -- a command's options, as a table. */
#ifndef QUADRILLE_HARNESS_CLI_OPTIONS_H
#define QUADRILLE_HARNESS_CLI_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/status.h"

typedef enum qdr_option_type {
    QDR_OPTION_FLAG,    /* bool *: present or not */
    QDR_OPTION_STRING,  /* const char ** */
    QDR_OPTION_INT,     /* int *, within [least, most] */
    QDR_OPTION_INT64,   /* int64_t *, within [least, most] */
    QDR_OPTION_REAL,    /* double *, within [least, most] */
    QDR_OPTION_FRACTION /* as QDR_OPTION_REAL; also A/B, such as 1/32 */
} qdr_option_type;

typedef struct qdr_option {
    const char *name; /* "--procs" */
    qdr_option_type type;
    void *value; /* where it goes; untouched if the option is absent */
    double least, most;
    bool is_given; /* set by qdr_options_parse */
} qdr_option;

/* qdr_options_parse reads argv[1..argc-1] by the table `options`, which ends
 * with a row without a name. Arguments that are no options are moved to the
 * front of argv[1..]; their number, at most `max_operands`, goes to
 * *out_num_operands. An unknown option, a missing or a bad value fails with
 * QDR_ERROR_INPUT and a line that says what is accepted. */
qdr_status qdr_options_parse(qdr_option *options, int argc, char **argv,
                             int max_operands, int *out_num_operands,
                             qdr_error *error);

#endif
