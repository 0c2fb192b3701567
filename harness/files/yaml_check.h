/* harness/files/yaml_check.h -- what is wrong in a YAML file, by its schema.
 *
 * A number is taken only if the whole word is one.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_CHECK_H
#define QUADRILLE_HARNESS_FILES_YAML_CHECK_H

#include <cyaml/cyaml.h>

#include "harness/files/yaml_tree.h"
#include "kernels/core/names.h"

/* qdr_yaml_check refuses what is not as `schema`, a mapping, has it. The file's
 * own mapping may have the keys `more_keys`, too (or NULL), each with a value
 * or a list of values. */
qdr_status qdr_yaml_check(const qdr_yaml *file,
                          const cyaml_schema_value_t *schema,
                          const qdr_names *more_keys, qdr_error *error);

#endif
