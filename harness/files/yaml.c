/* harness/files/yaml.c -- see yaml.h. */
#include "harness/files/yaml.h"

#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_fill.h"

qdr_status qdr_yaml_load(const char *path, const qdr_yaml_edits *edits,
                         const qdr_yaml_field *schema,
                         const qdr_names *more_keys, void **out_data,
                         qdr_error *error)
{
    qdr_yaml *file;
    void *data = NULL;
    qdr_status status = qdr_yaml_read(path, &file, error);

    if (status != QDR_OK)
        return status;
    status = qdr_yaml_set(file, edits, error);
    if (status == QDR_OK)
        status = qdr_yaml_fill(file, schema, more_keys, &data, error);
    if (status != QDR_OK) {
        qdr_yaml_close(file);
        qdr_yaml_free(schema, data);
        return status;
    }
    memcpy(data, &file, sizeof file);
    *out_data = data;
    return QDR_OK;
}

/* Frees what a value points to. */
static void release(const qdr_yaml_field *field, char *data)
{
    char *at = data + field->offset, *pointed = NULL;
    unsigned count;

    if (field->type == QDR_YAML_STRING || field->type == QDR_YAML_LIST ||
        field->is_pointer)
        memcpy(&pointed, at, sizeof pointed);
    switch (field->type) {
    case QDR_YAML_STRING:
        free(pointed);
        break;
    case QDR_YAML_LIST:
        memcpy(&count, data + field->count_offset, sizeof count);
        for (unsigned i = 0; i < count; i++)
            release(field->fields,
                    pointed + i * qdr_yaml_entry_size(field->fields));
        free(pointed);
        break;
    case QDR_YAML_SECTION:
        if (field->is_pointer)
            at = pointed;
        for (const qdr_yaml_field *of = field->fields;
             at != NULL && of->key != NULL; of++)
            release(of, at);
        if (field->is_pointer)
            free(pointed);
        break;
    default:
        break;
    }
}

void qdr_yaml_free(const qdr_yaml_field *schema, void *data)
{
    qdr_yaml *file = NULL;

    if (data != NULL)
        memcpy(&file, data, sizeof file);
    qdr_yaml_close(file);
    release(schema, (char *)&data);
}
