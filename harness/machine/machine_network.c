/* harness/machine/machine_network.c -- the section `network` of a machine: the
 * costs that algorithms of collectives minimise. */
#include "harness/machine/machine_schema.h"
#include "kernels/core/network/network_numbers.h"
#include "kernels/core/problem/problem.h"

static const qdr_yaml_name topologies[QDR_NUM_NETWORK_TOPOLOGIES] = {
    {"switched", QDR_SWITCHED}, {"mesh", QDR_MESH}, {"line", QDR_LINE}};

const qdr_yaml_name qdr_duplex_names[QDR_NUM_DUPLEXES] = {
    {"full", QDR_DUPLEX_FULL},
    {"half", QDR_DUPLEX_HALF},
    {"half_inside", QDR_DUPLEX_HALF_INSIDE}};

/* A field for each number, by its kind; those that are not NEEDED have a
 * default, or belong to others. */
#define FIELD_OF_REAL(name)  REAL(#name, qdr_network, name)
#define FIELD_OF_INT(name)   WHOLE(#name, qdr_network, name)
#define FIELD_OF_BYTES(name) BYTES(#name, qdr_network, name)
#define FIELD_OF_TOPOLOGY(name)                                                \
    NAME(#name, qdr_network, name, topologies, QDR_NUM_NETWORK_TOPOLOGIES)
#define FIELD_OF_DUPLEX(name)                                                  \
    NAME(#name, qdr_network, name, qdr_duplex_names, QDR_NUM_DUPLEXES)

const qdr_yaml_field qdr_network_fields[] = {
#define QDR_NETWORK_NUMBER(kind, name, min, max, is_above, initial, group,     \
                           meaning)                                            \
    {FIELD_OF_##kind(name),                                                    \
     .is_optional = QDR_NETWORK_##group != QDR_NETWORK_NEEDED},
#include "kernels/core/network/network.def"
#undef QDR_NETWORK_NUMBER
    {0}};

/* Every rank of the machine has its place in the mesh, and every place a rank.
 */
static qdr_status check_mesh(const qdr_machine *machine, qdr_error *error)
{
    const qdr_network *network = machine->network;

    if (network->topology != QDR_MESH ||
        (int64_t)network->rows * network->columns == machine->max_procs)
        return QDR_OK;
    return qdr_yaml_refuse(machine->file, "rows", error,
                           "rows: %d, columns: %d; accepted: rows x columns = "
                           "max_procs, %d",
                           network->rows, network->columns, machine->max_procs);
}

void qdr_machine_assume_network(qdr_machine *machine)
{
    qdr_network *network = machine->network;

    /* Simulated ranks share no memory. */
    if (network == NULL || machine->kind == QDR_MACHINE_SIMULATED ||
        network->inside_shared_us > 0 || network->inside_shared_bytes > 0)
        return;
    network->inside_shared_us = qdr_network_of_today.inside_shared_us;
    network->inside_shared_bytes = qdr_network_of_today.inside_shared_bytes;
}

qdr_status qdr_machine_check_network(const qdr_machine *machine,
                                     qdr_error *error)
{
    const char *name = NULL;
    qdr_error found = {""};

    return qdr_network_check(machine->network, &name, &found) == QDR_OK
               ? check_mesh(machine, error)
               : qdr_yaml_refuse(machine->file, name, error, "%s", found.text);
}

int qdr_machine_node_ranks(const qdr_machine *machine)
{
    if (machine->kind != QDR_MACHINE_SIMULATED)
        return QDR_NODE_RANKS_UNKNOWN;
    return machine->network != NULL && machine->network->node_ranks > 0
               ? machine->network->node_ranks
               : 1;
}

/* Those that are at their default are left out, if a file may. */
static bool is_written(const qdr_network_number *number,
                       const qdr_network *network)
{
    return number->group == QDR_NETWORK_NEEDED ||
           number->kind == QDR_NETWORK_TOPOLOGY ||
           qdr_network_number_of(number, network) != number->initial;
}

qdr_status qdr_network_write(const qdr_network *network, FILE *to,
                             qdr_error *error)
{
    enum { DIGITS = 6 };

    fputs("network:\n", to);
    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++) {
        const qdr_network_number *number = &qdr_network_numbers[i];
        if (!is_written(number, network))
            continue;
        fprintf(to, "  %s: ", number->name);
        qdr_network_number_print(number, network, DIGITS, to);
        fputc('\n', to);
    }
    return fflush(to) == 0 && !ferror(to)
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM,
                          "the network of a machine cannot be written");
}
