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
