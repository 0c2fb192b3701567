/* harness/files/yaml.h -- YAML files by libcyaml, with errors that name
 * the line and what is accepted there. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_H
#define QUADRILLE_HARNESS_FILES_YAML_H

#include <cyaml/cyaml.h>
#include <stdbool.h>

#include "kernels/core/status.h"

/* qdr_yaml_load reads `path` by `schema`, a pointer to a mapping, into a new
 * *out_data; release it with qdr_yaml_free. On bad input fails with
 * QDR_ERROR_INPUT and one line `path:line: what; accepted: ...`. */
qdr_status qdr_yaml_load(const char *path, const cyaml_schema_value_t *schema,
                         void **out_data, qdr_error *error);

/* qdr_yaml_line returns the first line that holds `key` and a colon, for
 * errors that are found after loading; 1 if there is none. */
unsigned qdr_yaml_line(const char *path, const char *key);

/* qdr_yaml_free releases what qdr_yaml_load made; NULL is legal. */
void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data);

#endif
