/* harness/machine/machine.c -- see machine.h. */
#include "harness/machine/machine.h"

#include "harness/files/yaml.h"

/* At most 4 fitted scalars, each on at most 4 named cells. */
enum { MAX_FITTED = 4, MAX_LIST = 64 };

#define STRING(key, type, member)                                              \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER, type, member, 1,           \
                           CYAML_UNLIMITED)
#define OPTIONAL_STRING(key, type, member)                                     \
    CYAML_FIELD_STRING_PTR(key, CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,      \
                           type, member, 1, CYAML_UNLIMITED)
#define REAL(key, type, member)                                                \
    CYAML_FIELD_FLOAT(key, CYAML_FLAG_STRICT, type, member)
#define WHOLE(key, type, member)                                               \
    CYAML_FIELD_INT(key, CYAML_FLAG_STRICT, type, member)
#define LIST(key, type, member, count, entry, least, most)                     \
    CYAML_FIELD_SEQUENCE_COUNT(key, CYAML_FLAG_POINTER, type, member, count,   \
                               entry, least, most)

static const cyaml_schema_value_t text = {
    CYAML_VALUE_STRING(CYAML_FLAG_POINTER, char, 1, CYAML_UNLIMITED)};

static const cyaml_schema_field_t declaration_fields[] = {
    STRING("key", qdr_declaration, key),
    STRING("source", qdr_declaration, source),
    LIST("cells", qdr_declaration, cells, num_cells, &text, 0, MAX_FITTED),
    CYAML_FIELD_END};

static const cyaml_schema_value_t declaration = {CYAML_VALUE_MAPPING(
    CYAML_FLAG_DEFAULT, qdr_declaration, declaration_fields)};

/* What hardware and software declare alike. */
#define DECLARATIONS(type)                                                     \
    LIST("inputs", type, inputs, num_inputs, &declaration, 0, MAX_LIST),       \
        LIST("fitted", type, fitted, num_fitted, &declaration, 0, MAX_FITTED), \
        LIST("structure", type, structure, num_structure, &text, 0, MAX_LIST)

static const cyaml_strval_t kinds[QDR_NUM_MACHINE_KINDS] = {
    {"local", QDR_MACHINE_LOCAL},
    {"simulated", QDR_MACHINE_SIMULATED},
    {"slurm", QDR_MACHINE_SLURM}};

static const cyaml_strval_t job_launchers[QDR_NUM_JOB_LAUNCHERS] = {
    {"mpirun", QDR_LAUNCHER_MPIRUN}, {"srun", QDR_LAUNCHER_SRUN}};

static const cyaml_strval_t truths[] = {{"false", 0}, {"true", 1}};

static const cyaml_schema_field_t slurm_fields[] = {
    OPTIONAL_STRING("slurm_conf", qdr_slurm, slurm_conf),
    OPTIONAL_STRING("partition", qdr_slurm, partition),
    OPTIONAL_STRING("account", qdr_slurm, account),
    OPTIONAL_STRING("qos", qdr_slurm, qos),
    OPTIONAL_STRING("constraint", qdr_slurm, constraint),
    OPTIONAL_STRING("memory", qdr_slurm, memory),
    CYAML_FIELD_ENUM("exclusive", CYAML_FLAG_STRICT, qdr_slurm, exclusive,
                     truths, 2),
    WHOLE("nodes", qdr_slurm, nodes),
    WHOLE("tasks_per_node", qdr_slurm, tasks_per_node),
    CYAML_FIELD_ENUM("launcher", CYAML_FLAG_STRICT, qdr_slurm, launcher,
                     job_launchers, QDR_NUM_JOB_LAUNCHERS),
    LIST("setup", qdr_slurm, setup, num_setup, &text, 0, MAX_LIST),
    REAL("task_minutes", qdr_slurm, task_minutes),
    WHOLE("time_limit_minutes", qdr_slurm, time_limit_minutes),
    WHOLE("array_limit", qdr_slurm, array_limit),
    WHOLE("max_tasks", qdr_slurm, max_tasks),
    REAL("poll_s", qdr_slurm, poll_s),
    CYAML_FIELD_END};

static const cyaml_schema_field_t machine_fields[] = {
    CYAML_FIELD_ENUM("kind", CYAML_FLAG_STRICT, qdr_machine, kind, kinds,
                     QDR_NUM_MACHINE_KINDS),
    STRING("title", qdr_machine, title),
    WHOLE("max_procs", qdr_machine, max_procs),
    OPTIONAL_STRING("hardware", qdr_machine, hardware),
    OPTIONAL_STRING("software", qdr_machine, software),
    CYAML_FIELD_MAPPING_PTR("slurm", CYAML_FLAG_POINTER | CYAML_FLAG_OPTIONAL,
                            qdr_machine, slurm, slurm_fields),
    CYAML_FIELD_END};

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

static const cyaml_schema_field_t software_fields[] = {
    REAL("send_overhead_us", qdr_software, send_overhead_us),
    REAL("receive_overhead_us", qdr_software, receive_overhead_us),
    REAL("active_send_us", qdr_software, active_send_us),
    REAL("active_receive_us", qdr_software, active_receive_us),
    DECLARATIONS(qdr_software),
    CYAML_FIELD_END};

static const cyaml_schema_value_t machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_machine, machine_fields)};
static const cyaml_schema_value_t hardware_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_hardware, hardware_fields)};
static const cyaml_schema_value_t software_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_software, software_fields)};

/* Fails, naming the line of `key`, unless `number` is positive. */
static qdr_status require_positive(const char *path, const char *key,
                                   double number, qdr_error *error)
{
    if (number > 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s:%u: %s: %g; accepted: numbers above 0", path,
                    qdr_yaml_line(path, key), key, number);
}

static qdr_status check_slurm(const char *path, const qdr_machine *machine,
                              qdr_error *error)
{
    const qdr_slurm *slurm = machine->slurm;
    const struct {
        const char *key;
        double number;
    } numbers[] = {
        {"nodes", slurm->nodes},
        {"tasks_per_node", slurm->tasks_per_node},
        {"task_minutes", slurm->task_minutes},
        {"time_limit_minutes", slurm->time_limit_minutes},
        {"array_limit", slurm->array_limit},
        {"max_tasks", slurm->max_tasks},
        {"poll_s", slurm->poll_s},
    };
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers && status == QDR_OK;
         i++)
        status =
            require_positive(path, numbers[i].key, numbers[i].number, error);
    /* More ranks than a job is given would be timed sharing cores. */
    if (status == QDR_OK &&
        machine->max_procs > (double)slurm->nodes * slurm->tasks_per_node)
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "%s:%u: max_procs: %d; accepted: at most nodes x "
                     "tasks_per_node, %d x %d",
                     path, qdr_yaml_line(path, "max_procs"), machine->max_procs,
                     slurm->nodes, slurm->tasks_per_node);
    return status;
}

static qdr_status check_machine(const char *path, const qdr_machine *machine,
                                qdr_error *error)
{
    bool simulated = machine->kind == QDR_MACHINE_SIMULATED;
    qdr_status status = QDR_OK;

    if (simulated != (machine->hardware != NULL) ||
        simulated != (machine->software != NULL) ||
        (machine->kind == QDR_MACHINE_SLURM) != (machine->slurm != NULL))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s:%u: kind is %s; accepted: hardware and software "
                        "with simulated, slurm with slurm, none of them with "
                        "local",
                        path, qdr_yaml_line(path, "kind"),
                        kinds[machine->kind].str);
    if (machine->slurm != NULL)
        status = check_slurm(path, machine, error);
    return status == QDR_OK
               ? require_positive(path, "max_procs", machine->max_procs, error)
               : status;
}

static qdr_status check_hardware(const char *path, const qdr_hardware *hardware,
                                 qdr_error *error)
{
    unsigned line = qdr_yaml_line(path, "levels");
    qdr_status status = require_positive(path, "node_bandwidth_mb_s",
                                         hardware->node_bandwidth_mb_s, error);

    if (status == QDR_OK)
        status = require_positive(path, "packet_bytes", hardware->packet_bytes,
                                  error);
    if (status == QDR_OK)
        status = require_positive(path, "packet_data_bytes",
                                  hardware->packet_data_bytes, error);
    for (unsigned l = 0; l < hardware->num_levels && status == QDR_OK; l++) {
        const qdr_tree_level *at = &hardware->levels[l];
        if (at->bandwidth_per_node_mb_s <= 0 || at->nodes < 1 ||
            (l > 0 && at->nodes % at[-1].nodes != 0))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "%s:%u: level %u has %d nodes at %g MB/s; "
                              "accepted: multiples of the level before, above "
                              "0 MB/s",
                              path, line, l + 1, at->nodes,
                              at->bandwidth_per_node_mb_s);
    }
    return status;
}

static qdr_status check_software(const char *path, const qdr_software *software,
                                 qdr_error *error)
{
    if (software->send_overhead_us >= 0 && software->receive_overhead_us >= 0 &&
        software->active_send_us >= 0 && software->active_receive_us >= 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s:%u: an overhead is negative; accepted: 0 or more", path,
                    qdr_yaml_line(path, "send_overhead_us"));
}

qdr_status qdr_machine_load(const char *path, qdr_machine **out_machine,
                            qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, &machine_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_machine(path, data, error);
    if (status == QDR_OK)
        *out_machine = data;
    else
        qdr_machine_free(data);
    return status;
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

qdr_status qdr_software_load(const char *path, qdr_software **out_software,
                             qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, &software_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_software(path, data, error);
    if (status == QDR_OK)
        *out_software = data;
    else
        qdr_software_free(data);
    return status;
}

void qdr_machine_free(qdr_machine *machine)
{
    qdr_yaml_free(&machine_schema, machine);
}

void qdr_hardware_free(qdr_hardware *hardware)
{
    qdr_yaml_free(&hardware_schema, hardware);
}

void qdr_software_free(qdr_software *software)
{
    qdr_yaml_free(&software_schema, software);
}
