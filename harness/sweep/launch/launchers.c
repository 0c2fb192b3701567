/* harness/sweep/launch/launchers.c -- the command lines that start the ranks of
 * a launch: one function per launcher. See launch_command.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/machine/cores.h"
#include "harness/sweep/launch/launch_command.h"

/* One word a line; # begins a comment. */
static void add_lines(qdr_command *made, const char *path)
{
    char *line = NULL;
    size_t capacity = 0;
    FILE *file = fopen(path, "r");

    while (file != NULL && getline(&line, &capacity, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0] != '\0')
            qdr_command_add(made, "%s", line);
    }
    free(line);
    if (file != NULL)
        fclose(file);
}

static void add_simgrid_options(qdr_command *made)
{
    char path[QDR_PATH_LENGTH];

    snprintf(path, sizeof path, "%s/simgrid_options.txt", qdr_built_folder());
    add_lines(made, path);
}

/* From messages of 0 bytes on: seconds a message, and none a byte. */
static void add_smpi_overheads(qdr_command *made, const qdr_smpi *smpi)
{
    const struct {
        const char *option;
        double overhead_us;
    } rows[] = {{"os", smpi->send_overhead_us},
                {"ois", smpi->send_overhead_us},
                {"or", smpi->receive_overhead_us}};

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        qdr_command_add(made, "--cfg=smpi/%s:0:%.9g:0", rows[i].option,
                        rows[i].overhead_us * 1e-6);
}

/* Open MPI's words for mappings and bindings; NULL: its own default. */
static const char *const ranked_by[QDR_NUM_MAPPINGS] = {
    [QDR_MAPPING_BLOCK] = "slot", [QDR_MAPPING_CYCLIC] = "node"};
static const char *const bound_to[QDR_NUM_BINDINGS] = {
    [QDR_BINDING_NONE] = "none",
    [QDR_BINDING_CORE] = "core:overload-allowed",
    [QDR_BINDING_SOCKET] = "socket:overload-allowed"};

/* Lines NAME=VALUE, with which mpirun starts ranks on the nodes of a cluster on
 * this machine. */
static void add_cluster(qdr_command *made, const char *folder)
{
    char path[QDR_PATH_LENGTH];

    snprintf(path, sizeof path, "%s/" QDR_CLUSTER_ENVIRONMENT, folder);
    qdr_command_add(made, "env");
    add_lines(made, path);
}

static void add_mpirun(qdr_command *made, const qdr_sweep *sweep,
                       const qdr_process_layout *layout)
{
    qdr_command_add(made, "mpirun");
    /* A job has been given a place for each rank, and nodes have slots. */
    if (sweep->machine->kind == QDR_MACHINE_LOCAL && sweep->links == NULL &&
        layout->procs > qdr_num_cores())
        qdr_command_add(made, "--oversubscribe");
    qdr_command_add(made, "-np");
    qdr_command_add(made, "%d", layout->procs);
    if (layout->nodes > 0) {
        qdr_command_add(made, "--map-by");
        qdr_command_add(made, "ppr:%d:node", layout->tasks_per_node);
    } else if (layout->mapping != QDR_MAPPING_DEFAULT) {
        qdr_command_add(made, "--map-by");
        qdr_command_add(made, "%s", ranked_by[layout->mapping]);
    }
    if (layout->mapping != QDR_MAPPING_DEFAULT) {
        qdr_command_add(made, "--rank-by");
        qdr_command_add(made, "%s", ranked_by[layout->mapping]);
    }
    if (layout->binding != QDR_BINDING_DEFAULT) {
        qdr_command_add(made, "--bind-to");
        qdr_command_add(made, "%s", bound_to[layout->binding]);
    }
}

static void add_srun(qdr_command *made, const qdr_sweep *sweep,
                     const qdr_process_layout *layout)
{
    static const char *const bound_to_srun[QDR_NUM_BINDINGS] = {
        [QDR_BINDING_NONE] = "none",
        [QDR_BINDING_CORE] = "cores",
        [QDR_BINDING_SOCKET] = "sockets"};

    (void)sweep;
    qdr_command_add(made, "srun");
    qdr_command_add(made, "--mpi=pmix");
    qdr_command_add(made, "--overlap");
    qdr_command_add(made, "--ntasks=%d", layout->procs);
    if (layout->nodes > 0) {
        qdr_command_add(made, "--nodes=%d", layout->nodes);
        qdr_command_add(made, "--ntasks-per-node=%d", layout->tasks_per_node);
    }
    if (layout->mapping != QDR_MAPPING_DEFAULT)
        qdr_command_add(made, "--distribution=%s",
                        qdr_mapping_string(layout->mapping));
    if (layout->binding != QDR_BINDING_DEFAULT)
        qdr_command_add(made, "--cpu-bind=%s", bound_to_srun[layout->binding]);
}

/* MPICH's launcher distributes ranks to hosts in portions: a portion of one is
 * cyclic. Within a job it finds the hosts by itself. */
static void add_hydra(qdr_command *made, const qdr_sweep *sweep,
                      const qdr_process_layout *layout)
{
    static const char *const bound_by_hydra[QDR_NUM_BINDINGS] = {
        [QDR_BINDING_NONE] = "none",
        [QDR_BINDING_CORE] = "core",
        [QDR_BINDING_SOCKET] = "socket"};
    const bool is_cyclic = layout->mapping == QDR_MAPPING_CYCLIC;

    (void)sweep;
    qdr_command_add(made, "mpiexec.hydra");
    qdr_command_add(made, "-n");
    qdr_command_add(made, "%d", layout->procs);
    if (layout->nodes > 0 || is_cyclic) {
        qdr_command_add(made, "-ppn");
        qdr_command_add(made, "%d", is_cyclic ? 1 : layout->tasks_per_node);
    }
    if (layout->binding != QDR_BINDING_DEFAULT) {
        qdr_command_add(made, "-bind-to");
        qdr_command_add(made, "%s", bound_by_hydra[layout->binding]);
    }
}

static void add_simulator(qdr_command *made, const qdr_sweep *sweep,
                          const qdr_process_layout *layout)
{
    qdr_command_add(made, "smpirun");
    qdr_command_add(made, "-np");
    qdr_command_add(made, "%d", layout->procs);
    qdr_command_add(made, "-platform");
    qdr_command_add(made, "./%s/platform.so", qdr_programs_link);
    add_simgrid_options(made);
    if (sweep->machine->smpi != NULL)
        add_smpi_overheads(made, sweep->machine->smpi);
}

/* The machine's own words come last, so that they override. srun does not take
 * over from sbatch how many processors a task has. */
static void add_slurm_options(qdr_command *made, const qdr_slurm *slurm)
{
    if (slurm->launcher == QDR_LAUNCHER_SRUN && slurm->cpus_per_task > 0)
        qdr_command_add(made, "--cpus-per-task=%d", slurm->cpus_per_task);
    for (unsigned i = 0; i < slurm->num_launcher_options; i++)
        qdr_command_add(made, "%s", slurm->launcher_options[i]);
}

/* Each finds the allocation of a job by itself. */
static const struct {
    const char *program;
    void (*add)(qdr_command *, const qdr_sweep *, const qdr_process_layout *);
} launchers[QDR_NUM_LAUNCHERS] = {
    [QDR_LAUNCHER_MPIRUN] = {"mpirun", add_mpirun},
    [QDR_LAUNCHER_SRUN] = {"srun", add_srun},
    [QDR_LAUNCHER_HYDRA] = {"mpiexec.hydra", add_hydra}};

const char *qdr_launch_program(const qdr_sweep *sweep)
{
    return sweep->machine->kind == QDR_MACHINE_SIMULATED
               ? "smpirun"
               : launchers[qdr_machine_launcher(sweep->machine)].program;
}

void qdr_launch_command_add_ranks(qdr_command *made, const qdr_sweep *sweep,
                                  const qdr_process_layout *layout)
{
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED) {
        add_simulator(made, sweep, layout);
        return;
    }
    if (sweep->machine->kind == QDR_MACHINE_LOCAL &&
        qdr_machine_cluster(sweep->machine) != NULL)
        add_cluster(made, qdr_machine_cluster(sweep->machine));
    launchers[qdr_machine_launcher(sweep->machine)].add(made, sweep, layout);
    if (sweep->machine->slurm != NULL)
        add_slurm_options(made, sweep->machine->slurm);
}
