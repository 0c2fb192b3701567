/* harness/files/yaml_fill.c -- see yaml_fill.h. */
#include "harness/files/yaml_fill.h"

#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_scalar.h"

typedef struct filler {
    const qdr_yaml *file;
    const qdr_names *more_keys; /* in the mapping at hand, or NULL */
    qdr_error *error;
} filler;

/* `key` is the value's, or its list's. */
static qdr_status fill(const filler *with, const yaml_node_t *node,
                       const qdr_yaml_field *field, const char *key,
                       char *data);

static qdr_yaml_place start(const filler *with, const yaml_node_t *node)
{
    return qdr_yaml_place_at(with->file, node->start_mark);
}

static qdr_yaml_place end(const filler *with, const yaml_node_t *node)
{
    return qdr_yaml_place_at(with->file, node->end_mark);
}

static qdr_status fill_scalar(const filler *with, const yaml_node_t *node,
                              const qdr_yaml_field *field, const char *key,
                              char *data)
{
    const char *word = qdr_yaml_word(node);
    qdr_error reason = {""};
    qdr_status status;

    if (word == NULL)
        return qdr_yaml_refuse_at(with->file, start(with, node), with->error,
                                  "%s is a list or a mapping; accepted: one "
                                  "value",
                                  key);
    status = qdr_yaml_scalar_read(word, field, key, data, &reason);
    return status == QDR_ERROR_INPUT
               ? qdr_yaml_refuse_at(with->file, start(with, node), with->error,
                                    "%s", reason.text)
               : status;
}

/* `count` objects of `size` bytes, all 0, at the pointer `data`; an empty list
 * is NULL. */
static qdr_status make(const filler *with, size_t count, size_t size,
                       char *data, char **out_made)
{
    *out_made = count == 0 ? NULL : calloc(count, size);
    memcpy(data, out_made, sizeof *out_made);
    return *out_made != NULL || count == 0
               ? QDR_OK
               : qdr_fail_memory(with->error, "a YAML file");
}

static qdr_status fill_list(const filler *with, const yaml_node_t *node,
                            const qdr_yaml_field *field, const char *key,
                            char *data)
{
    const size_t size = qdr_yaml_entry_size(field->fields);
    const yaml_node_item_t *items = node->data.sequence.items.start;
    unsigned count;
    char *made;
    qdr_status status;

    if (node->type != YAML_SEQUENCE_NODE)
        return qdr_yaml_refuse_at(with->file, start(with, node), with->error,
                                  "%s is not a list; accepted: [value, ...]",
                                  key);
    count = (unsigned)(node->data.sequence.items.top - items);
    status = make(with, count, size, data + field->offset, &made);
    if (status == QDR_OK)
        memcpy(data + field->count_offset, &count, sizeof count);
    for (unsigned i = 0; i < count && status == QDR_OK; i++)
        status = fill(with, qdr_yaml_node(with->file, items[i]), field->fields,
                      key, made + i * size);
    if (status == QDR_OK && (count < field->min || count > field->max))
        status = qdr_yaml_refuse_at(with->file, end(with, node), with->error,
                                    "%s has %u entries; accepted: %u to %u",
                                    key, count, field->min, field->max);
    return status;
}

/* A key that is neither in the schema nor among more_keys. */
static qdr_status refuse_key(const filler *with, const yaml_node_t *key,
                             const qdr_yaml_field *fields)
{
    qdr_names names = {.list = with->more_keys == NULL ? NULL
                                                       : with->more_keys->list};
    qdr_error reason = {""};
    qdr_status status;

    for (; fields->key != NULL; fields++)
        qdr_names_add(&names, fields->key);
    for (int i = 0; with->more_keys != NULL && i < with->more_keys->count; i++)
        qdr_names_add(&names, with->more_keys->names[i]);
    status = qdr_names_refuse(&names, "key", qdr_yaml_word(key), &reason);
    qdr_names_cleanup(&names);
    return status == QDR_OK
               ? status
               : qdr_yaml_refuse_at(with->file, start(with, key), with->error,
                                    "%s", reason.text);
}

static bool is_extra(const filler *with, const char *key)
{
    for (int i = 0; with->more_keys != NULL && i < with->more_keys->count; i++)
        if (strcmp(with->more_keys->names[i], key) == 0)
            return true;
    return false;
}

/* The values of a key that the schema lacks. */
static qdr_status check_values(const filler *with, const yaml_node_t *node,
                               const char *key)
{
    const bool is_list = node->type == YAML_SEQUENCE_NODE;
    const yaml_node_item_t *item = node->data.sequence.items.start;
    const yaml_node_t *bad = node->type == YAML_MAPPING_NODE ? node : NULL;

    if (is_list && item == node->data.sequence.items.top)
        return qdr_yaml_refuse_at(with->file, end(with, node), with->error,
                                  "%s has no entries; accepted: 1 or more",
                                  key);
    for (; is_list && bad == NULL && item < node->data.sequence.items.top;
         item++)
        if (qdr_yaml_word(qdr_yaml_node(with->file, *item)) == NULL)
            bad = qdr_yaml_node(with->file, *item);
    return bad == NULL
               ? QDR_OK
               : qdr_yaml_refuse_at(with->file, start(with, bad), with->error,
                                    "%s: a list or a mapping; accepted: a "
                                    "value, or a list of values",
                                    key);
}

/* A key of a mapping and its value. */
static qdr_status fill_pair(const filler *with, const yaml_node_t *mapping,
                            const yaml_node_pair_t *pair,
                            const qdr_yaml_field *fields, char *data)
{
    const yaml_node_t *key = qdr_yaml_node(with->file, pair->key);
    const yaml_node_t *value = qdr_yaml_node(with->file, pair->value);
    const char *name = qdr_yaml_word(key);
    const qdr_yaml_field *field = fields;

    while (field->key != NULL && strcmp(field->key, name) != 0)
        field++;
    if (field->key == NULL && !is_extra(with, name))
        return refuse_key(with, key, fields);
    if (qdr_yaml_pair(with->file, mapping, name) != pair)
        return qdr_yaml_refuse_at(with->file, start(with, key), with->error,
                                  "key '%s' is given twice; accepted: once",
                                  name);
    if (field->key == NULL)
        return check_values(with, value, name);
    return qdr_yaml_is_null(value) ? QDR_OK
                                   : fill(with, value, field, name, data);
}

static qdr_status require_keys(const filler *with, const yaml_node_t *node,
                               const qdr_yaml_field *fields)
{
    for (; fields->key != NULL; fields++) {
        const yaml_node_pair_t *pair =
            qdr_yaml_pair(with->file, node, fields->key);
        if (!fields->is_optional &&
            qdr_yaml_child(with->file, node, fields->key) == NULL)
            return qdr_yaml_refuse_at(
                with->file,
                pair == NULL
                    ? end(with, node)
                    : start(with, qdr_yaml_node(with->file, pair->value)),
                with->error, "the key '%s' is missing", fields->key);
    }
    return QDR_OK;
}

static qdr_status fill_section(const filler *with, const yaml_node_t *node,
                               const qdr_yaml_field *field, const char *key,
                               char *data)
{
    qdr_status status = QDR_OK;

    if (node->type != YAML_MAPPING_NODE)
        return qdr_yaml_refuse_at(with->file, start(with, node), with->error,
                                  "%s is not a mapping; accepted: keys with "
                                  "values",
                                  key);
    if (field->is_pointer)
        status = make(with, 1, field->size, data, &data);
    for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start;
         pair < node->data.mapping.pairs.top && status == QDR_OK; pair++)
        status = fill_pair(with, node, pair, field->fields, data);
    return status == QDR_OK ? require_keys(with, node, field->fields) : status;
}

static qdr_status fill(const filler *with, const yaml_node_t *node,
                       const qdr_yaml_field *field, const char *key, char *data)
{
    /* Further keys are accepted in the file's own mapping only. */
    const filler within = {with->file, NULL, with->error};

    if (field->type == QDR_YAML_LIST)
        return fill_list(&within, node, field, key, data);
    data += field->offset;
    return field->type == QDR_YAML_SECTION
               ? fill_section(&within, node, field, key, data)
               : fill_scalar(&within, node, field, key, data);
}

qdr_status qdr_yaml_fill(const qdr_yaml *file, const qdr_yaml_field *schema,
                         const qdr_names *more_keys, void **out_data,
                         qdr_error *error)
{
    const filler with = {file, more_keys, error};

    *out_data = NULL;
    return fill_section(&with, qdr_yaml_node(file, 1), schema, "the file",
                        (char *)out_data);
}
