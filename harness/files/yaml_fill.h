/* harness/files/yaml_fill.h -- fills data from a YAML file by its schema. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_FILL_H
#define QUADRILLE_HARNESS_FILES_YAML_FILL_H

#include "harness/files/yaml_schema.h"
#include "harness/files/yaml_tree.h"
#include "kernels/core/base/name_lookup.h"

/* qdr_yaml_fill stores the values of a file by `schema`, a pointer to a
 * section, at *out_data, and refuses keys and values that do not match. The
 * file's own mapping may also have the keys `more_keys` (or NULL), each with a
 * value or a list of values. After a failure, too, *out_data is for
 * qdr_yaml_free. */
qdr_status qdr_yaml_fill(const qdr_yaml *file, const qdr_yaml_field *schema,
                         const qdr_names *more_keys, void **out_data,
                         qdr_error *error);

#endif
