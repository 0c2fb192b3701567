/* harness/files/yaml_tree.c -- see yaml_tree.h; yaml_parse.c reads files. */
#include "harness/files/yaml_tree.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static qdr_status refuse(qdr_error *error, const qdr_yaml *file,
                         qdr_yaml_place at, const char *format,
                         va_list arguments)
{
    char what[sizeof error->text];

    vsnprintf(what, sizeof what, format, arguments);
    if (at.option != NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "--set %.*s: %s",
                        (int)strcspn(at.option, "="), at.option, what);
    return qdr_fail(error, QDR_ERROR_INPUT, "%s:%u: %s", file->path, at.line,
                    what);
}

qdr_status qdr_yaml_refuse_at(const qdr_yaml *file, qdr_yaml_place at,
                              qdr_error *error, const char *format, ...)
{
    va_list arguments;
    qdr_status status;

    va_start(arguments, format);
    status = refuse(error, file, at, format, arguments);
    va_end(arguments);
    return status;
}

static const qdr_yaml_node *find(const qdr_yaml_node *node, const char *key)
{
    const qdr_yaml_node *found = NULL;

    if (node->key != NULL && strcmp(node->key, key) == 0)
        return node;
    for (unsigned i = 0; i < node->count && found == NULL; i++)
        found = find(&node->nodes[i], key);
    return found;
}

qdr_yaml_place qdr_yaml_place_of(const qdr_yaml *file, const char *key)
{
    const qdr_yaml_node *found = find(&file->root, key);

    return found == NULL ? (qdr_yaml_place){1, NULL} : found->key_at;
}

qdr_status qdr_yaml_refuse(const qdr_yaml *file, const char *key,
                           qdr_error *error, const char *format, ...)
{
    va_list arguments;
    qdr_status status;

    va_start(arguments, format);
    status =
        refuse(error, file, qdr_yaml_place_of(file, key), format, arguments);
    va_end(arguments);
    return status;
}

qdr_yaml_node *qdr_yaml_child(const qdr_yaml_node *node, const char *key)
{
    for (unsigned i = 0; i < node->count; i++)
        if (strcmp(node->nodes[i].key, key) == 0)
            return &node->nodes[i];
    return NULL;
}

qdr_yaml_node *qdr_yaml_add(qdr_yaml_node *node, const char *key)
{
    char *copy = key == NULL ? NULL : strdup(key);
    qdr_yaml_node *grown =
        realloc(node->nodes, (node->count + 1) * sizeof *grown);

    if (grown != NULL)
        node->nodes = grown;
    if (grown == NULL || (key != NULL && copy == NULL)) {
        free(copy);
        return NULL;
    }
    grown += node->count++;
    *grown = (qdr_yaml_node){.key = copy};
    return grown;
}

void qdr_yaml_node_cleanup(qdr_yaml_node *node)
{
    for (unsigned i = 0; i < node->count; i++)
        qdr_yaml_node_cleanup(&node->nodes[i]);
    free(node->nodes);
    free(node->key);
    free(node->text);
    *node = (qdr_yaml_node){0};
}

void qdr_yaml_close(qdr_yaml *file)
{
    if (file == NULL)
        return;
    qdr_yaml_node_cleanup(&file->root);
    free(file->path);
    free(file->text);
    free(file);
}
