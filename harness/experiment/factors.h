/* harness/experiment/factors.h -- the keys of an experiment that are parameters
 * of algorithms and workloads: their names, meaning and number of cells. */
#ifndef QUADRILLE_HARNESS_EXPERIMENT_FACTORS_H
#define QUADRILLE_HARNESS_EXPERIMENT_FACTORS_H

#include <stdio.h>

#include "harness/experiment/experiment.h"
#include "harness/files/yaml.h"

/* The folder, below that of the results, with copies of the files that
 * parameters name. */
#define QDR_INPUTS_FOLDER "inputs"
/* The folder's copy of a network file, for machines without a network. */
#define QDR_NETWORK_COPY "network.txt"

/* The name of the copy of the links file of a cluster on this machine. */
#define QDR_LINKS_COPY "links.yaml"

/* qdr_factor_keys adds the names of the parameters of all algorithms and
 * workloads, and the words for lists of values. Release with qdr_names_cleanup.
 */
void qdr_factor_keys(qdr_names *keys);

/* qdr_factors_make makes the factors of an experiment from the `keys` of its
 * file that are parameters, and counts traffic and variants. Refuses, naming
 * the place, keys that no algorithm or workload has, invalid values, and
 * missing parameters that have no default. Files are searched in the inputs
 * below the experiment's folder, by their last name, and then relative to that
 * folder. qdr_factors_cleanup frees them, after a failure too; call it once,
 * before the experiment is freed. */
qdr_status qdr_factors_make(qdr_experiment *experiment, const qdr_names *keys,
                            qdr_error *error);
void qdr_factors_cleanup(qdr_experiment *experiment);

/* qdr_factor_parameter returns the parameter of a key in a table, or NULL. */
const qdr_parameter *qdr_factor_parameter(const qdr_parameter *table,
                                          const char *key);

/* qdr_factors_find returns the parameter of a key in the first algorithm or
 * workload of the experiment that has it, or NULL. */
const qdr_parameter *qdr_factors_find(const qdr_experiment *experiment,
                                      const char *key);

/* qdr_factors_give returns whether the experiment sets a parameter. */
bool qdr_factors_give(const qdr_experiment *experiment,
                      const qdr_parameter *parameter);

/* qdr_factor_is_file returns whether the values are paths of files. */
bool qdr_factor_is_file(const qdr_experiment *experiment,
                        const qdr_factor *factor);

/* qdr_factors_print_assumed writes each parameter that the experiment does not
 * set, with its default: "density=1, delay_us=0"; nothing if there is none. */
void qdr_factors_print_assumed(const qdr_experiment *experiment, FILE *to);

/* qdr_last_name returns the part of a path after its last slash. */
const char *qdr_last_name(const char *path);

#endif
