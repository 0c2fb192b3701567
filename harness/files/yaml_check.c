/* harness/files/yaml_check.c -- see yaml_check.h. */
#include "harness/files/yaml_check.h"

#include <string.h>

#include "harness/files/yaml_scalar.h"

typedef struct check {
    const qdr_yaml *file;
    const qdr_names *more_keys; /* in the mapping at hand, or NULL */
    qdr_error *error;
} check;

static qdr_status check_value(const check *with, const qdr_yaml_node *node,
                              const cyaml_schema_value_t *schema,
                              const char *key);

static qdr_status check_scalar(const check *with, const qdr_yaml_node *node,
                               const cyaml_schema_value_t *schema,
                               const char *key)
{
    qdr_error reason = {""};

    if (node->kind != QDR_YAML_SCALAR)
        return qdr_yaml_refuse_at(with->file, node->at, with->error,
                                  "%s is a list or a mapping; accepted: one "
                                  "value",
                                  key);
    return qdr_yaml_scalar_check(node->text, schema, key, &reason) == QDR_OK
               ? QDR_OK
               : qdr_yaml_refuse_at(with->file, node->at, with->error, "%s",
                                    reason.text);
}

static qdr_status check_list(const check *with, const qdr_yaml_node *node,
                             const cyaml_schema_value_t *schema,
                             const char *key)
{
    qdr_status status = QDR_OK;

    if (node->kind != QDR_YAML_LIST)
        return qdr_yaml_refuse_at(with->file, node->at, with->error,
                                  "%s is not a list; accepted: [value, ...]",
                                  key);
    for (unsigned i = 0; i < node->count && status == QDR_OK; i++)
        status =
            check_value(with, &node->nodes[i], schema->sequence.entry, key);
    if (status == QDR_OK && (node->count < schema->sequence.min ||
                             node->count > schema->sequence.max))
        status = qdr_yaml_refuse_at(with->file, node->end, with->error,
                                    "%s has %u entries; accepted: %u to %u",
                                    key, node->count, schema->sequence.min,
                                    schema->sequence.max);
    return status;
}

/* A key that is neither in the schema nor among more_keys. */
static qdr_status refuse_key(const check *with, const qdr_yaml_node *node,
                             const cyaml_schema_field_t *fields)
{
    qdr_names names = {.list = with->more_keys == NULL ? NULL
                                                       : with->more_keys->list};
    qdr_error reason = {""};
    qdr_status status;

    for (; fields->key != NULL; fields++)
        qdr_names_add(&names, fields->key);
    for (int i = 0; with->more_keys != NULL && i < with->more_keys->count; i++)
        qdr_names_add(&names, with->more_keys->names[i]);
    status = qdr_names_refuse(&names, "key", node->key, &reason);
    qdr_names_cleanup(&names);
    return status == QDR_OK
               ? status
               : qdr_yaml_refuse_at(with->file, node->key_at, with->error, "%s",
                                    reason.text);
}

static bool is_extra(const check *with, const char *key)
{
    for (int i = 0; with->more_keys != NULL && i < with->more_keys->count; i++)
        if (strcmp(with->more_keys->names[i], key) == 0)
            return true;
    return false;
}

/* The values of a key that the schema lacks. */
static qdr_status check_values(const check *with, const qdr_yaml_node *node)
{
    bool is_list = node->kind == QDR_YAML_LIST;

    for (unsigned i = 0; i < (is_list ? node->count : 1); i++) {
        const qdr_yaml_node *value = is_list ? &node->nodes[i] : node;
        if (value->kind != QDR_YAML_SCALAR && value->kind != QDR_YAML_REMOVED)
            return qdr_yaml_refuse_at(with->file, value->at, with->error,
                                      "%s: a list or a mapping; accepted: a "
                                      "value, or a list of values",
                                      node->key);
    }
    if (is_list && node->count == 0)
        return qdr_yaml_refuse_at(with->file, node->end, with->error,
                                  "%s has no entries; accepted: 1 or more",
                                  node->key);
    return QDR_OK;
}

/* A key of a mapping and its value. */
static qdr_status check_field(const check *with, const qdr_yaml_node *mapping,
                              const qdr_yaml_node *node,
                              const cyaml_schema_field_t *fields)
{
    const cyaml_schema_field_t *field = fields;

    while (field->key != NULL && strcmp(field->key, node->key) != 0)
        field++;
    if (field->key == NULL && !is_extra(with, node->key))
        return refuse_key(with, node, fields);
    if (qdr_yaml_child(mapping, node->key) != node)
        return qdr_yaml_refuse_at(with->file, node->key_at, with->error,
                                  "key '%s' is given twice; accepted: once",
                                  node->key);
    if (field->key == NULL)
        return check_values(with, node);
    return node->kind == QDR_YAML_REMOVED
               ? QDR_OK
               : check_value(with, node, &field->value, node->key);
}

static qdr_status check_mapping(const check *with, const qdr_yaml_node *node,
                                const cyaml_schema_value_t *schema,
                                const char *key)
{
    const cyaml_schema_field_t *fields = schema->mapping.fields;
    qdr_status status = QDR_OK;

    if (node->kind != QDR_YAML_MAPPING)
        return qdr_yaml_refuse_at(with->file, node->at, with->error,
                                  "%s is not a mapping; accepted: keys with "
                                  "values",
                                  key);
    for (unsigned i = 0; i < node->count && status == QDR_OK; i++)
        status = check_field(with, node, &node->nodes[i], fields);
    for (; fields->key != NULL && status == QDR_OK; fields++) {
        const qdr_yaml_node *child = qdr_yaml_child(node, fields->key);
        bool is_there = child != NULL && child->kind != QDR_YAML_REMOVED;
        if ((fields->value.flags & CYAML_FLAG_OPTIONAL) == 0 && !is_there)
            status = qdr_yaml_refuse_at(
                with->file, child == NULL ? node->end : child->at, with->error,
                "the key '%s' is missing", fields->key);
    }
    return status;
}

static qdr_status check_value(const check *with, const qdr_yaml_node *node,
                              const cyaml_schema_value_t *schema,
                              const char *key)
{
    /* Further keys are accepted in the file's own mapping only. */
    const check within = {with->file, NULL, with->error};

    if (schema->type == CYAML_SEQUENCE)
        return check_list(with, node, schema, key);
    if (schema->type == CYAML_MAPPING)
        return check_mapping(&within, node, schema, key);
    return check_scalar(with, node, schema, key);
}

qdr_status qdr_yaml_check(const qdr_yaml *file,
                          const cyaml_schema_value_t *schema,
                          const qdr_names *more_keys, qdr_error *error)
{
    const check with = {file, more_keys, error};

    return check_mapping(&with, &file->root, schema, "the file");
}
