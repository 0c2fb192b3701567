/* harness/files/yaml_write.c -- data as the text of a YAML file; see yaml.h. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml.h"

static int add(yaml_document_t *to, const qdr_yaml_field *field,
               const char *data);

static int add_word(yaml_document_t *to, const char *word)
{
    return yaml_document_add_scalar(to, NULL, (const yaml_char_t *)word,
                                    (int)strlen(word), YAML_PLAIN_SCALAR_STYLE);
}

static void print_real(double number, char *word, size_t size)
{
    snprintf(word, size, "%.15g", number);
    if (strtod(word, NULL) != number)
        snprintf(word, size, "%.16e", number);
}

static int add_scalar(yaml_document_t *to, const qdr_yaml_field *field,
                      const void *data)
{
    const qdr_yaml_name *name = field->names;
    char word[32];

    switch (field->type) {
    case QDR_YAML_STRING:
        return add_word(to, *(char *const *)data);
    case QDR_YAML_NAME:
        while (name->value != *(const int *)data)
            name++;
        return add_word(to, name->text);
    case QDR_YAML_REAL:
        print_real(*(const double *)data, word, sizeof word);
        break;
    case QDR_YAML_BYTES:
        snprintf(word, sizeof word, "%" PRId64, *(const int64_t *)data);
        break;
    case QDR_YAML_UNSIGNED:
        snprintf(word, sizeof word, "%" PRIu64, *(const uint64_t *)data);
        break;
    default:
        snprintf(word, sizeof word, "%d", *(const int *)data);
    }
    return add_word(to, word);
}

static int add_list(yaml_document_t *to, const qdr_yaml_field *field,
                    const char *data)
{
    int list = yaml_document_add_sequence(to, NULL, YAML_BLOCK_SEQUENCE_STYLE);
    const char *entries;
    unsigned count;

    memcpy(&entries, data + field->offset, sizeof entries);
    memcpy(&count, data + field->count_offset, sizeof count);
    for (unsigned i = 0; i < count && list != 0; i++) {
        int entry = add(to, field->fields,
                        entries + i * qdr_yaml_entry_size(field->fields));
        if (entry == 0 || !yaml_document_append_sequence_item(to, list, entry))
            list = 0;
    }
    return list;
}

/* Those that a file may leave out, and that are NULL, are left out. */
static bool is_written(const qdr_yaml_field *field, const char *data)
{
    const void *pointed = data;

    if (field->type == QDR_YAML_STRING || field->type == QDR_YAML_LIST ||
        field->is_pointer)
        memcpy(&pointed, data + field->offset, sizeof pointed);
    return pointed != NULL || !field->is_optional;
}

static int add_section(yaml_document_t *to, const qdr_yaml_field *fields,
                       const char *data)
{
    int section = yaml_document_add_mapping(to, NULL, YAML_BLOCK_MAPPING_STYLE);

    for (; fields->key != NULL && section != 0; fields++) {
        int key, value;
        if (!is_written(fields, data))
            continue;
        key = add_word(to, fields->key);
        value = add(to, fields, data);
        if (key == 0 || value == 0 ||
            !yaml_document_append_mapping_pair(to, section, key, value))
            section = 0;
    }
    return section;
}

/* The number of a new node; 0: out of memory. */
static int add(yaml_document_t *to, const qdr_yaml_field *field,
               const char *data)
{
    if (field->type == QDR_YAML_LIST)
        return add_list(to, field, data);
    data += field->offset;
    if (field->is_pointer)
        memcpy(&data, data, sizeof data);
    return field->type == QDR_YAML_SECTION
               ? add_section(to, field->fields, data)
               : add_scalar(to, field, data);
}

qdr_status qdr_yaml_write(const qdr_yaml_field *schema, const void *data,
                          FILE *to, qdr_error *error)
{
    yaml_document_t document;
    bool is_good = yaml_document_initialize(&document, NULL, NULL, NULL, 1, 1);

    if (!is_good)
        return qdr_fail_memory(error, "a YAML file");
    errno = ENOMEM; /* unless the file fails */
    is_good = add(&document, schema, (const char *)&data) != 0 &&
              qdr_yaml_dump(&document, true, to) && !ferror(to);
    yaml_document_delete(&document);
    return is_good ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_SYSTEM,
                              "YAML cannot be written: %s", strerror(errno));
}
