/* harness/cli/options/parameter_options.h -- the parameters of algorithms and
 * workloads as options of commands. */
#ifndef QUADRILLE_HARNESS_CLI_OPTIONS_PARAMETER_OPTIONS_H
#define QUADRILLE_HARNESS_CLI_OPTIONS_PARAMETER_OPTIONS_H

#include "harness/cli/options/options.h"
#include "kernels/core/base/name_lookup.h"

/* The algorithms and workloads whose parameters a command takes. */
enum {
    QDR_OF_SCHEDULED = 1 << 0, /* algorithms with a schedule */
    QDR_OF_OTHERS = 1 << 1,    /* the other algorithms */
    QDR_OF_WORKLOADS = 1 << 2,
    QDR_OF_ALL = QDR_OF_SCHEDULED | QDR_OF_OTHERS | QDR_OF_WORKLOADS
};

/* An algorithm or a workload, and its parameters. */
typedef struct qdr_parameter_owner {
    const char *name;
    const qdr_parameter *parameters; /* ended by one without a name, or NULL */
    unsigned whose;                  /* one of the above */
} qdr_parameter_owner;

/* qdr_parameter_owner_count returns how many there are, workloads first;
 * qdr_parameter_owner_at returns one of them, 0 <= index < count. */
int qdr_parameter_owner_count(void);
qdr_parameter_owner qdr_parameter_owner_at(int index);

/* qdr_parameter_option returns the parameter of one owner as an option, with
 * its default. */
qdr_option qdr_parameter_option(const qdr_parameter *parameter);

/* qdr_parameter_options_add adds them, in the order of the tables. False: out
 * of memory. */
bool qdr_parameter_options_add(qdr_options *options, unsigned whose);

/* qdr_parameter_options_check refuses a given parameter that neither algorithm
 * nor workload (NULL: none) has: "--fan-out: ps and synthetic have no such
 * parameter; accepted: with bounded". */
qdr_status qdr_parameter_options_check(const qdr_options *options,
                                       const qdr_parameter *table,
                                       const qdr_parameter *other,
                                       const char *owners, qdr_error *error);

/* qdr_parameter_options_values sets the values of an algorithm or workload to
 * the given ones and its defaults. They live as long as the command line. */
qdr_status qdr_parameter_options_values(const qdr_options *options,
                                        const qdr_parameter *table,
                                        qdr_values *out_values,
                                        qdr_error *error);

/* A property of a parameter that may differ between algorithms or workloads;
 * NULL: none. */
typedef const char *qdr_parameter_word(const qdr_parameter *parameter);
qdr_parameter_word qdr_default_of, qdr_summary_of;

/* qdr_parameter_options_print writes `before` and that property of a parameter.
 * If algorithms or workloads differ, it adds their names: "256 (synthetic,
 * broadcast), 4 (bounded)". It writes `without` where they have none. */
void qdr_parameter_options_print(const char *name, qdr_parameter_word *word_of,
                                 const char *before, const char *without,
                                 FILE *to);

/* qdr_parameter_options_owners adds the names of the algorithms and workloads
 * that have a parameter. */
void qdr_parameter_options_owners(const char *name, qdr_names *owners);

#endif
