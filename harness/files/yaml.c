/* harness/files/yaml.c -- see yaml.h. */
#include "harness/files/yaml.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_check.h"

static const cyaml_config_t config = {.mem_fn = cyaml_mem};

/* A whole number of 4 or 8 bytes, signed or not. */
static void store_whole(uint64_t number, size_t size, void *data)
{
    const uint32_t narrow = (uint32_t)number;

    assert(size == sizeof narrow || size == sizeof number);
    memcpy(data, size == sizeof narrow ? (const void *)&narrow : &number, size);
}

static bool fill(const qdr_yaml_node *node, const cyaml_schema_value_t *schema,
                 char *data);

/* The filled value is a scalar of the value's own type: the check ensures it.
 */
static bool fill_scalar(const char *text, const cyaml_schema_value_t *schema,
                        char *data)
{
    const cyaml_strval_t *names = schema->enumeration.strings;
    uint64_t number;
    double real;
    char *copy;

    switch (schema->type) {
    case CYAML_FLOAT:
        real = strtod(text, NULL);
        memcpy(data, &real, sizeof real);
        return true;
    case CYAML_STRING:
        copy = strdup(text);
        memcpy(data, &copy, sizeof copy);
        return copy != NULL;
    case CYAML_ENUM:
        while (strcmp(names->str, text) != 0)
            names++;
        number = (uint64_t)names->val;
        break;
    default:
        number = schema->type == CYAML_INT ? (uint64_t)strtoll(text, NULL, 10)
                                           : strtoull(text, NULL, 10);
    }
    store_whole(number, schema->data_size, data);
    return true;
}

/* `count` objects of `size` bytes, all 0, at the pointer `data`. */
static char *make(size_t count, size_t size, char *data)
{
    char *made = calloc(count, size);

    memcpy(data, &made, sizeof made);
    return made;
}

/* An empty list is NULL. */
static bool fill_list(const qdr_yaml_node *node,
                      const cyaml_schema_field_t *field, char *data)
{
    const cyaml_schema_value_t *entry = field->value.sequence.entry;
    size_t size = (entry->flags & CYAML_FLAG_POINTER) != 0 ? sizeof(void *)
                                                           : entry->data_size;
    char *made;
    bool is_good = true;

    if (node->count == 0)
        return true;
    made = make(node->count, size, data + field->data_offset);
    if (made == NULL)
        return false;
    store_whole(node->count, field->count_size, data + field->count_offset);
    for (unsigned i = 0; i < node->count && is_good; i++)
        is_good = fill(&node->nodes[i], entry, made + i * size);
    return is_good;
}

static bool fill_mapping(const qdr_yaml_node *node,
                         const cyaml_schema_value_t *schema, char *data)
{
    const cyaml_schema_field_t *field = schema->mapping.fields;
    bool is_good = true;

    if ((schema->flags & CYAML_FLAG_POINTER) != 0)
        data = make(1, schema->data_size, data);
    is_good = data != NULL;
    for (; field->key != NULL && is_good; field++) {
        const qdr_yaml_node *child = qdr_yaml_child(node, field->key);
        if (child == NULL || child->kind == QDR_YAML_REMOVED)
            continue;
        is_good = field->value.type == CYAML_SEQUENCE
                      ? fill_list(child, field, data)
                      : fill(child, &field->value, data + field->data_offset);
    }
    return is_good;
}

static bool fill(const qdr_yaml_node *node, const cyaml_schema_value_t *schema,
                 char *data)
{
    return schema->type == CYAML_MAPPING
               ? fill_mapping(node, schema, data)
               : fill_scalar(node->text, schema, data);
}

qdr_status qdr_yaml_load(const char *path, const qdr_yaml_edits *edits,
                         const cyaml_schema_value_t *schema,
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
        status = qdr_yaml_check(file, schema, more_keys, error);
    if (status == QDR_OK && !fill(&file->root, schema, (char *)&data))
        status = qdr_fail_memory(error, "a YAML file");
    if (status != QDR_OK) {
        qdr_yaml_close(file);
        qdr_yaml_free(schema, data);
        return status;
    }
    memcpy(data, &file, sizeof file);
    *out_data = data;
    return QDR_OK;
}

/* A line of libcyaml's, which writes 0.03 as 2.9999999999999999e-02. */
static void write_line(const char *line, size_t length, FILE *to)
{
    char word[32] = "", shorter[32];
    size_t place = length;
    int end = 0;

    while (place > 0 && line[place - 1] != ' ')
        place--;
    if (length - place < sizeof word)
        memcpy(word, line + place, length - place);
    sscanf(word, "%*1[0-9].%*16[0-9]e%*1[-+]%*2[0-9]%n", &end);
    if (end > 0 && strcmp(word + end, "\n") == 0) {
        double number = strtod(word, NULL);
        snprintf(shorter, sizeof shorter, "%.15g", number);
        if (strtod(shorter, NULL) == number) {
            fprintf(to, "%.*s%s\n", (int)place, line, shorter);
            return;
        }
    }
    fwrite(line, 1, length, to);
}

qdr_status qdr_yaml_write(const cyaml_schema_value_t *schema, const void *data,
                          FILE *to, qdr_error *error)
{
    static const cyaml_config_t style = {.mem_fn = cyaml_mem,
                                         .flags = CYAML_CFG_STYLE_BLOCK};
    char *text = NULL;
    size_t length;
    cyaml_err_t result =
        cyaml_save_data(&text, &length, &style, schema, data, 0);

    for (size_t begin = 0, end; result == CYAML_OK && begin < length;
         begin = end) {
        const char *newline = memchr(text + begin, '\n', length - begin);
        end = newline == NULL ? length : (size_t)(newline - text) + 1;
        write_line(text + begin, end - begin, to);
    }
    free(text);
    if (result == CYAML_OK && fflush(to) == 0 && !ferror(to))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM, "YAML cannot be written: %s",
                    result == CYAML_OK ? strerror(errno)
                                       : cyaml_strerror(result));
}

void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data)
{
    qdr_yaml *file = NULL;

    if (data != NULL)
        memcpy(&file, data, sizeof file);
    qdr_yaml_close(file);
    cyaml_free(&config, schema, data, 0);
}
