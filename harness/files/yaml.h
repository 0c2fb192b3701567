/* harness/files/yaml.h -- YAML files by libcyaml, with errors that name
 * the line and what is accepted there. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_H
#define QUADRILLE_HARNESS_FILES_YAML_H

#include <cyaml/cyaml.h>
#include <stdbool.h>
#include <stdio.h>

#include "kernels/core/names.h"
#include "kernels/core/status.h"

/* A key of a file that its schema does not have, and its values as they stand
 * there; one, or those of a list. */
typedef struct qdr_yaml_entry {
    char *key;
    unsigned line;
    char **values;
    unsigned count;
} qdr_yaml_entry;

/* The keys that are accepted beside a schema's, because tables tell what they
 * mean, and those that were found. Zero-initialise but for `known`, which is
 * the caller's; release with qdr_yaml_entries_cleanup. */
typedef struct qdr_yaml_entries {
    const qdr_names *known;
    qdr_yaml_entry *entries;
    unsigned count;
} qdr_yaml_entries;

void qdr_yaml_entries_cleanup(qdr_yaml_entries *entries);

/* qdr_yaml_load reads `path` by `schema`, a pointer to a mapping, into a new
 * *out_data, to release with qdr_yaml_free, and the keys beside it into `more`,
 * unless that is NULL. On bad input fails with QDR_ERROR_INPUT and one line
 * `path:line: what; accepted: ...`. */
qdr_status qdr_yaml_load(const char *path, const cyaml_schema_value_t *schema,
                         qdr_yaml_entries *more, void **out_data,
                         qdr_error *error);

/* qdr_yaml_write writes `data` by `schema`, numbers no longer than 15 digits
 * make them (a text that is such a number, too); fails if `to` does not take
 * it.
 */
qdr_status qdr_yaml_write(const cyaml_schema_value_t *schema, const void *data,
                          FILE *to, qdr_error *error);

/* qdr_yaml_line returns the first line that holds the word `key` and a colon,
 * for errors that are found after loading; 1 if there is none. */
unsigned qdr_yaml_line(const char *path, const char *key);

/* qdr_yaml_free releases what qdr_yaml_load made; NULL is legal. */
void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data);

#endif
