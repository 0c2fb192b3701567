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

/* The keys that hardware and software share. */
#define DECLARATIONS(type, max_fitted)                                         \
    {LIST("inputs", type, inputs, num_inputs, &qdr_declaration_schema, 0,      \
          QDR_MAX_LIST)},                                                      \
        {LIST("fitted", type, fitted, num_fitted, &qdr_declaration_schema, 0,  \
              max_fitted)},                                                    \
        {LIST("structure", type, structure, num_structure, &qdr_text_schema,   \
              0, QDR_MAX_LIST)},                                               \
    {                                                                          \
        LIST("looked_at", type, looked_at, num_looked_at, &qdr_text_schema, 0, \
             QDR_MAX_LIST),                                                    \
            OPTIONAL                                                           \
    }

extern const qdr_yaml_field qdr_text_schema, qdr_declaration_schema;

extern const qdr_yaml_name qdr_launcher_names[QDR_NUM_LAUNCHERS];
extern const qdr_yaml_name qdr_duplex_names[QDR_NUM_DUPLEXES];

/* The sections of a machine that have a source file of their own. */
extern const qdr_yaml_field qdr_network_fields[], qdr_slurm_fields[];

/* qdr_machine_assume_network sets numbers of the network that files of earlier
 * versions lack. */
void qdr_machine_assume_network(qdr_machine *machine);

/* qdr_machine_check_network and qdr_slurm_check check the section, which must
 * exist. They fail with QDR_ERROR_INPUT and the place of the first number that
 * is out of its range or does not fit max_procs. */
qdr_status qdr_machine_check_network(const qdr_machine *machine,
                                     qdr_error *error);
qdr_status qdr_slurm_check(const qdr_machine *machine, qdr_error *error);

#endif
