/* harness/machine/hardware.c -- the nodes and the network of a simulated
 * machine; see machine.h. */
#include "harness/machine/machine_schema.h"

static const cyaml_schema_field_t level_fields[] = {
    WHOLE("nodes", qdr_tree_level, nodes),
    REAL("bandwidth_per_node_mb_s", qdr_tree_level, bandwidth_per_node_mb_s),
    CYAML_FIELD_END};

static const cyaml_schema_value_t level = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_DEFAULT, qdr_tree_level, level_fields)};

static const cyaml_schema_field_t hardware_fields[] = {
    REAL("node_bandwidth_mb_s", qdr_hardware, node_bandwidth_mb_s),
    REAL("network_latency_us", qdr_hardware, network_latency_us),
    WHOLE("packet_bytes", qdr_hardware, packet_bytes),
    WHOLE("packet_data_bytes", qdr_hardware, packet_data_bytes),
    LIST("levels", qdr_hardware, levels, num_levels, &level, 0, 16),
    DECLARATIONS(qdr_hardware),
    CYAML_FIELD_END};

static const cyaml_schema_value_t hardware_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_hardware, hardware_fields)};

/* Groups hold whole groups of the level before. */
static qdr_status check_levels(const char *path, const qdr_hardware *hardware,
                               qdr_error *error)
{
    for (unsigned l = 0; l < hardware->num_levels; l++) {
        const qdr_tree_level *at = &hardware->levels[l];
        if (at->bandwidth_per_node_mb_s <= 0 || at->nodes < 1 ||
            (l > 0 && at->nodes % at[-1].nodes != 0))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s:%u: level %u has %d nodes at %g MB/s; "
                            "accepted: multiples of the level before, above "
                            "0 MB/s",
                            path, qdr_yaml_line(path, "levels"), l + 1,
                            at->nodes, at->bandwidth_per_node_mb_s);
    }
    return QDR_OK;
}

static qdr_status check_hardware(const char *path, const qdr_hardware *hardware,
                                 qdr_error *error)
{
    const qdr_range ranges[] = {
        {"node_bandwidth_mb_s", hardware->node_bandwidth_mb_s, 0, true},
        {"packet_bytes", hardware->packet_bytes, 0, true},
        {"packet_data_bytes", hardware->packet_data_bytes, 0, true},
    };
    qdr_status status =
        qdr_range_check(path, ranges, sizeof ranges / sizeof *ranges, error);

    return status == QDR_OK ? check_levels(path, hardware, error) : status;
}

qdr_status qdr_hardware_load(const char *path, qdr_hardware **out_hardware,
                             qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, &hardware_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_hardware(path, data, error);
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
