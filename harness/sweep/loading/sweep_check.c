/* harness/sweep/loading/sweep_check.c -- see sweep_check.h. */
#include "harness/sweep/loading/sweep_check.h"

#include <string.h>

#include "harness/machine/cores.h"
#include "harness/sweep/loading/traffic_check.h"
#include "kernels/mpi_library/library_selector.h"

/* Planning and sample of a cell of a simulated launch each begin with a whole
 * second of the clock's one binade; see ../simulator/clock_simulated.c. */
enum { MAX_SIMULATED_CELLS = 2000 };

/* A machine of the past has no MPI library whose collectives could be run, but
 * for the broadcast of its control network: what else that does takes its time
 * by elements, and a kernel's are bytes. SimGrid's own are run where SimGrid
 * charges all messages alike: the message layer would not see theirs. */
static bool can_run_library(const qdr_sweep *sweep, const qdr_kernel *kernel)
{
    return sweep->machine->smpi != NULL ||
           (sweep->has_control_network && kernel->collective == QDR_BCAST);
}

static qdr_status refuse_library_algorithms(const qdr_sweep *sweep,
                                            qdr_error *error)
{
    for (unsigned i = 0; i < sweep->experiment->num_algorithms; i++) {
        const qdr_kernel *kernel =
            qdr_kernel_at(sweep->experiment->algorithms[i]);
        if (kernel->calls != NULL && !can_run_library(sweep, kernel))
            return qdr_yaml_refuse(
                sweep->experiment->file, "algorithms", error,
                "algorithms: %s runs inside the MPI library, whose messages "
                "cost no time on this machine; accepted: machines with a "
                "section smpi, such as fat_tree_smpi; here all kinds except "
                "library%s",
                kernel->name,
                sweep->has_control_network ? " and mpi_bcast" : "");
        if (kernel->calls == NULL && !qdr_kernel_is_simulated(kernel))
            return qdr_yaml_refuse(
                sweep->experiment->file, "algorithms", error,
                "algorithms: %s uses %s that no simulated machine has; "
                "accepted on a simulated machine: algorithms that are neither "
                "of kind library or shared nor limited to real_mpi (see list)",
                kernel->name,
                kernel->kind == QDR_SHARED ? "shared memory"
                                           : "calls of the MPI library");
    }
    return QDR_OK;
}

/* Features that a simulated machine lacks, or has no room for. */
static qdr_status check_simulated(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;

    if (sweep->machine->kind != QDR_MACHINE_SIMULATED)
        return QDR_OK;
    if (e->cells_per_launch > MAX_SIMULATED_CELLS)
        return qdr_yaml_refuse(
            e->file, "cells_per_launch", error,
            "cells_per_launch: %lld; accepted on a simulated machine: 1 to %d",
            (long long)e->cells_per_launch, MAX_SIMULATED_CELLS);
    if (e->launches > 1 && sweep->machine->start_skew_ns == 0)
        return qdr_yaml_refuse(
            e->file, "launches", error,
            "launches: %d; accepted on a simulated machine without "
            "start_skew_ns: 1, because all launches are equal; use seeds",
            e->launches);
    if (e->num_processes > 0)
        return qdr_yaml_refuse(e->file, "processes", error,
                               "processes: not on a simulated machine, which "
                               "has no wall time; accepted: without this key");
    return refuse_library_algorithms(sweep, error);
}

/* A control network has nothing to choose, and of another library than Open
 * MPI we know no names; SimGrid's collectives have theirs. */
static qdr_status require_selector(const qdr_sweep *sweep,
                                   const qdr_kernel *kernel, const char *word,
                                   qdr_error *error)
{
    const bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;
    const bool has_choice =
        is_simulated
            ? sweep->machine->smpi != NULL
            : qdr_machine_launcher(sweep->machine) != QDR_LAUNCHER_HYDRA;

    if (has_choice)
        return qdr_selector_require(kernel, is_simulated, word, error);
    if (strcmp(word, kernel->parameters[0].default_value) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "selector: no choice for %s with %s: '%s'; accepted: %s",
                    kernel->name, is_simulated ? "a control network" : "hydra",
                    word, kernel->parameters[0].default_value);
}

/* An algorithm's values of `selector`, or its default. */
static qdr_status check_selectors_of(const qdr_sweep *sweep,
                                     const qdr_kernel *kernel, qdr_error *error)
{
    const qdr_factor *given = sweep->experiment->of_launch;
    unsigned count = given == NULL ? 1 : given->num_values;
    const qdr_yaml *file = sweep->experiment->file;

    for (unsigned i = 0; i < count; i++) {
        const char *word = given == NULL ? kernel->parameters[0].default_value
                                         : given->values[i];
        qdr_error reason = {""};
        if (require_selector(sweep, kernel, word, &reason) != QDR_OK)
            return qdr_yaml_refuse_at(
                file,
                given == NULL ? qdr_yaml_place_of(file, "algorithms")
                              : given->at,
                error, "%s", reason.text);
    }
    return QDR_OK;
}

/* Every algorithm that calls the MPI library has the machine's selectors. */
static qdr_status check_selectors(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    qdr_status status = QDR_OK;

    for (unsigned i = 0; i < e->num_algorithms && status == QDR_OK; i++) {
        const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[i]);
        if (kernel->calls != NULL)
            status = check_selectors_of(sweep, kernel, error);
    }
    return status;
}

/* A machine's limits, and the parts of a layout that it supports. */
static qdr_status require_at_most(const qdr_sweep *sweep, const char *key,
                                  int number, int max, qdr_error *error)
{

    if (number <= max)
        return QDR_OK;
    return qdr_yaml_refuse(sweep->experiment->file, key, error,
                           "%s: %d; accepted on %s: 1 to %d", key, number,
                           sweep->machine_name, max);
}

/* A rank that waits for its turn on a core cannot start at a given time. On a
 * cluster the allotment has a core for each. */
static qdr_status check_window(const qdr_sweep *sweep,
                               const qdr_process_layout *layout,
                               qdr_error *error)
{

    if (sweep->machine->kind != QDR_MACHINE_LOCAL ||
        sweep->experiment->measuring.start != QDR_START_WINDOW ||
        layout->procs <= qdr_num_processors())
        return QDR_OK;
    return qdr_yaml_refuse(
        sweep->experiment->file, "start", error,
        "start: window with %d processes on %d cores; accepted: at most one "
        "process per core, or start: barrier",
        layout->procs, qdr_num_processors());
}

/* What a machine has room for; a cluster that does not run may have any number
 * of nodes. */
typedef struct room {
    int nodes, tasks, procs;
} room;

static room room_of(const qdr_sweep *sweep)
{
    const qdr_machine *machine = sweep->machine;
    const qdr_slurm *slurm = machine->slurm;
    const qdr_links *links = sweep->links;
    const int max = machine->max_procs;

    if (slurm != NULL)
        return (room){slurm->nodes, slurm->tasks_per_node, max};
    if (links != NULL)
        return (room){links->nodes, links->ranks_per_node,
                      links->nodes * links->ranks_per_node};
    if (machine->kind == QDR_MACHINE_SIMULATED)
        return (room){max, 1, max};
    return (room){qdr_machine_cluster(machine) == NULL ? 1 : max, max, max};
}

static qdr_status check_layout(const qdr_sweep *sweep,
                               const qdr_process_layout *layout,
                               qdr_error *error)
{
    const room has = room_of(sweep);
    qdr_status status = QDR_OK;

    if (layout->nodes > 0)
        status =
            require_at_most(sweep, "nodes", layout->nodes, has.nodes, error);
    if (status == QDR_OK && layout->nodes > 0)
        status = require_at_most(sweep, "tasks_per_node",
                                 layout->tasks_per_node, has.tasks, error);
    if (status == QDR_OK)
        status = require_at_most(sweep, layout->nodes > 0 ? "nodes" : "procs",
                                 layout->procs, has.procs, error);
    return status == QDR_OK ? check_window(sweep, layout, error) : status;
}

/* A simulated machine has one rank a node, in order. */
static qdr_status check_layouts(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    const char *key = e->num_mappings > 0 ? "mappings" : "bindings";
    int num_layouts = qdr_experiment_num_layouts(e);
    qdr_status status = QDR_OK;

    if (sweep->machine->kind == QDR_MACHINE_SIMULATED &&
        e->num_mappings + e->num_bindings > 0)
        return qdr_yaml_refuse(sweep->experiment->file, key, error,
                               "%s: not on a simulated machine, which has one "
                               "rank per node; accepted: without this key",
                               key);
    for (int i = 0; i < num_layouts && status == QDR_OK; i++) {
        qdr_process_layout layout = qdr_experiment_layout(e, i);
        status = check_layout(sweep, &layout, error);
    }
    return status;
}

/* The end of a job would end a hanging launch, too, and the cell would not be
 * known. */
static qdr_status check_cap(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    double cap_s = sweep->experiment->launch_cap_s;

    if (slurm == NULL || cap_s < slurm->time_limit_minutes * 60)
        return QDR_OK;
    return qdr_yaml_refuse(
        sweep->experiment->file, "launch_cap_s", error,
        "launch_cap_s: %g; accepted on %s: less than %d, the "
        "time limit of its jobs",
        cap_s, sweep->machine_name, slurm->time_limit_minutes * 60);
}

/* Not every algorithm makes a schedule that a process could print. */
static qdr_status check_processes(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;

    if (e->num_processes > 0 && sweep->links != NULL &&
        sweep->links->rate_mbit_s > 0)
        return qdr_yaml_refuse(e->file, "processes", error,
                               "processes: not on links of a set rate, where "
                               "most of their time is the processor's; "
                               "accepted: without this key");
    for (unsigned i = 0; i < e->num_processes; i++)
        for (unsigned a = 0; a < e->num_algorithms; a++) {
            const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[a]);
            if (e->processes[i] == QDR_PROCESS_SCHEDULE &&
                !qdr_kernel_has_schedule(kernel))
                return qdr_yaml_refuse(
                    sweep->experiment->file, "processes", error,
                    "processes: schedule: %s has no schedule; accepted: direct "
                    "and combining algorithms",
                    kernel->name);
        }
    return QDR_OK;
}

qdr_status qdr_sweep_check(const qdr_sweep *sweep, qdr_error *error)
{
    static qdr_status (*const checks[])(const qdr_sweep *, qdr_error *) = {
        check_simulated, check_selectors, check_layouts,
        check_processes, check_cap,       qdr_traffic_check};
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof checks / sizeof *checks && status == QDR_OK;
         i++)
        status = checks[i](sweep, error);
    return status;
}
