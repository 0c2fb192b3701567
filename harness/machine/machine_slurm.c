/* harness/machine/machine_slurm.c -- the section `slurm` of a machine: how jobs
 * are requested. */
#include "harness/machine/machine_schema.h"

const qdr_yaml_name qdr_launcher_names[QDR_NUM_LAUNCHERS] = {
    {"mpirun", QDR_LAUNCHER_MPIRUN},
    {"srun", QDR_LAUNCHER_SRUN},
    {"hydra", QDR_LAUNCHER_HYDRA}};

static const qdr_yaml_name truths[] = {{"false", 0}, {"true", 1}};

const qdr_yaml_field qdr_slurm_fields[] = {
    {STRING("slurm_conf", qdr_slurm, slurm_conf), OPTIONAL},
    {STRING("partition", qdr_slurm, partition), OPTIONAL},
    {STRING("account", qdr_slurm, account), OPTIONAL},
    {STRING("qos", qdr_slurm, qos), OPTIONAL},
    {STRING("constraint", qdr_slurm, constraint), OPTIONAL},
    {STRING("memory", qdr_slurm, memory), OPTIONAL},
    {STRING("reservation", qdr_slurm, reservation), OPTIONAL},
    {STRING("gres", qdr_slurm, gres), OPTIONAL},
    {STRING("hint", qdr_slurm, hint), OPTIONAL},
    {WHOLE("cpus_per_task", qdr_slurm, cpus_per_task), OPTIONAL, FROM_0},
    {LIST("launcher_options", qdr_slurm, launcher_options, num_launcher_options,
          &qdr_text_schema, 0, QDR_MAX_LIST),
     OPTIONAL},
    {NAME("exclusive", qdr_slurm, exclusive, truths, 2)},
    {WHOLE("nodes", qdr_slurm, nodes), ABOVE_0},
    {WHOLE("tasks_per_node", qdr_slurm, tasks_per_node), ABOVE_0},
    {NAME("launcher", qdr_slurm, launcher, qdr_launcher_names,
          QDR_NUM_LAUNCHERS)},
    {LIST("setup", qdr_slurm, setup, num_setup, &qdr_text_schema, 0,
          QDR_MAX_LIST)},
    {REAL("task_minutes", qdr_slurm, task_minutes), ABOVE_0},
    {WHOLE("time_limit_minutes", qdr_slurm, time_limit_minutes), ABOVE_0},
    {WHOLE("array_limit", qdr_slurm, array_limit), ABOVE_0},
    {WHOLE("max_tasks", qdr_slurm, max_tasks), ABOVE_0},
    {REAL("poll_s", qdr_slurm, poll_s), ABOVE_0},
    {REAL("silent_s", qdr_slurm, silent_s), ABOVE_0},
    {0}};

qdr_status qdr_slurm_check(const qdr_machine *machine, qdr_error *error)
{
    const qdr_slurm *slurm = machine->slurm;

    /* More ranks than a job is given would be timed sharing cores. */
    if (machine->max_procs <= (double)slurm->nodes * slurm->tasks_per_node)
        return QDR_OK;
    return qdr_yaml_refuse(machine->file, "max_procs", error,
                           "max_procs: %d; accepted: at most nodes x "
                           "tasks_per_node, %d x %d",
                           machine->max_procs, slurm->nodes,
                           slurm->tasks_per_node);
}
