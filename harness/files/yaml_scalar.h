/* harness/files/yaml_scalar.h -- a value from a word, by its type. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_SCALAR_H
#define QUADRILLE_HARNESS_FILES_YAML_SCALAR_H

#include "harness/files/yaml_schema.h"
#include "kernels/core/base/status.h"

/* qdr_yaml_scalar_read stores the value of `text` at *data by `field`, which is
 * neither a list nor a section. Refuses what is no value of its type, or beyond
 * its limit: "KEY: 'text'; accepted: ...". A number is accepted only if the
 * whole word is one. */
qdr_status qdr_yaml_scalar_read(const char *text, const qdr_yaml_field *field,
                                const char *key, void *data, qdr_error *error);

#endif
