/* harness/machine/machine_schema.h -- the schemas of the YAML files of
 * machines, hardware and software. */
#ifndef QUADRILLE_HARNESS_MACHINE_MACHINE_SCHEMA_H
#define QUADRILLE_HARNESS_MACHINE_MACHINE_SCHEMA_H

#include "harness/files/yaml.h"
#include "harness/machine/machine.h"

/* Fitted scalars: at most 4 of nodes and data network, 3 of a control network,
 * 4 of software, each on at most 4 named cells. */
enum {
    QDR_MAX_FITTED_HARDWARE = 4 + 3,
    QDR_MAX_FITTED_SOFTWARE = 4,
    QDR_MAX_CELLS = 4,
    QDR_MAX_LIST = 64
};

#define STRING(key, type, member)                                              \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1,           \
                           CYAML_UNLIMITED)
#define OPTIONAL_STRING(key, type, member)                                     \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,      \
                           type, member, 1, CYAML_UNLIMITED)
#define REAL(key, type, member)                                                \
    CYAML_FIELD_FLOAT(key, CYAML_FLAG_STRICT, type, member)
#define OPTIONAL_REAL(key, type, member)                                       \
    CYAML_FIELD_FLOAT(key, CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, type,      \
                      member)
#define WHOLE(key, type, member)                                               \
    CYAML_FIELD_INT(key, CYAML_FLAG_STRICT, type, member)
#define OPTIONAL_WHOLE(key, type, member)                                      \
    CYAML_FIELD_INT(key, CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, type, member)
#define NAME(key, type, member, names, count)                                  \
    CYAML_FIELD_ENUM(key, CYAML_FLAG_STRICT, type, member, names, count)
#define OPTIONAL_NAME(key, type, member, names, count)                         \
    CYAML_FIELD_ENUM(key, CYAML_FLAG_STRICT | CYAML_FLAG_OPTIONAL, type,       \
                     member, names, count)
#define LIST(key, type, member, count, entry, min, max)                        \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER, type, member, count,   \
                               entry, min, max)
#define OPTIONAL_LIST(key, type, member, count, entry, min, max)               \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,  \
                               type, member, count, entry, min, max)
#define OPTIONAL_SECTION(key, type, member, fields)                            \
    CYAML_FIELD_MAPPING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,     \
                            type, member, fields)

/* The keys that hardware and software share. */
#define DECLARATIONS(type, max_fitted)                                         \
    LIST("inputs", type, inputs, num_inputs, &qdr_declaration_schema, 0,       \
         QDR_MAX_LIST),                                                        \
        LIST("fitted", type, fitted, num_fitted, &qdr_declaration_schema, 0,   \
             max_fitted),                                                      \
        LIST("structure", type, structure, num_structure, &qdr_text_schema, 0, \
             QDR_MAX_LIST),                                                    \
        OPTIONAL_LIST("looked_at", type, looked_at, num_looked_at,             \
                      &qdr_text_schema, 0, QDR_MAX_LIST)

extern const cyaml_schema_value_t qdr_text_schema, qdr_declaration_schema;

extern const cyaml_strval_t qdr_launcher_names[QDR_NUM_LAUNCHERS];
extern const cyaml_strval_t qdr_duplex_names[QDR_NUM_DUPLEXES];

/* The sections of a machine that have a source file of their own. */
extern const cyaml_schema_field_t qdr_network_fields[], qdr_slurm_fields[];

/* qdr_machine_check_network and qdr_slurm_check check the section, which must
 * exist. They fail with QDR_ERROR_INPUT and the place of the first number that
 * is out of its range or does not fit max_procs. */
qdr_status qdr_machine_check_network(const qdr_machine *machine,
                                     qdr_error *error);
qdr_status qdr_slurm_check(const qdr_machine *machine, qdr_error *error);

/* A number of a file, and its min value: accepted itself, or only above it. */
typedef struct qdr_range {
    const char *key;
    double number;
    double min;
    bool is_above;
} qdr_range;

/* qdr_range_check fails with the place of the first number that is out of its
 * range. */
qdr_status qdr_range_check(const qdr_yaml *file, const qdr_range *ranges,
                           int count, qdr_error *error);

#endif
