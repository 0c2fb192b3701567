/* harness/files/yaml.h -- data from YAML files by schemas, with errors that
 * name the place and what is accepted there. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_H
#define QUADRILLE_HARNESS_FILES_YAML_H

#include "harness/files/yaml_schema.h"
#include "harness/files/yaml_tree.h"
#include "kernels/core/base/name_lookup.h"

/* qdr_yaml_load reads the file at `path`, edited (or NULL), into a new
 * *out_data by `schema`: a pointer to a section whose struct begins with a
 * member `qdr_yaml *file`. That is the file's tree, for later errors. The file
 * may also have the keys `more_keys` (or NULL), each with a value or a list of
 * values; the caller reads them. Bad input fails with QDR_ERROR_INPUT and one
 * line `path:line: what; accepted: ...`. Release with qdr_yaml_free. */
qdr_status qdr_yaml_load(const char *path, const qdr_yaml_edits *edits,
                         const qdr_yaml_field *schema,
                         const qdr_names *more_keys, void **out_data,
                         qdr_error *error);

/* qdr_yaml_free releases the result of qdr_yaml_load, its tree included;
 * accepts NULL. */
void qdr_yaml_free(const qdr_yaml_field *schema, void *data);

#endif
