/* harness/files/yaml_tree.h -- a YAML file as a tree.
 *
 * A file is parsed once. Options edit its tree (yaml_set.h), a schema checks it
 * (yaml_check.h), and data are filled from it (yaml.h). Each value stores its
 * place in the file, for errors that are found later.
 */
#ifndef QUADRILLE_HARNESS_FILES_YAML_TREE_H
#define QUADRILLE_HARNESS_FILES_YAML_TREE_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum qdr_yaml_kind {
    QDR_YAML_SCALAR,
    QDR_YAML_LIST,
    QDR_YAML_MAPPING,
    QDR_YAML_REMOVED /* null, in the file or by an option: the key is left out
                      */
} qdr_yaml_kind;

/* A line of the file, or the word of an option `--set KEY=VALUE`. */
typedef struct qdr_yaml_place {
    unsigned line;
    const char *option; /* not owned; NULL: the line */
} qdr_yaml_place;

typedef struct qdr_yaml_node {
    qdr_yaml_kind kind;
    int style;                   /* libyaml's, of this kind */
    char *key;                   /* in a mapping, else NULL */
    char *text;                  /* of a scalar */
    struct qdr_yaml_node *nodes; /* of a list or mapping */
    unsigned count;              /* of them */
    qdr_yaml_place key_at, at, end;
} qdr_yaml_node;

typedef struct qdr_yaml {
    char *path;
    char *text; /* of the file, NUL-terminated */
    qdr_yaml_node root;
    bool is_edited; /* by an option */
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

/* qdr_yaml_read_value parses `text`, one line as written after a key, into
 * *out_node, whose place is the word `option`. Release with
 * qdr_yaml_node_cleanup. */
qdr_status qdr_yaml_read_value(const char *option, const char *text,
                               qdr_yaml_node *out_node, qdr_error *error);
void qdr_yaml_node_cleanup(qdr_yaml_node *node);

/* qdr_yaml_add returns a new node at the end of a list or mapping, with a copy
 * of `key` unless that is NULL; NULL: out of memory. */
qdr_yaml_node *qdr_yaml_add(qdr_yaml_node *node, const char *key);

/* qdr_yaml_child returns the value of `key` in a mapping, or NULL. */
qdr_yaml_node *qdr_yaml_child(const qdr_yaml_node *node, const char *key);

/* qdr_yaml_refuse_at fails with QDR_ERROR_INPUT and the formatted line behind
 * the place: `path:line: ...` or `--set KEY: ...`. */
__attribute__((format(printf, 4, 5))) qdr_status
qdr_yaml_refuse_at(const qdr_yaml *file, qdr_yaml_place at, qdr_error *error,
                   const char *format, ...);

/* qdr_yaml_place_of returns the place of `key`, the first of that name in the
 * file; without one, line 1. */
qdr_yaml_place qdr_yaml_place_of(const qdr_yaml *file, const char *key);

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
