/* harness/files/yaml_check.h -- checks a YAML file against its schema.
 *
 * A number is accepted only if the whole word is one.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_CHECK_H
#define QUADRILLE_HARNESS_FILES_YAML_CHECK_H

#include <cyaml/cyaml.h>

#include "harness/files/yaml_tree.h"
#include "kernels/core/base/name_lookup.h"

/* qdr_yaml_check refuses keys and values that do not match `schema`, a mapping.
 * The file's own mapping may also have the keys `more_keys` (or NULL), each
 * with a value or a list of values. */
qdr_status qdr_yaml_check(const qdr_yaml *file,
                          const cyaml_schema_value_t *schema,
                          const qdr_names *more_keys, qdr_error *error);

#endif
