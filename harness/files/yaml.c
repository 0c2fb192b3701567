/* harness/files/yaml.c -- see yaml.h.
 *
 * libcyaml loads; before it, a walk over the file's events by the same schema
 * finds what is wrong. Its errors name the line and what is accepted there,
 * and it takes a number only if the whole word is one, where libcyaml reads
 * `0.5` as the whole number 0.
 */
#include "harness/files/yaml.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

typedef struct walk {
    const char *path;
    yaml_parser_t parser;
    yaml_event_t event; /* the one at hand; owned */
    qdr_error *error;
} walk;

__attribute__((format(printf, 2, 3))) static qdr_status
refuse(const walk *at, const char *format, ...)
{
    char what[400];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(at->error, QDR_ERROR_INPUT, "%s:%zu: %s", at->path,
                    at->event.start_mark.line + 1, what);
}

/* Moves on to the next event. */
static qdr_status next(walk *at)
{
    yaml_event_delete(&at->event);
    if (yaml_parser_parse(&at->parser, &at->event))
        return QDR_OK;
    return qdr_fail(at->error, QDR_ERROR_INPUT, "%s:%zu: %s; accepted: YAML",
                    at->path, at->parser.problem_mark.line + 1,
                    at->parser.problem);
}

static const char *word(const walk *at)
{
    return (const char *)at->event.data.scalar.value;
}

static void append(char *text, size_t size, const char *name)
{
    size_t length = strlen(text);

    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "",
             name);
}

/* Whether the text is a whole number that its place in memory has room for, and
 * what is one. */
static bool is_whole(const char *text, const cyaml_schema_value_t *schema,
                     char *accepted, size_t size)
{
    bool is_signed = schema->type == CYAML_INT;
    int unused_bits = 64 - 8 * (int)schema->data_size;
    int64_t most = INT64_MAX >> unused_bits;
    uint64_t most_unsigned = UINT64_MAX >> unused_bits;
    char *end;
    bool fits;

    errno = 0;
    if (is_signed) {
        int64_t number = strtoll(text, &end, 10);
        fits = errno == 0 && number >= -most - 1 && number <= most;
    } else {
        fits = strtoull(text, &end, 10) <= most_unsigned && errno == 0;
    }
    snprintf(accepted, size, "a whole number%s",
             is_signed ? "" : ", 0 or more");
    /* libcyaml takes a leading 0 for octal. */
    if (end == text || *end != '\0' || (text[0] == '0' && text[1] != '\0') ||
        (!is_signed && text[0] == '-'))
        return false;
    if (is_signed)
        snprintf(accepted, size, "%" PRId64 " to %" PRId64, -most - 1, most);
    else
        snprintf(accepted, size, "0 to %" PRIu64, most_unsigned);
    return fits;
}

/* Whether the scalar at hand is a value of the type, and what one is. */
static bool is_scalar_of(const walk *at, const cyaml_schema_value_t *schema,
                         char *accepted, size_t size)
{
    const char *text = word(at);
    char *end = NULL;
    bool good = false;

    errno = 0;
    switch (schema->type) {
    case CYAML_INT:
    case CYAML_UINT:
        return is_whole(text, schema, accepted, size);
    case CYAML_FLOAT:
        snprintf(accepted, size, "a number");
        good = isfinite(strtod(text, &end));
        return good && end != text && *end == '\0' && errno == 0;
    case CYAML_ENUM:
        for (uint32_t i = 0; i < schema->enumeration.count; i++) {
            append(accepted, size, schema->enumeration.strings[i].str);
            good |= strcmp(schema->enumeration.strings[i].str, text) == 0;
        }
        return good;
    default:
        snprintf(accepted, size, "a text of 1 character or more");
        return schema->type == CYAML_STRING && text[0] != '\0';
    }
}

static qdr_status check_scalar(walk *at, const cyaml_schema_value_t *schema,
                               const char *key)
{
    char accepted[256] = "";

    if (at->event.type != YAML_SCALAR_EVENT)
        return refuse(at, "%s is a list or a mapping; accepted: one value",
                      key);
    if (!is_scalar_of(at, schema, accepted, sizeof accepted))
        return refuse(at, "%s: '%.60s'; accepted: %s", key, word(at), accepted);
    return QDR_OK;
}

static qdr_status check_value(walk *at, const cyaml_schema_value_t *schema,
                              const char *key);

static qdr_status check_sequence(walk *at, const cyaml_schema_value_t *schema,
                                 const char *key)
{
    uint32_t count = 0;
    qdr_status status;

    if (at->event.type != YAML_SEQUENCE_START_EVENT)
        return refuse(at, "%s is not a list; accepted: [value, ...]", key);
    for (status = next(at);
         status == QDR_OK && at->event.type != YAML_SEQUENCE_END_EVENT;
         status = next(at), count++) {
        status = check_value(at, schema->sequence.entry, key);
        if (status != QDR_OK)
            return status;
    }
    if (status == QDR_OK &&
        (count < schema->sequence.min || count > schema->sequence.max))
        status = refuse(at, "%s has %u entries; accepted: %u to %u", key, count,
                        schema->sequence.min, schema->sequence.max);
    return status;
}

static qdr_status refuse_key(const walk *at, const cyaml_schema_field_t *fields)
{
    char accepted[256] = "";

    for (; fields->key != NULL; fields++)
        append(accepted, sizeof accepted, fields->key);
    return refuse(at, "key '%.60s'; accepted: %s", word(at), accepted);
}

/* The key at hand and its value; `seen` has a bit for each field. */
static qdr_status check_field(walk *at, const cyaml_schema_field_t *fields,
                              uint64_t *seen)
{
    unsigned i = 0;
    qdr_status status;

    if (at->event.type != YAML_SCALAR_EVENT)
        return refuse(at, "a key is a list or a mapping; accepted: a word");
    while (fields[i].key != NULL && strcmp(fields[i].key, word(at)) != 0)
        i++;
    if (fields[i].key == NULL)
        return refuse_key(at, fields);
    if ((*seen >> i & 1) != 0)
        return refuse(at, "key '%s' stands twice; accepted: once", word(at));
    *seen |= (uint64_t)1 << i;
    status = next(at);
    if (status == QDR_OK)
        status = check_value(at, &fields[i].value, fields[i].key);
    return status;
}

static qdr_status check_mapping(walk *at, const cyaml_schema_value_t *schema,
                                const char *key)
{
    const cyaml_schema_field_t *fields = schema->mapping.fields;
    uint64_t seen = 0;
    qdr_status status;

    if (at->event.type != YAML_MAPPING_START_EVENT)
        return refuse(at, "%s is not a mapping; accepted: keys with values",
                      key);
    for (status = next(at);
         status == QDR_OK && at->event.type != YAML_MAPPING_END_EVENT;
         status = next(at)) {
        status = check_field(at, fields, &seen);
        if (status != QDR_OK)
            return status;
    }
    for (unsigned i = 0; fields[i].key != NULL && status == QDR_OK; i++)
        if ((fields[i].value.flags & CYAML_FLAG_OPTIONAL) == 0 &&
            (seen >> i & 1) == 0)
            status = refuse(at, "the key '%s' is missing", fields[i].key);
    return status;
}

static qdr_status check_value(walk *at, const cyaml_schema_value_t *schema,
                              const char *key)
{
    switch (schema->type) {
    case CYAML_MAPPING:
        return check_mapping(at, schema, key);
    case CYAML_SEQUENCE:
        return check_sequence(at, schema, key);
    default:
        return check_scalar(at, schema, key);
    }
}

static qdr_status check_file(const char *path, FILE *file,
                             const cyaml_schema_value_t *schema,
                             qdr_error *error)
{
    walk at = {.path = path, .error = error};
    qdr_status status;

    if (!yaml_parser_initialize(&at.parser))
        return qdr_fail_memory(error, "a YAML file");
    yaml_parser_set_input_file(&at.parser, file);
    do {
        status = next(&at);
    } while (status == QDR_OK && (at.event.type == YAML_STREAM_START_EVENT ||
                                  at.event.type == YAML_DOCUMENT_START_EVENT));
    if (status == QDR_OK)
        status = check_value(&at, schema, "the file");
    yaml_event_delete(&at.event);
    yaml_parser_delete(&at.parser);
    return status;
}

static const cyaml_config_t config = {.mem_fn = cyaml_mem};

qdr_status qdr_yaml_load(const char *path, const cyaml_schema_value_t *schema,
                         void **out_data, qdr_error *error)
{
    FILE *file = fopen(path, "rb");
    void *data = NULL;
    cyaml_err_t result;
    qdr_status status;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    status = check_file(path, file, schema, error);
    fclose(file);
    if (status != QDR_OK)
        return status;
    result = cyaml_load_file(path, &config, schema, &data, NULL);
    if (result != CYAML_OK || data == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        cyaml_strerror(result));
    *out_data = data;
    return QDR_OK;
}

unsigned qdr_yaml_line(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0, length = strlen(key);
    unsigned number = 0, found = 1;

    while (file != NULL && found == 1 && getline(&line, &capacity, file) >= 0) {
        const char *place = strstr(line, key);
        number++;
        if (place != NULL && place[length] == ':')
            found = number;
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return found;
}

void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data)
{
    cyaml_free(&config, schema, data, 0);
}
