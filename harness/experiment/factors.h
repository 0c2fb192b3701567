/* harness/experiment/factors.h -- the keys of an experiment that are parameters
 * of rows: which there are, what they mean, how many cells they make. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_FACTORS_H
#define QUADRILLE_HARNESS_EXPERIMENT_FACTORS_H

#include <stdio.h>

#include "harness/experiment/experiment.h"
#include "harness/files/yaml.h"

/* The folder, below that of the results, with copies of the files that
 * parameters name. */
#define QDR_INPUTS_FOLDER "inputs"

/* qdr_factor_keys adds the names, and the words for levels, of the parameters
 * of all rows. Release with qdr_names_cleanup. */
void qdr_factor_keys(qdr_names *keys);

/* qdr_factors_make makes the factors of an experiment from the `keys` of its
 * file, those of parameters, and counts demands and variants. Refuses, naming
 * the place, keys that no row here has, levels that no value is, and parameters
 * without preset that are not given. Files are looked for in the inputs below
 * the experiment's folder, by their last name, and then relative to that
 * folder. */
qdr_status qdr_factors_make(qdr_experiment *experiment, const qdr_names *keys,
                            qdr_error *error);
void qdr_factors_cleanup(qdr_experiment *experiment);

/* qdr_factor_parameter returns what a key is in a table, or NULL. */
const qdr_parameter *qdr_factor_parameter(const qdr_parameter *table,
                                          const char *key);

/* qdr_factors_find returns what a key is in the first row of the experiment
 * that has it, or NULL. */
const qdr_parameter *qdr_factors_find(const qdr_experiment *experiment,
                                      const char *key);

/* qdr_factors_give tells whether the experiment gives a parameter. */
bool qdr_factors_give(const qdr_experiment *experiment,
                      const qdr_parameter *parameter);

/* qdr_factor_is_file tells whether the levels are paths of files. */
bool qdr_factor_is_file(const qdr_experiment *experiment,
                        const qdr_factor *factor);

/* qdr_factors_print_assumed writes each parameter that the experiment does not
 * give, with its preset: "density=1, delay_us=0"; nothing if there is none. */
void qdr_factors_print_assumed(const qdr_experiment *experiment, FILE *to);

/* qdr_last_name returns what follows the last slash of a path. */
const char *qdr_last_name(const char *path);

#endif
