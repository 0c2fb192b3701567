/* harness/files/yaml_check.h -- what is wrong in a YAML file, by its schema.
 *
 * libcyaml says that a file is wrong; this says where, and what is accepted
 * there. It takes a number only if the whole word is one, where libcyaml reads
 * `0.5` as the whole number 0.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_CHECK_H
#define QUADRILLE_HARNESS_FILES_YAML_CHECK_H

#include <stdio.h>

#include "harness/files/yaml.h"

/* qdr_yaml_check walks over the events of the open file called `path`. As
 * qdr_yaml_load, but makes nothing beside `more`. */
qdr_status qdr_yaml_check(const char *path, FILE *file,
                          const cyaml_schema_value_t *schema,
                          qdr_yaml_entries *more, qdr_error *error);

#endif
