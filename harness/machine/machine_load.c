/* harness/machine/machine_load.c -- see machine.h. */
#include <stdlib.h>
#include <string.h>

#include "harness/machine/machine_schema.h"

static const qdr_yaml_name kinds[QDR_NUM_MACHINE_KINDS] = {
    {"local", QDR_MACHINE_LOCAL},
    {"simulated", QDR_MACHINE_SIMULATED},
    {"slurm", QDR_MACHINE_SLURM}};

static const qdr_yaml_field smpi_fields[] = {
    {REAL("send_overhead_us", qdr_smpi, send_overhead_us), FROM_0},
    {REAL("receive_overhead_us", qdr_smpi, receive_overhead_us), FROM_0},
    {0}};

static const qdr_yaml_field machine_fields[] = {
    {NAME("kind", qdr_machine, kind, kinds, QDR_NUM_MACHINE_KINDS)},
    {STRING("title", qdr_machine, title)},
    {WHOLE("max_procs", qdr_machine, max_procs), ABOVE_0},
    {NAME("launcher", qdr_machine, launcher, qdr_launcher_names,
          QDR_NUM_LAUNCHERS),
     OPTIONAL},
    {STRING("hardware", qdr_machine, hardware), OPTIONAL},
    {STRING("software", qdr_machine, software), OPTIONAL},
    {WHOLE("start_skew_ns", qdr_machine, start_skew_ns), OPTIONAL},
    {STRING("cluster", qdr_machine, cluster), OPTIONAL},
    {SECTION("slurm", qdr_machine, slurm, qdr_slurm_fields, qdr_slurm), POINTER,
     OPTIONAL},
    {SECTION("network", qdr_machine, network, qdr_network_fields, qdr_network),
     POINTER, OPTIONAL},
    {SECTION("smpi", qdr_machine, smpi, smpi_fields, qdr_smpi), POINTER,
     OPTIONAL},
    {0}};

static const qdr_yaml_field machine_schema =
    QDR_YAML_FILE(qdr_machine, machine_fields);

/* SimGrid makes one instant of times that are closer than its
 * precision/timing; a rank's start must be clear of the next by twice that. */
enum { MIN_INTERVAL_NS = 2, MAX_SKEW_NS = 1000000 };

static qdr_status check_skew(const qdr_machine *machine, qdr_error *error)
{
    int64_t skew_ns = machine->start_skew_ns;
    int64_t min_ns = (int64_t)MIN_INTERVAL_NS * machine->max_procs;

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
            kinds[machine->kind].text);
    if (machine->launcher == QDR_LAUNCHER_SRUN ||
        (machine->kind != QDR_MACHINE_LOCAL && machine->launcher != 0))
        return qdr_yaml_refuse(
            machine->file, "launcher", error,
            "launcher: %s; accepted: mpirun or hydra, with kind local; a "
            "cluster's launcher is a key of slurm",
            qdr_launcher_names[machine->launcher].text);
    if (simulated && machine->cluster != NULL)
        return qdr_yaml_refuse(machine->file, "cluster", error,
                               "cluster: not with kind simulated; accepted: "
                               "with local or slurm");
    if (machine->slurm != NULL)
        status = qdr_slurm_check(machine, error);
    if (status == QDR_OK)
        status = check_skew(machine, error);
    if (status == QDR_OK && machine->network != NULL)
        status = qdr_machine_check_network(machine, error);
    return status;
}

qdr_launcher qdr_machine_launcher(const qdr_machine *machine)
{
    return (qdr_launcher)(machine->slurm == NULL ? machine->launcher
                                                 : machine->slurm->launcher);
}

const char *qdr_machine_cluster(const qdr_machine *machine)
{
    const char *named = getenv("QUADRILLE_CLUSTER_DIR");

    return machine->cluster == NULL || named == NULL || named[0] == '\0'
               ? machine->cluster
               : named;
}

qdr_status qdr_machine_load(const char *path, const qdr_yaml_edits *edits,
                            qdr_machine **out_machine, qdr_error *error)
{
    void *data;
    qdr_status status =
        qdr_yaml_load(path, edits, &machine_schema, NULL, &data, error);

    if (status != QDR_OK)
        return status;
    qdr_machine_assume_network(data);
    status = check_machine(data, error);
    if (status == QDR_OK)
        *out_machine = data;
    else
        qdr_machine_free(data);
    return status;
}

char *qdr_machine_retitled(const qdr_machine *machine, const char *title)
{
    char quoted[1024] = "title='", *end = quoted + strlen(quoted);
    const char *const words[] = {quoted, "network=null"};
    qdr_yaml edited = *machine->file;

    for (; *title != '\0' && end < quoted + sizeof quoted - 3; title++) {
        if (*title == '\'')
            *end++ = '\'';
        *end++ = *title;
    }
    strcpy(end, "'");
    edited.edits = (qdr_yaml_edits){words, 2, 0};
    return qdr_yaml_text(&edited);
}

void qdr_machine_free(qdr_machine *machine)
{
    qdr_yaml_free(&machine_schema, machine);
}
