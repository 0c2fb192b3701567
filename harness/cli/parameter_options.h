/* harness/cli/parameter_options.h -- the parameters of algorithms and workloads
 * as options of commands. */
#ifndef QUADRILLE_HARNESS_CLI_PARAMETER_OPTIONS_H
#define QUADRILLE_HARNESS_CLI_PARAMETER_OPTIONS_H

#include "harness/cli/options.h"
#include "kernels/core/names.h"

/* Whose parameters a command takes. */
enum {
    QDR_OF_SCHEDULED = 1 << 0, /* algorithms with a schedule */
    QDR_OF_OTHERS = 1 << 1,    /* the other algorithms */
    QDR_OF_WORKLOADS = 1 << 2,
    QDR_OF_ALL = QDR_OF_SCHEDULED | QDR_OF_OTHERS | QDR_OF_WORKLOADS
};

/* qdr_parameter_options_add adds them, in order of the tables. False: out of
 * memory.
 */
bool qdr_parameter_options_add(qdr_options *options, unsigned whose);

/* qdr_parameter_options_check refuses a parameter that is given and that
 * neither table (NULL: none) has: "--fan-out: ps and synthetic have no such
 * parameter; accepted: with bounded". */
qdr_status qdr_parameter_options_check(const qdr_options *options,
                                       const qdr_parameter *table,
                                       const qdr_parameter *other,
                                       const char *owners, qdr_error *error);

/* qdr_parameter_options_values sets the values of a row to what is given and
 * its presets. They live as long as the command line. */
qdr_status qdr_parameter_options_values(const qdr_options *options,
                                        const qdr_parameter *table,
                                        qdr_values *out_values,
                                        qdr_error *error);

/* What rows may say differently of a parameter; NULL: nothing. */
typedef const char *qdr_parameter_word(const qdr_parameter *parameter);
qdr_parameter_word qdr_default_of, qdr_summary_of;

/* qdr_parameter_options_print writes `before` and what the rows say of a
 * parameter; if they differ, with their names: "256 (synthetic, broadcast), 4
 * (bounded)"; `without` where they say nothing. */
void qdr_parameter_options_print(const char *name, qdr_parameter_word *word_of,
                                 const char *before, const char *without,
                                 FILE *to);

/* qdr_parameter_options_owners adds the names of the rows that have a
 * parameter. */
void qdr_parameter_options_owners(const char *name, qdr_names *owners);

#endif
