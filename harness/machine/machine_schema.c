/* harness/machine/machine_schema.c -- see machine_schema.h. */
#include "harness/machine/machine_schema.h"

const cyaml_schema_value_t qdr_text_schema = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t declaration_fields[] = {
    STRING("key", qdr_declaration, key),
    STRING("source", qdr_declaration, source),
    LIST("cells", qdr_declaration, cells, num_cells, &qdr_text_schema, 0,
         QDR_MAX_CELLS),
    CYAML_FIELD_END};

const cyaml_schema_value_t qdr_declaration_schema = {CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, qdr_declaration, declaration_fields)};

qdr_status qdr_range_check(const qdr_yaml *file, const qdr_range *ranges,
                           int count, qdr_error *error)
{
    for (int i = 0; i < count; i++) {
        const qdr_range *at = &ranges[i];
        if (at->number > at->min || (at->number == at->min && !at->is_above))
            continue;
        return qdr_yaml_refuse(
            file, at->key, error, "%s: %g; accepted: numbers %s %g", at->key,
            at->number, at->is_above ? "above" : "from", at->min);
    }
    return QDR_OK;
}
