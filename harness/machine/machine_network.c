/* harness/machine/machine_network.c -- the section `network` of a machine: the
 * costs that algorithms of collectives minimise. */
#include <inttypes.h>

#include "harness/machine/machine_schema.h"
#include "kernels/core/network_levels.h"
#include "kernels/core/network_mesh.h"

static const cyaml_strval_t topologies[QDR_NUM_NETWORK_TOPOLOGIES] = {
    {"switched", QDR_SWITCHED}, {"mesh", QDR_MESH}, {"line", QDR_LINE}};

const cyaml_strval_t qdr_duplex_names[QDR_NUM_DUPLEXES] = {
    {"half", QDR_DUPLEX_HALF}, {"full", QDR_DUPLEX_FULL}};

const cyaml_schema_field_t qdr_network_fields[] = {
    REAL("alpha_us", qdr_network, alpha_us),
    REAL("beta_ns", qdr_network, beta_ns),
    REAL("gamma_ns", qdr_network, gamma_ns),
    REAL("link_excess", qdr_network, link_excess),
    OPTIONAL_NAME("topology", qdr_network, topology, topologies,
                  QDR_NUM_NETWORK_TOPOLOGIES),
    OPTIONAL_NAME("duplex", qdr_network, duplex, qdr_duplex_names,
                  QDR_NUM_DUPLEXES),
    OPTIONAL_WHOLE("rows", qdr_network, rows),
    OPTIONAL_WHOLE("columns", qdr_network, columns),
    OPTIONAL_REAL("sender_free_us", qdr_network, sender_free_us),
    OPTIONAL_REAL("receiver_free_us", qdr_network, receiver_free_us),
    OPTIONAL_WHOLE("eager_bytes", qdr_network, eager_bytes),
    OPTIONAL_REAL("inside_alpha_us", qdr_network, inside_alpha_us),
    OPTIONAL_REAL("inside_beta_ns", qdr_network, inside_beta_ns),
    OPTIONAL_WHOLE("node_ranks", qdr_network, node_ranks),
    OPTIONAL_WHOLE("adapter_ranks", qdr_network, adapter_ranks),
    CYAML_FIELD_END};

/* Every rank of the machine has its place in the mesh, and every place a rank.
 * Other topologies have no rows. */
static qdr_status check_mesh(const qdr_machine *machine, qdr_error *error)
{
    const qdr_network *network = machine->network;

    if (network->topology != QDR_MESH && network->rows == 0 &&
        network->columns == 0)
        return QDR_OK;
    if (network->topology == QDR_MESH && network->rows > 0 &&
        network->columns > 0 &&
        (int64_t)network->rows * network->columns == machine->max_procs)
        return QDR_OK;
    return qdr_yaml_refuse(
        machine->file,
        network->rows != 0      ? "rows"
        : network->columns != 0 ? "columns"
                                : "topology",
        error,
        "topology: %s, rows: %d, columns: %d; accepted: with topology: mesh "
        "both, rows x columns = max_procs, %d; neither with %s or %s",
        topologies[network->topology].str, network->rows, network->columns,
        machine->max_procs, topologies[QDR_SWITCHED].str,
        topologies[QDR_LINE].str);
}

/* No rank is free for longer than a message takes. */
static qdr_status check_free(const qdr_machine *machine, qdr_error *error)
{
    const qdr_network *network = machine->network;
    const struct {
        const char *key;
        double us;
    } parts[] = {{"sender_free_us", network->sender_free_us},
                 {"receiver_free_us", network->receiver_free_us}};

    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!(parts[i].us >= 0 && parts[i].us <= network->alpha_us))
            return qdr_yaml_refuse(machine->file, parts[i].key, error,
                                   "%s: %.6g; accepted: numbers from 0 to "
                                   "alpha_us, %.6g",
                                   parts[i].key, parts[i].us,
                                   network->alpha_us);
    return QDR_OK;
}

static qdr_status check_levels(const qdr_machine *machine, qdr_error *error)
{
    const char *key = NULL;
    qdr_error found = {""};

    return qdr_network_check_levels(machine->network, &key, &found) == QDR_OK
               ? QDR_OK
               : qdr_yaml_refuse(machine->file, key, error, "%s", found.text);
}

qdr_status qdr_network_check(const qdr_machine *machine, qdr_error *error)
{
    const qdr_network *network = machine->network;
    const qdr_range ranges[] = {
        {"alpha_us", network->alpha_us, 0, true},
        {"beta_ns", network->beta_ns, 0, true},
        {"gamma_ns", network->gamma_ns, 0, false},
        {"link_excess", network->link_excess, 1, false},
        {"eager_bytes", (double)network->eager_bytes, 0, false},
    };
    qdr_status status = qdr_range_check(machine->file, ranges,
                                        sizeof ranges / sizeof *ranges, error);

    if (status == QDR_OK)
        status = check_free(machine, error);
    if (status == QDR_OK)
        status = check_levels(machine, error);
    return status == QDR_OK ? check_mesh(machine, error) : status;
}

int qdr_machine_node_ranks(const qdr_machine *machine)
{
    if (machine->kind != QDR_MACHINE_SIMULATED)
        return QDR_NODE_RANKS_UNKNOWN;
    return machine->network != NULL && machine->network->node_ranks > 0
               ? machine->network->node_ranks
               : 1;
}

qdr_status qdr_network_write(const qdr_network *network, FILE *to,
                             qdr_error *error)
{
    fprintf(to,
            "network:\n"
            "  alpha_us: %.6g\n"
            "  beta_ns: %.6g\n"
            "  gamma_ns: %.6g\n"
            "  link_excess: %.6g\n"
            "  topology: %s\n",
            network->alpha_us, network->beta_ns, network->gamma_ns,
            network->link_excess, topologies[network->topology].str);
    if (network->duplex == QDR_DUPLEX_HALF)
        fputs("  duplex: half\n", to);
    if (network->rows > 0)
        fprintf(to, "  rows: %d\n  columns: %d\n", network->rows,
                network->columns);
    if (network->sender_free_us > 0)
        fprintf(to, "  sender_free_us: %.6g\n", network->sender_free_us);
    if (network->receiver_free_us > 0)
        fprintf(to, "  receiver_free_us: %.6g\n", network->receiver_free_us);
    if (network->eager_bytes > 0)
        fprintf(to, "  eager_bytes: %" PRId64 "\n", network->eager_bytes);
    if (qdr_network_has_levels(network))
        fprintf(to,
                "  inside_alpha_us: %.6g\n"
                "  inside_beta_ns: %.6g\n"
                "  node_ranks: %d\n"
                "  adapter_ranks: %d\n",
                network->inside_alpha_us, network->inside_beta_ns,
                network->node_ranks, network->adapter_ranks);
    return fflush(to) == 0 && !ferror(to)
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM,
                          "the network of a machine cannot be written");
}
