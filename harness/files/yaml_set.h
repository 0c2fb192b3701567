/* harness/files/yaml_set.h -- options `--set KEY=VALUE` edit a YAML file. */
#ifndef QUADRILLE_HARNESS_FILES_YAML_SET_H
#define QUADRILLE_HARNESS_FILES_YAML_SET_H

#include <stddef.h>

#include "harness/files/yaml_tree.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Options for one file, in an order that does not depend on the user's: words
 * such as "hardware.copy_ns=0", whose first `skip` characters name the file.
 * They live as long as the file's tree. */
typedef struct qdr_yaml_edits {
    const char *const *words;
    int count;
    size_t skip;
} qdr_yaml_edits;

/* qdr_yaml_set sets the values of `edits` (may be NULL) in a tree, before it is
 * checked. KEY may be a path, "seeds.count"; VALUE is YAML as after a key on
 * one line; null removes the key. Fails with `--set KEY: ...` if a key is given
 * twice, or a value is not YAML. */
qdr_status qdr_yaml_set(qdr_yaml *file, const qdr_yaml_edits *edits,
                        qdr_error *error);

#ifdef __cplusplus
}
#endif

#endif
