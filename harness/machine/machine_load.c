/* harness/machine/machine_load.c -- see machine.h. */
#include "harness/machine/machine_schema.h"

static const cyaml_strval_t kinds[QDR_NUM_MACHINE_KINDS] = {
    {"local", QDR_MACHINE_LOCAL},
    {"simulated", QDR_MACHINE_SIMULATED},
    {"slurm", QDR_MACHINE_SLURM}};

static const cyaml_schema_field_t smpi_fields[] = {
    REAL("send_overhead_us", qdr_smpi, send_overhead_us),
    REAL("receive_overhead_us", qdr_smpi, receive_overhead_us),
    CYAML_FIELD_END};

static const cyaml_schema_field_t machine_fields[] = {
    NAME("kind", qdr_machine, kind, kinds, QDR_NUM_MACHINE_KINDS),
    STRING("title", qdr_machine, title),
    WHOLE("max_procs", qdr_machine, max_procs),
    OPTIONAL_NAME("launcher", qdr_machine, launcher, qdr_launcher_names,
                  QDR_NUM_LAUNCHERS),
    OPTIONAL_STRING("hardware", qdr_machine, hardware),
    OPTIONAL_STRING("software", qdr_machine, software),
    OPTIONAL_WHOLE("start_skew_ns", qdr_machine, start_skew_ns),
    OPTIONAL_SECTION("slurm", qdr_machine, slurm, qdr_slurm_fields),
    OPTIONAL_SECTION("network", qdr_machine, network, qdr_network_fields),
    OPTIONAL_SECTION("smpi", qdr_machine, smpi, smpi_fields),
    CYAML_FIELD_END};

static const cyaml_schema_value_t machine_schema = {
    CYAML_VALUE_MAPPING(CYAML_FLAG_POINTER, qdr_machine, machine_fields)};

static qdr_status check_smpi(const qdr_machine *machine, qdr_error *error)
{
    const qdr_smpi *smpi = machine->smpi;
    const qdr_range ranges[] = {
        {"send_overhead_us", smpi->send_overhead_us, 0, false},
        {"receive_overhead_us", smpi->receive_overhead_us, 0, false},
    };

    return qdr_range_check(machine->file, ranges,
                           sizeof ranges / sizeof *ranges, error);
}

/* SimGrid makes one instant of times that are closer than its
 * precision/timing; a rank's start must be clear of the next by twice that. */
enum { MIN_STEP_NS = 2, MAX_SKEW_NS = 1000000 };

static qdr_status check_skew(const qdr_machine *machine, qdr_error *error)
{
    int64_t skew_ns = machine->start_skew_ns;
    int64_t min_ns = (int64_t)MIN_STEP_NS * machine->max_procs;

    if (skew_ns == 0 || (machine->kind == QDR_MACHINE_SIMULATED &&
                         skew_ns >= min_ns && skew_ns <= MAX_SKEW_NS))
        return QDR_OK;
    return qdr_yaml_refuse(
        machine->file, "start_skew_ns", error,
        "start_skew_ns: %lld; accepted: 0 or, on a simulated machine of %d "
        "ranks, %lld to %d",
        (long long)skew_ns, machine->max_procs, (long long)min_ns, MAX_SKEW_NS);
}

static qdr_status check_machine(const qdr_machine *machine, qdr_error *error)
{
    const qdr_range size = {"max_procs", machine->max_procs, 0, true};
    bool simulated = machine->kind == QDR_MACHINE_SIMULATED;
    qdr_status status = QDR_OK;

    if (simulated != (machine->hardware != NULL) ||
        simulated != (machine->software != NULL) ||
        (!simulated && machine->smpi != NULL) ||
        (machine->kind == QDR_MACHINE_SLURM) != (machine->slurm != NULL))
        return qdr_yaml_refuse(
            machine->file, "kind", error,
            "kind: %s; accepted: hardware, software and optionally smpi with "
            "simulated; slurm with slurm; none of these keys with local",
            kinds[machine->kind].str);
    if (machine->launcher == QDR_LAUNCHER_SRUN ||
        (machine->kind != QDR_MACHINE_LOCAL && machine->launcher != 0))
        return qdr_yaml_refuse(
            machine->file, "launcher", error,
            "launcher: %s; accepted: mpirun or hydra, with kind local; a "
            "cluster's launcher is a key of slurm",
            qdr_launcher_names[machine->launcher].str);
    if (machine->slurm != NULL)
        status = qdr_slurm_check(machine, error);
    if (status == QDR_OK)
        status = qdr_range_check(machine->file, &size, 1, error);
    if (status == QDR_OK)
        status = check_skew(machine, error);
    if (status == QDR_OK && machine->network != NULL)
        status = qdr_machine_check_network(machine, error);
    if (status == QDR_OK && machine->smpi != NULL)
        status = check_smpi(machine, error);
    return status;
}

qdr_launcher qdr_machine_launcher(const qdr_machine *machine)
{
    return (qdr_launcher)(machine->slurm == NULL ? machine->launcher
                                                 : machine->slurm->launcher);
}

qdr_status qdr_machine_load(const char *path, const qdr_yaml_edits *edits,
                            qdr_machine **out_machine, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &machine_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    status = check_machine(data, error);
    if (status == QDR_OK)
        *out_machine = data;
    else
        qdr_machine_free(data);
    return status;
}

qdr_status qdr_machine_write(const qdr_machine *machine, FILE *to,
                             qdr_error *error)
{
    qdr_machine rest = *machine;
    char *no_lines[] = {NULL};
    qdr_slurm slurm;
    qdr_status status;

    rest.network = NULL;
    /* libcyaml reads an empty list as NULL, but does not write one so. */
    if (rest.slurm != NULL && rest.slurm->num_setup == 0) {
        slurm = *rest.slurm;
        slurm.setup = no_lines;
        rest.slurm = &slurm;
    }
    status = qdr_yaml_write(&machine_schema, &rest, to, error);
    return status == QDR_OK && machine->network != NULL
               ? qdr_network_write(machine->network, to, error)
               : status;
}

void qdr_machine_free(qdr_machine *machine)
{
    qdr_yaml_free(&machine_schema, machine);
}
