/* harness/files/yaml_tree.h -- a YAML file as a tree.
 *
 * A file is parsed once, into a document of libyaml. Options edit its tree, and
 * data are filled from it by a schema (yaml.h). Each node has the mark of its
 * place, for errors that are found later.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_TREE_H
#define QUADRILLE_HARNESS_FILES_YAML_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <yaml.h>

#include "kernels/core/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A line of the file, or the word of an option `--set KEY=VALUE`. */
typedef struct qdr_yaml_place {
    unsigned line;
    const char *option; /* not owned; NULL: the line */
} qdr_yaml_place;

/* Options for one file, in an order that does not depend on the user's: words
 * such as "hardware.copy_ns=0", whose first `skip` characters name the file.
 * They live as long as the file's tree. */
typedef struct qdr_yaml_edits {
    const char *const *words;
    int count;
    size_t skip;
} qdr_yaml_edits;

/* Marks of nodes have the line, from 0; or, as their index, the number of the
 * option, from 1. */
typedef struct qdr_yaml {
    char *path;
    char *text; /* of the file, NUL-terminated */
    yaml_document_t document;
    qdr_yaml_edits edits; /* its words are a copy */
} qdr_yaml;

/* qdr_yaml_read parses the file at `path` into a new tree, to release with
 * qdr_yaml_close. Fails with `path:line: what; accepted: ...`. */
qdr_status qdr_yaml_read(const char *path, qdr_yaml **out_file,
                         qdr_error *error);

/* qdr_yaml_parse does so with a text, which `path` names in errors. */
qdr_status qdr_yaml_parse(const char *path, const char *text,
                          qdr_yaml **out_file, qdr_error *error);

/* qdr_yaml_close releases a tree; NULL is legal. */
void qdr_yaml_close(qdr_yaml *file);

/* qdr_yaml_set sets the values of `edits` (may be NULL) in a tree that has none
 * yet. KEY may be a path, "seeds.count"; VALUE is YAML as after a key on one
 * line; null removes the key. Fails with `--set KEY: ...` if a key is given
 * twice, or a value is not YAML. */
qdr_status qdr_yaml_set(qdr_yaml *file, const qdr_yaml_edits *edits,
                        qdr_error *error);

/* qdr_yaml_read_value parses the value of option number `option`, from 1, into
 * a new node of the document. */
qdr_status qdr_yaml_read_value(qdr_yaml *file, int option, int *out_node,
                               qdr_error *error);

/* qdr_yaml_node returns the node of a number, which is the file's until nodes
 * are added; 1 is the root. */
yaml_node_t *qdr_yaml_node(const qdr_yaml *file, int number);

/* qdr_yaml_word returns the text of a scalar; NULL: `node` is NULL, or a list
 * or mapping. */
const char *qdr_yaml_word(const yaml_node_t *node);

/* qdr_yaml_is_null says whether a value is one of YAML's words for none: its
 * key counts as left out. */
bool qdr_yaml_is_null(const yaml_node_t *node);

/* qdr_yaml_pair returns the first pair of `key` in a mapping, or NULL. */
yaml_node_pair_t *qdr_yaml_pair(const qdr_yaml *file, const yaml_node_t *node,
                                const char *key);

/* qdr_yaml_child returns the value of `key` in a mapping; NULL: none, or null.
 */
const yaml_node_t *qdr_yaml_child(const qdr_yaml *file, const yaml_node_t *node,
                                  const char *key);

/* qdr_yaml_place_at returns the place of a mark. */
qdr_yaml_place qdr_yaml_place_at(const qdr_yaml *file, yaml_mark_t mark);

/* qdr_yaml_place_of returns the place of `key`, the first of that name in the
 * file; without one, line 1. */
qdr_yaml_place qdr_yaml_place_of(const qdr_yaml *file, const char *key);

/* qdr_yaml_refuse_at fails with QDR_ERROR_INPUT and the formatted line behind
 * the place: `path:line: ...` or `--set KEY: ...`. */
__attribute__((format(printf, 4, 5))) qdr_status
qdr_yaml_refuse_at(const qdr_yaml *file, qdr_yaml_place at, qdr_error *error,
                   const char *format, ...);

/* qdr_yaml_refuse is qdr_yaml_refuse_at with the place of `key`. */
__attribute__((format(printf, 4, 5))) qdr_status
qdr_yaml_refuse(const qdr_yaml *file, const char *key, qdr_error *error,
                const char *format, ...);

/* qdr_yaml_text returns the file as it was read, or as options made it, to
 * free(); NULL: out of memory. */
char *qdr_yaml_text(const qdr_yaml *file);

#ifdef __cplusplus
}
#endif

#endif
