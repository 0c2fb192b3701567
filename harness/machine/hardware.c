/* harness/machine/hardware.c -- the nodes and the network of a simulated
 * machine; see machine.h. */
#include "harness/machine/machine_schema.h"
#include "kernels/core/problem/problem.h"

static const qdr_yaml_field level_fields[] = {
    {WHOLE("nodes", qdr_tree_level, nodes)},
    {REAL("bandwidth_per_node_mb_s", qdr_tree_level, bandwidth_per_node_mb_s)},
    {0}};

static const qdr_yaml_field level = {.type = QDR_YAML_SECTION,
                                     .fields = level_fields,
                                     .size = sizeof(qdr_tree_level)};

static const qdr_yaml_name topologies[QDR_NUM_TOPOLOGIES] = {
    {"tree", QDR_TOPOLOGY_TREE}, {"mesh", QDR_TOPOLOGY_MESH}};

static const qdr_yaml_field control_network_fields[] = {
    {REAL("latency_us", qdr_control_network, latency_us), FROM_0},
    {REAL("sum_us", qdr_control_network, sum_us), FROM_0},
    {REAL("concatenation_us", qdr_control_network, concatenation_us), FROM_0},
    {REAL("broadcast_ns", qdr_control_network, broadcast_ns), FROM_0},
    {0}};

static const qdr_yaml_field hardware_fields[] = {
    {NAME("topology", qdr_hardware, topology, topologies, QDR_NUM_TOPOLOGIES)},
    {NAME("node_duplex", qdr_hardware, duplex, qdr_duplex_names,
          QDR_DUPLEX_HALF + 1)},
    {REAL("node_bandwidth_mb_s", qdr_hardware, node_bandwidth_mb_s), ABOVE_0},
    {REAL("network_latency_us", qdr_hardware, network_latency_us), FROM_0},
    {WHOLE("node_ranks", qdr_hardware, node_ranks), OPTIONAL},
    {WHOLE("adapter_ranks", qdr_hardware, adapter_ranks), OPTIONAL},
    {REAL("inside_bandwidth_mb_s", qdr_hardware, inside_bandwidth_mb_s),
     OPTIONAL},
    {REAL("inside_latency_us", qdr_hardware, inside_latency_us), OPTIONAL},
    {REAL("contention", qdr_hardware, contention), OPTIONAL, FROM_0},
    {WHOLE("contention_bytes", qdr_hardware, contention_bytes), OPTIONAL,
     FROM_0},
    {REAL("copy_ns", qdr_hardware, copy_ns), OPTIONAL, FROM_0},
    {REAL("indexed_copy_ns", qdr_hardware, indexed_copy_ns), OPTIONAL, FROM_0},
    {REAL("instruction_ns", qdr_hardware, instruction_ns), OPTIONAL, FROM_0},
    {REAL("scheduling_ns", qdr_hardware, scheduling_ns), OPTIONAL, FROM_0},
    {REAL("flop_ns", qdr_hardware, flop_ns), OPTIONAL, FROM_0},
    {SECTION("control_network", qdr_hardware, control_network,
             control_network_fields, qdr_control_network),
     POINTER, OPTIONAL},
    {WHOLE("packet_bytes", qdr_hardware, packet_bytes), OPTIONAL},
    {WHOLE("packet_data_bytes", qdr_hardware, packet_data_bytes), OPTIONAL},
    {LIST("levels", qdr_hardware, levels, num_levels, &level, 1, QDR_MAX_LIST),
     OPTIONAL},
    {REAL("link_bandwidth_mb_s", qdr_hardware, link_bandwidth_mb_s), OPTIONAL,
     FROM_0},
    DECLARATIONS(qdr_hardware, QDR_MAX_FITTED_HARDWARE),
    {0}};

static const qdr_yaml_field hardware_schema =
    QDR_YAML_FILE(qdr_hardware, hardware_fields);

/* Groups hold whole groups of the level before. */
static qdr_status check_levels(const qdr_hardware *hardware, qdr_error *error)
{
    for (unsigned l = 0; l < hardware->num_levels; l++) {
        const qdr_tree_level *at = &hardware->levels[l];
        if (at->bandwidth_per_node_mb_s <= 0 || at->nodes < 1 ||
            (l > 0 && at->nodes % at[-1].nodes != 0))
            return qdr_yaml_refuse(
                hardware->file, "levels", error,
                "level %u has %d nodes at %g MB/s; accepted: a multiple of the "
                "nodes of the level before, above 0 MB/s",
                l + 1, at->nodes, at->bandwidth_per_node_mb_s);
    }
    return QDR_OK;
}

/* All keys of nodes with several ranks, or none. Its processors are not those
 * of nodes whose one processor moves the data. */
static qdr_status check_inside(const qdr_hardware *hardware, qdr_error *error)
{
    bool is_none = hardware->node_ranks == 0 &&
                   hardware->inside_bandwidth_mb_s == 0 &&
                   hardware->inside_latency_us == 0;
    bool is_whole =
        hardware->node_ranks > 1 && hardware->inside_bandwidth_mb_s > 0 &&
        hardware->inside_latency_us >= 0 &&
        hardware->topology == QDR_TOPOLOGY_TREE &&
        hardware->duplex == QDR_DUPLEX_FULL && hardware->contention == 0;

    if (is_none || is_whole)
        return QDR_OK;
    return qdr_yaml_refuse(
        hardware->file, "node_ranks", error,
        "node_ranks: %d, inside_bandwidth_mb_s: %g, inside_latency_us: %g; "
        "accepted: node_ranks from 2, a bandwidth above 0 and a latency from "
        "0, with topology: tree, node_duplex: full and no contention; or none "
        "of the three keys",
        hardware->node_ranks, hardware->inside_bandwidth_mb_s,
        hardware->inside_latency_us);
}

/* Whole adapters: how ranks of a last one with fewer share is not modelled. */
static qdr_status check_adapters(const qdr_hardware *hardware, qdr_error *error)
{
    int sharing = hardware->adapter_ranks;

    if (sharing == 0 ||
        (hardware->node_ranks > 0 && hardware->node_ranks % sharing == 0))
        return QDR_OK;
    return qdr_yaml_refuse(hardware->file, "adapter_ranks", error,
                           "adapter_ranks: %d; accepted: a divisor of "
                           "node_ranks, %d",
                           sharing, hardware->node_ranks);
}

/* Both numbers of a packet, or neither. */
static qdr_status check_packet(const qdr_hardware *hardware, qdr_error *error)
{
    int whole = hardware->packet_bytes, data = hardware->packet_data_bytes;

    if ((whole == 0 && data == 0) || (data > 0 && data <= whole))
        return QDR_OK;
    return qdr_yaml_refuse(
        hardware->file, "packet_bytes", error,
        "packet_bytes: %d, packet_data_bytes: %d; accepted: 0 < "
        "packet_data_bytes <= packet_bytes, or neither key",
        whole, data);
}

/* Checks that a topology has its keys, and none of another's. */
static qdr_status check_topology(const qdr_hardware *hardware, qdr_error *error)
{
    static const struct {
        bool has_levels, has_links;
        const char *accepted;
    } rows[QDR_NUM_TOPOLOGIES] = {
        [QDR_TOPOLOGY_TREE] = {true, false, "levels, no link_bandwidth_mb_s"},
        [QDR_TOPOLOGY_MESH] = {false, true,
                               "link_bandwidth_mb_s above 0, neither levels "
                               "nor packet_bytes"},
    };
    bool has_levels = hardware->num_levels > 0;
    bool has_links = hardware->link_bandwidth_mb_s > 0;
    bool has_packets = hardware->packet_bytes > 0;

    if (has_levels == rows[hardware->topology].has_levels &&
        has_links == rows[hardware->topology].has_links &&
        (has_levels || !has_packets))
        return QDR_OK;
    return qdr_yaml_refuse(
        hardware->file, "topology", error, "topology: %s; accepted: %s",
        topologies[hardware->topology].text, rows[hardware->topology].accepted);
}

static qdr_status check_hardware(const qdr_hardware *hardware, qdr_error *error)
{
    static qdr_status (*const checks[])(const qdr_hardware *, qdr_error *) = {
        check_packet, check_topology, check_levels, check_inside,
        check_adapters};
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == QDR_OK;
         i++)
        status = checks[i](hardware, error);
    return status;
}

qdr_status qdr_hardware_fit(const qdr_hardware *hardware,
                            const qdr_machine *machine, qdr_error *error)
{
    const qdr_network *network = machine->network;

    if (network != NULL && qdr_network_has_levels(network) &&
        network->node_ranks != hardware->node_ranks)
        return qdr_yaml_refuse(
            machine->file, "node_ranks", error,
            "node_ranks: %d; accepted: %d, those of hardware",
            network->node_ranks, hardware->node_ranks);
    if (hardware->topology != QDR_TOPOLOGY_MESH ||
        (network != NULL && network->rows > 0))
        return QDR_OK;
    return qdr_yaml_refuse(machine->file, "hardware", error,
                           "hardware: a mesh, but network has no rows and "
                           "columns; accepted: both keys in network");
}

qdr_status qdr_hardware_load(const char *path, const qdr_yaml_edits *edits,
                             qdr_hardware **out_hardware, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &hardware_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_hardware(data, error);
    if (status == QDR_OK)
        *out_hardware = data;
    else
        qdr_hardware_free(data);
    return status;
}

void qdr_hardware_free(qdr_hardware *hardware)
{
    qdr_yaml_free(&hardware_schema, hardware);
}
