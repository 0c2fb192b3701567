/* harness/files/yaml_check.c -- see yaml_check.h. */
#include "harness/files/yaml_check.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "harness/files/yaml_scalar.h"

typedef struct walk {
    const char *path;
    yaml_parser_t parser;
    yaml_event_t event;     /* the one at hand; owned */
    qdr_yaml_entries *more; /* of the file's own mapping */
    qdr_error *error;
} walk;

__attribute__((format(printf, 2, 3))) static qdr_status
refuse(const walk *at, const char *format, ...)
{
    char what[sizeof at->error->text];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(at->error, QDR_ERROR_INPUT, "%s:%zu: %s", at->path,
                    at->event.start_mark.line + 1, what);
}

static const char *word(const walk *at)
{
    return (const char *)at->event.data.scalar.value;
}

/* Moves on to the next event. */
static qdr_status next(walk *at)
{
    yaml_event_delete(&at->event);
    if (yaml_parser_parse(&at->parser, &at->event)) {
        if (at->event.type == YAML_SCALAR_EVENT &&
            strlen(word(at)) != at->event.data.scalar.length)
            return refuse(at, "a value with a NUL byte; accepted: text");
        if (at->event.type == YAML_ALIAS_EVENT)
            return refuse(at, "an alias; accepted: the value itself");
        return QDR_OK;
    }
    return qdr_fail(at->error, QDR_ERROR_INPUT, "%s:%zu: %s; accepted: YAML",
                    at->path, at->parser.problem_mark.line + 1,
                    at->parser.problem);
}

static qdr_status check_scalar(walk *at, const cyaml_schema_value_t *schema,
                               const char *key)
{
    qdr_error reason = {""};

    if (at->event.type != YAML_SCALAR_EVENT)
        return refuse(at, "%s is a list or a mapping; accepted: one value",
                      key);
    return qdr_yaml_scalar_check(word(at), schema, key, &reason) == QDR_OK
               ? QDR_OK
               : refuse(at, "%s", reason.text);
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

/* A key that is neither in the schema nor among those beside it. */
static qdr_status refuse_key(const walk *at, const cyaml_schema_field_t *fields)
{
    qdr_names names = {0};
    qdr_error reason = {""};
    qdr_status status;

    for (; fields->key != NULL; fields++)
        qdr_names_add(&names, fields->key);
    for (int i = 0; at->more != NULL && i < at->more->known->count; i++)
        qdr_names_add(&names, at->more->known->names[i]);
    status = qdr_names_refuse(&names, "key", word(at), &reason);
    qdr_names_cleanup(&names);
    return status == QDR_OK ? status : refuse(at, "%s", reason.text);
}

static bool is_beside(const walk *at)
{
    const qdr_names *known = at->more == NULL ? NULL : at->more->known;
    int i = 0;

    while (known != NULL && i < known->count &&
           strcmp(known->names[i], word(at)) != 0)
        i++;
    return known != NULL && i < known->count;
}

static qdr_status fail_memory(const walk *at)
{
    return qdr_fail_memory(at->error, "a YAML file");
}

/* Takes the scalar at hand as a value of an entry. */
static qdr_status take_scalar(walk *at, qdr_yaml_entry *entry)
{
    char **grown;

    if (at->event.type != YAML_SCALAR_EVENT)
        return refuse(at,
                      "%s: a list or a mapping; accepted: a value, or a "
                      "list of values",
                      entry->key);
    grown = realloc(entry->values, (entry->count + 1) * sizeof *grown);
    if (grown == NULL)
        return fail_memory(at);
    entry->values = grown;
    entry->values[entry->count] = strdup(word(at));
    return entry->values[entry->count++] == NULL ? fail_memory(at) : QDR_OK;
}

static qdr_status take_values(walk *at, qdr_yaml_entry *entry)
{
    qdr_status status;

    if (at->event.type != YAML_SEQUENCE_START_EVENT)
        return take_scalar(at, entry);
    for (status = next(at);
         status == QDR_OK && at->event.type != YAML_SEQUENCE_END_EVENT;
         status = next(at)) {
        status = take_scalar(at, entry);
        if (status != QDR_OK)
            return status;
    }
    if (status == QDR_OK && entry->count == 0)
        status =
            refuse(at, "%s has no entries; accepted: 1 or more", entry->key);
    return status;
}

/* The key at hand, which is beside the schema, and its values. */
static qdr_status take_entry(walk *at)
{
    qdr_yaml_entries *more = at->more;
    qdr_yaml_entry *grown;
    qdr_yaml_entry made = {.line = (unsigned)at->event.start_mark.line + 1};
    qdr_status status;

    for (unsigned i = 0; i < more->count; i++)
        if (strcmp(more->entries[i].key, word(at)) == 0)
            return refuse(at, "key '%s' stands twice; accepted: once",
                          word(at));
    grown = realloc(more->entries, (more->count + 1) * sizeof *grown);
    made.key = strdup(word(at));
    if (grown != NULL)
        more->entries = grown;
    if (grown == NULL || made.key == NULL) {
        free(made.key);
        return fail_memory(at);
    }
    more->entries[more->count++] = made;
    status = next(at);
    return status == QDR_OK ? take_values(at, &more->entries[more->count - 1])
                            : status;
}

/* The key at hand and its value. */
static qdr_status check_field(walk *at, const cyaml_schema_field_t *fields,
                              bool *seen)
{
    unsigned i = 0;
    qdr_status status;

    if (at->event.type != YAML_SCALAR_EVENT)
        return refuse(at, "a key is a list or a mapping; accepted: a word");
    while (fields[i].key != NULL && strcmp(fields[i].key, word(at)) != 0)
        i++;
    if (fields[i].key == NULL)
        return is_beside(at) ? take_entry(at) : refuse_key(at, fields);
    if (seen[i])
        return refuse(at, "key '%s' stands twice; accepted: once", word(at));
    seen[i] = true;
    status = next(at);
    if (status == QDR_OK)
        status = check_value(at, &fields[i].value, fields[i].key);
    return status;
}

static qdr_status check_fields(walk *at, const cyaml_schema_field_t *fields,
                               bool *seen)
{
    qdr_status status;

    for (status = next(at);
         status == QDR_OK && at->event.type != YAML_MAPPING_END_EVENT;
         status = next(at)) {
        status = check_field(at, fields, seen);
        if (status != QDR_OK)
            return status;
    }
    for (unsigned i = 0; fields[i].key != NULL && status == QDR_OK; i++)
        if ((fields[i].value.flags & CYAML_FLAG_OPTIONAL) == 0 && !seen[i])
            status = refuse(at, "the key '%s' is missing", fields[i].key);
    return status;
}

static qdr_status check_mapping(walk *at, const cyaml_schema_value_t *schema,
                                const char *key)
{
    const cyaml_schema_field_t *fields = schema->mapping.fields;
    size_t count = 0;
    bool *seen;
    qdr_status status;

    if (at->event.type != YAML_MAPPING_START_EVENT)
        return refuse(at, "%s is not a mapping; accepted: keys with values",
                      key);
    while (fields[count].key != NULL)
        count++;
    seen = calloc(count + 1, sizeof *seen);
    if (seen == NULL)
        return fail_memory(at);
    status = check_fields(at, fields, seen);
    free(seen);
    return status;
}

static qdr_status check_value(walk *at, const cyaml_schema_value_t *schema,
                              const char *key)
{
    qdr_yaml_entries *more = at->more;
    qdr_status status;

    if (schema->type == CYAML_SEQUENCE)
        return check_sequence(at, schema, key);
    if (schema->type != CYAML_MAPPING)
        return check_scalar(at, schema, key);
    /* Further keys stand in the file's own mapping only. */
    at->more = NULL;
    status = check_mapping(at, schema, key);
    at->more = more;
    return status;
}

qdr_status qdr_yaml_check(const char *path, FILE *file,
                          const cyaml_schema_value_t *schema,
                          qdr_yaml_entries *more, qdr_error *error)
{
    walk at = {.path = path, .more = more, .error = error};
    qdr_status status;

    if (!yaml_parser_initialize(&at.parser))
        return qdr_fail_memory(error, "a YAML file");
    yaml_parser_set_input_file(&at.parser, file);
    do {
        status = next(&at);
    } while (status == QDR_OK && (at.event.type == YAML_STREAM_START_EVENT ||
                                  at.event.type == YAML_DOCUMENT_START_EVENT));
    if (status == QDR_OK)
        status = check_mapping(&at, schema, "the file");
    if (status == QDR_OK)
        status = next(&at); /* the document's end */
    if (status == QDR_OK)
        status = next(&at);
    if (status == QDR_OK && at.event.type != YAML_STREAM_END_EVENT)
        status = refuse(&at, "a second document; accepted: one");
    yaml_event_delete(&at.event);
    yaml_parser_delete(&at.parser);
    return status;
}
