/* harness/machine/machine_slurm.c -- the section `slurm` of a machine: how jobs
 * are requested. */
#include "harness/machine/machine_schema.h"

const cyaml_strval_t qdr_launcher_names[QDR_NUM_LAUNCHERS] = {
    {"mpirun", QDR_LAUNCHER_MPIRUN},
    {"srun", QDR_LAUNCHER_SRUN},
    {"hydra", QDR_LAUNCHER_HYDRA}};

static const cyaml_strval_t truths[] = {{"false", 0}, {"true", 1}};

const cyaml_schema_field_t qdr_slurm_fields[] = {
    OPTIONAL_STRING("slurm_conf", qdr_slurm, slurm_conf),
    OPTIONAL_STRING("partition", qdr_slurm, partition),
    OPTIONAL_STRING("account", qdr_slurm, account),
    OPTIONAL_STRING("qos", qdr_slurm, qos),
    OPTIONAL_STRING("constraint", qdr_slurm, constraint),
    OPTIONAL_STRING("memory", qdr_slurm, memory),
    OPTIONAL_STRING("reservation", qdr_slurm, reservation),
    OPTIONAL_STRING("gres", qdr_slurm, gres),
    OPTIONAL_STRING("hint", qdr_slurm, hint),
    OPTIONAL_WHOLE("cpus_per_task", qdr_slurm, cpus_per_task),
    OPTIONAL_LIST("launcher_options", qdr_slurm, launcher_options,
                  num_launcher_options, &qdr_text_schema, 0, QDR_MAX_LIST),
    NAME("exclusive", qdr_slurm, exclusive, truths, 2),
    WHOLE("nodes", qdr_slurm, nodes),
    WHOLE("tasks_per_node", qdr_slurm, tasks_per_node),
    NAME("launcher", qdr_slurm, launcher, qdr_launcher_names,
         QDR_NUM_LAUNCHERS),
    LIST("setup", qdr_slurm, setup, num_setup, &qdr_text_schema, 0,
         QDR_MAX_LIST),
    REAL("task_minutes", qdr_slurm, task_minutes),
    WHOLE("time_limit_minutes", qdr_slurm, time_limit_minutes),
    WHOLE("array_limit", qdr_slurm, array_limit),
    WHOLE("max_tasks", qdr_slurm, max_tasks),
    REAL("poll_s", qdr_slurm, poll_s),
    REAL("silent_s", qdr_slurm, silent_s),
    CYAML_FIELD_END};

qdr_status qdr_slurm_check(const qdr_machine *machine, qdr_error *error)
{
    const qdr_slurm *slurm = machine->slurm;
    const qdr_range ranges[] = {
        {"nodes", slurm->nodes, 0, true},
        {"tasks_per_node", slurm->tasks_per_node, 0, true},
        {"task_minutes", slurm->task_minutes, 0, true},
        {"time_limit_minutes", slurm->time_limit_minutes, 0, true},
        {"cpus_per_task", slurm->cpus_per_task, 0, false},
        {"array_limit", slurm->array_limit, 0, true},
        {"max_tasks", slurm->max_tasks, 0, true},
        {"poll_s", slurm->poll_s, 0, true},
        {"silent_s", slurm->silent_s, 0, true},
    };
    qdr_status status = qdr_range_check(machine->file, ranges,
                                        sizeof ranges / sizeof *ranges, error);

    /* More ranks than a job is given would be timed sharing cores. */
    if (status == QDR_OK &&
        machine->max_procs > (double)slurm->nodes * slurm->tasks_per_node)
        status = qdr_yaml_refuse(machine->file, "max_procs", error,
                                 "max_procs: %d; accepted: at most nodes x "
                                 "tasks_per_node, %d x %d",
                                 machine->max_procs, slurm->nodes,
                                 slurm->tasks_per_node);
    return status;
}
