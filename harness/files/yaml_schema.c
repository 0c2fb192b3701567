/* harness/files/yaml_schema.c -- see yaml_schema.h. */
#include "harness/files/yaml_schema.h"

size_t qdr_yaml_entry_size(const qdr_yaml_field *entry)
{
    switch (entry->type) {
    case QDR_YAML_SECTION:
        return entry->size;
    case QDR_YAML_STRING:
        return sizeof(char *);
    default:
        return sizeof(int);
    }
}
