/* harness/machine/machine_schema.c -- see machine_schema.h. */
#include "harness/machine/machine_schema.h"

const qdr_yaml_field qdr_text_schema = {.type = QDR_YAML_STRING};

static const qdr_yaml_field declaration_fields[] = {
    {STRING("key", qdr_declaration, key)},
    {STRING("source", qdr_declaration, source)},
    {LIST("cells", qdr_declaration, cells, num_cells, &qdr_text_schema, 0,
          QDR_MAX_CELLS)},
    {0}};

const qdr_yaml_field qdr_declaration_schema = {.type = QDR_YAML_SECTION,
                                               .fields = declaration_fields,
                                               .size = sizeof(qdr_declaration)};
