/* harness/files/yaml_tree.c -- see yaml_tree.h; yaml_parse.c reads files. */
#include "harness/files/yaml_tree.h"

#include <stdarg.h>
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

yaml_node_t *qdr_yaml_node(const qdr_yaml *file, int number)
{
    return file->document.nodes.start + number - 1;
}

const char *qdr_yaml_word(const yaml_node_t *node)
{
    return node == NULL || node->type != YAML_SCALAR_NODE
               ? NULL
               : (const char *)node->data.scalar.value;
}

bool qdr_yaml_is_null(const yaml_node_t *node)
{
    static const char *const words[] = {"null", "Null", "NULL", "~"};
    const char *word = qdr_yaml_word(node);
    bool is_among = false;

    for (size_t i = 0; i < sizeof words / sizeof *words && word != NULL; i++)
        is_among |= strcmp(word, words[i]) == 0;
    return is_among && node->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
}

yaml_node_pair_t *qdr_yaml_pair(const qdr_yaml *file, const yaml_node_t *node,
                                const char *key)
{
    yaml_node_pair_t *pair = NULL;

    if (node->type == YAML_MAPPING_NODE)
        pair = node->data.mapping.pairs.start;
    for (; pair != NULL && pair < node->data.mapping.pairs.top; pair++)
        if (strcmp(qdr_yaml_word(qdr_yaml_node(file, pair->key)), key) == 0)
            return pair;
    return NULL;
}

const yaml_node_t *qdr_yaml_child(const qdr_yaml *file, const yaml_node_t *node,
                                  const char *key)
{
    const yaml_node_pair_t *pair = qdr_yaml_pair(file, node, key);
    const yaml_node_t *value =
        pair == NULL ? NULL : qdr_yaml_node(file, pair->value);

    return qdr_yaml_is_null(value) ? NULL : value;
}

/* The first key of that name in the tree of a node, or NULL. */
static const yaml_node_t *find_key(const qdr_yaml *file,
                                   const yaml_node_t *node, const char *key)
{
    const yaml_node_t *found = NULL;

    if (node->type == YAML_SEQUENCE_NODE)
        for (const yaml_node_item_t *item = node->data.sequence.items.start;
             item < node->data.sequence.items.top && found == NULL; item++)
            found = find_key(file, qdr_yaml_node(file, *item), key);
    if (node->type == YAML_MAPPING_NODE)
        for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
             pair < node->data.mapping.pairs.top && found == NULL; pair++) {
            found = qdr_yaml_node(file, pair->key);
            if (strcmp(qdr_yaml_word(found), key) != 0)
                found = find_key(file, qdr_yaml_node(file, pair->value), key);
        }
    return found;
}

qdr_yaml_place qdr_yaml_place_at(const qdr_yaml *file, yaml_mark_t mark)
{
    return mark.index == 0
               ? (qdr_yaml_place){(unsigned)mark.line + 1, NULL}
               : (qdr_yaml_place){0, file->edits.words[mark.index - 1]};
}

qdr_yaml_place qdr_yaml_place_of(const qdr_yaml *file, const char *key)
{
    const yaml_node_t *found = find_key(file, qdr_yaml_node(file, 1), key);

    return found == NULL ? (qdr_yaml_place){1, NULL}
                         : qdr_yaml_place_at(file, found->start_mark);
}

void qdr_yaml_close(qdr_yaml *file)
{
    if (file == NULL)
        return;
    yaml_document_delete(&file->document);
    free((void *)file->edits.words);
    free(file->path);
    free(file->text);
    free(file);
}
