/* harness/files/yaml.c -- see yaml.h. */
#include "harness/files/yaml.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/yaml_check.h"

/* The check has refused every key that nobody knows. */
static const cyaml_config_t config = {.mem_fn = cyaml_mem,
                                      .flags = CYAML_CFG_IGNORE_UNKNOWN_KEYS};

void qdr_yaml_entries_cleanup(qdr_yaml_entries *entries)
{
    for (unsigned i = 0; i < entries->count; i++) {
        qdr_yaml_entry *entry = &entries->entries[i];
        for (unsigned v = 0; v < entry->count; v++)
            free(entry->values[v]);
        free(entry->values);
        free(entry->key);
    }
    free(entries->entries);
    *entries = (qdr_yaml_entries){.known = entries->known};
}

qdr_status qdr_yaml_load(const char *path, const cyaml_schema_value_t *schema,
                         qdr_yaml_entries *more, void **out_data,
                         qdr_error *error)
{
    FILE *file = fopen(path, "rb");
    void *data = NULL;
    cyaml_err_t result;
    qdr_status status;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_INPUT, "%s: %s", path,
                        strerror(errno));
    status = qdr_yaml_check(path, file, schema, more, error);
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

unsigned qdr_yaml_line(const char *path, const char *key)
{
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t capacity = 0, length = strlen(key);
    unsigned number = 0, found = 0;

    while (file != NULL && found == 0 && getline(&line, &capacity, file) >= 0) {
        const char *place = line;
        number++;
        while (found == 0 && (place = strstr(place, key)) != NULL) {
            if ((place == line || strchr(" {,", place[-1]) != NULL) &&
                place[length] == ':')
                found = number;
            place++;
        }
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return found == 0 ? 1 : found;
}

void qdr_yaml_free(const cyaml_schema_value_t *schema, void *data)
{
    cyaml_free(&config, schema, data, 0);
}
