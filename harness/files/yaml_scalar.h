/* harness/files/yaml_scalar.h -- whether a word is a value of a type. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_SCALAR_H
#define QUADRILLE_HARNESS_FILES_YAML_SCALAR_H

#include <cyaml/cyaml.h>

#include "kernels/core/base/status.h"

/* qdr_yaml_scalar_check refuses a text that is no value of the type of
 * `schema`, which is neither a mapping nor a list: "KEY: 'text'; accepted:
 * ...". */
qdr_status qdr_yaml_scalar_check(const char *text,
                                 const cyaml_schema_value_t *schema,
                                 const char *key, qdr_error *error);

#endif
