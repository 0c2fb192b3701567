/* harness/slurm/sbatch.c -- see sbatch.h. */
#include "harness/slurm/sbatch.h"

#include <stdlib.h>

/* --name=value, unless there is none. */
static void add_option(qdr_command *command, const char *name,
                       const char *value)
{
    if (value != NULL)
        qdr_command_add(command, "--%s=%s", name, value);
}

/* Jobs work in the folder, which is how they are known as the sweep's. */
static void add_folder(qdr_command *command, const qdr_sweep *sweep)
{
    char *folder = realpath(sweep->folder, NULL);

    add_option(command, "chdir", folder != NULL ? folder : sweep->folder);
    free(folder);
}

/* The account of both jobs. */
static void add_allotment(qdr_command *command, const qdr_slurm *slurm)
{
    add_option(command, "partition", slurm->partition);
    add_option(command, "account", slurm->account);
    add_option(command, "qos", slurm->qos);
    add_option(command, "reservation", slurm->reservation);
}

void qdr_command_sbatch_array(qdr_command *command, const qdr_sweep *sweep,
                              int nodes, const char *list, const char *after)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    qdr_command_add(command, "sbatch");
    qdr_command_add(command, "--parsable");
    add_option(command, "job-name", sweep->experiment->name);
    add_folder(command, sweep);
    add_allotment(command, slurm);
    add_option(command, "constraint", slurm->constraint);
    add_option(command, "mem", slurm->memory);
    add_option(command, "gres", slurm->gres);
    add_option(command, "hint", slurm->hint);
    if (slurm->cpus_per_task > 0)
        qdr_command_add(command, "--cpus-per-task=%d", slurm->cpus_per_task);
    if (slurm->exclusive)
        qdr_command_add(command, "--exclusive");
    qdr_command_add(command, "--nodes=%d", nodes);
    qdr_command_add(command, "--ntasks-per-node=%d", slurm->tasks_per_node);
    qdr_command_add(command, "--time=%d", slurm->time_limit_minutes);
    qdr_command_add(command, "--array=%s%%%d", list, slurm->array_limit);
    if (after != NULL)
        qdr_command_add(command, "--dependency=afterany:%s", after);
    qdr_command_add(command, "--output=task-%%a.log");
    qdr_command_add(command, "program/job.sh");
}

void qdr_command_sbatch_collector(qdr_command *command, const qdr_sweep *sweep,
                                  const char *array)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    qdr_command_add(command, "sbatch");
    qdr_command_add(command, "--parsable");
    qdr_command_add(command, "--dependency=afterany:%s", array);
    qdr_command_add(command, "--job-name=%s-collect", sweep->experiment->name);
    add_folder(command, sweep);
    add_allotment(command, slurm);
    qdr_command_add(command, "--ntasks=1");
    qdr_command_add(command, "--time=%d", slurm->time_limit_minutes);
    qdr_command_add(command, "--output=collect.log");
    qdr_command_add(command, "program/collect.sh");
}
