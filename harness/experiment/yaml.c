/* harness/experiment/yaml.c -- see yaml.h.
 *
 * libcyaml reports an error as log lines: what is wrong, then a backtrace from
 * the inner to the outer place. They are caught here and made into one line;
 * what is accepted is read off the schema.
 */
#include "harness/experiment/yaml.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_DEPTH = 8, NAME_LENGTH = 64 };

/* What libcyaml said of the first error. */
typedef struct report {
    char what[256];
    unsigned line; /* 0: not said */
    int depth;
    char fields[MAX_DEPTH][NAME_LENGTH]; /* mapping fields, inner first */
} report;

static void catch_log(cyaml_log_t level, void *context, const char *format,
                      va_list arguments)
{
    report *said = context;
    char text[384], field[NAME_LENGTH] = "";
    unsigned line = 0;
    char *place;

    (void)level;
    vsnprintf(text, sizeof text, format, arguments);
    text[strcspn(text, "\n")] = '\0';
    place = strstr(text, "(line: ");
    if (strncmp(text, "Load: Backtrace", 15) == 0)
        return;
    if (place == NULL) {
        if (said->what[0] == '\0')
            snprintf(said->what, sizeof said->what, "%.200s",
                     strncmp(text, "Load: ", 6) == 0 ? text + 6 : text);
        return;
    }
    sscanf(place, "(line: %u", &line);
    if (said->line == 0)
        said->line = line;
    if (sscanf(text, "  in mapping field '%63[^']'", field) == 1 &&
        said->depth < MAX_DEPTH)
        memcpy(said->fields[said->depth++], field, NAME_LENGTH);
}

unsigned qdr_yaml_line(const char *path, const char *key, unsigned from)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0, length = strlen(key);
    unsigned number = 0, found = from;

    while (file != NULL && getline(&line, &capacity, file) >= 0) {
        const char *place = strstr(line, key);
        if (++number >= from && place != NULL &&
            place[length + strspn(place + length, "'\" ")] == ':') {
            found = number;
            break;
        }
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return found;
}

static const cyaml_schema_field_t *fields_of(const cyaml_schema_value_t *value)
{
    if (value->type == CYAML_SEQUENCE)
        value = value->sequence.entry;
    return value->type == CYAML_MAPPING ? value->mapping.fields : NULL;
}

/* The schema of the innermost field that the backtrace names. */
static const cyaml_schema_value_t *schema_at(const cyaml_schema_value_t *schema,
                                             const report *said)
{
    for (int i = said->depth - 1; i >= 0; i--) {
        const cyaml_schema_field_t *field = fields_of(schema);
        while (field != NULL && field->key != NULL &&
               strcmp(field->key, said->fields[i]) != 0)
            field++;
        if (field == NULL || field->key == NULL)
            break;
        schema = &field->value;
    }
    return schema;
}

static void append(char *text, size_t size, const char *word)
{
    size_t length = strlen(text);

    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "",
             word);
}

/* Writes what a value of this schema may be. */
static void describe(const cyaml_schema_value_t *schema, char *text,
                     size_t size)
{
    static const char *const words[] = {
        [CYAML_INT] = "a whole number", [CYAML_UINT] = "a whole number >= 0",
        [CYAML_BOOL] = "true or false", [CYAML_FLOAT] = "a number",
        [CYAML_STRING] = "a text",
    };
    const cyaml_schema_field_t *fields = fields_of(schema);

    text[0] = '\0';
    if (schema->type == CYAML_ENUM) {
        for (uint32_t i = 0; i < schema->enumeration.count; i++)
            append(text, size, schema->enumeration.strings[i].str);
    } else if (fields != NULL) {
        for (; fields->key != NULL; fields++)
            append(text, size, fields->key);
    } else if (schema->type == CYAML_SEQUENCE) {
        snprintf(text, size, "a list of %u to %u entries", schema->sequence.min,
                 schema->sequence.max);
    } else if ((size_t)schema->type < sizeof words / sizeof *words &&
               words[schema->type] != NULL) {
        snprintf(text, size, "%s", words[schema->type]);
    }
}

static qdr_status fail_load(const char *path,
                            const cyaml_schema_value_t *schema, report *said,
                            qdr_error *error)
{
    static const char unexpected[] = "Unexpected key: ";
    static const char missing[] = "Missing required mapping field: ";
    char accepted[256];

    /* For a missing key the backtrace begins at the last key that was there. */
    if (strncmp(said->what, missing, sizeof missing - 1) == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s:%u: the key '%s' is missing", path, said->line,
                        said->what + sizeof missing - 1);
    if (strncmp(said->what, unexpected, sizeof unexpected - 1) == 0)
        /* libcyaml gives the place before the key. */
        said->line =
            qdr_yaml_line(path, said->what + sizeof unexpected - 1, said->line);
    describe(schema_at(schema, said), accepted, sizeof accepted);
    return qdr_fail(error, QDR_ERROR_INPUT, "%s:%u: %s; accepted: %s", path,
                    said->line, said->what, accepted);
}

static cyaml_config_t config_with(report *said)
{
    return (cyaml_config_t){.log_fn = catch_log,
                            .log_ctx = said,
                            .mem_fn = cyaml_mem,
                            .log_level = CYAML_LOG_ERROR};
}

qdr_status qdr_yaml_load(const char *path, const cyaml_schema_value_t *schema,
                         void **out_data, qdr_error *error)
{
    report said = {.what = ""};
    cyaml_config_t config = config_with(&said);
    void *data = NULL;
    FILE *file = fopen(path, "r");
    cyaml_err_t result;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    fclose(file);
    result = cyaml_load_file(path, &config, schema, &data, NULL);
    if (result != CYAML_OK)
        return said.what[0] != '\0' ? fail_load(path, schema, &said, error)
                                    : qdr_fail(error, QDR_ERROR_INPUT, "%s: %s",
                                               path, cyaml_strerror(result));
    if (data == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s:1: the file is empty",
                        path);
    *out_data = data;
    return QDR_OK;
}

void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data)
{
    report said = {.what = ""};
    cyaml_config_t config = config_with(&said);

    cyaml_free(&config, schema, data, 0);
}
