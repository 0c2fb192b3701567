/* harness/slurm/sbatch.c -- see sbatch.h. */
#include "harness/slurm/sbatch.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "harness/slurm/copies.h"

/* --name=value, unless there is none. */
static void add_option(qdr_command *command, const char *name,
                       const char *value)
{
    if (value != NULL && value[0] != '\0')
        qdr_command_add(command, "--%s=%s", name, value);
}

void qdr_sbatch_allotments(const qdr_slurm *slurm,
                           qdr_allotment out[QDR_NUM_ALLOTMENTS])
{
    const qdr_allotment given[QDR_NUM_ALLOTMENTS] = {
        {"partition", "SBATCH_PARTITION", slurm->partition, false},
        {"account", "SBATCH_ACCOUNT", slurm->account, false},
        {"qos", "SBATCH_QOS", slurm->qos, false}};

    for (int i = 0; i < QDR_NUM_ALLOTMENTS; i++) {
        const char *value = getenv(given[i].variable);
        out[i] = given[i];
        if (given[i].value == NULL && value != NULL && value[0] != '\0') {
            out[i].value = value;
            out[i].is_inherited = true;
        }
    }
}

/* What all jobs have. They work in the folder, which is how they are known as
 * the sweep's. */
static void begin(qdr_request *request, const qdr_sweep *sweep,
                  const char *suffix, const char *after)
{
    qdr_command *command = &request->command;
    char *folder = realpath(sweep->folder, NULL);
    qdr_allotment allotments[QDR_NUM_ALLOTMENTS];
    uint64_t token = 0;

    /* Only numbers of requests to one folder must differ. */
    (void)!getrandom(&token, sizeof token, 0);
    snprintf(request->token, sizeof request->token, "quadrille-%016" PRIx64,
             token);
    qdr_command_add(command, "sbatch");
    qdr_command_add(command, "--parsable");
    qdr_command_add(command, "--job-name=%s%s", sweep->experiment->name,
                    suffix);
    add_option(command, "comment", request->token);
    add_option(command, "chdir", folder != NULL ? folder : sweep->folder);
    free(folder);
    qdr_command_add(command, "--time=%d",
                    sweep->machine->slurm->time_limit_minutes);
    if (after[0] != '\0')
        qdr_command_add(command, "--dependency=afterany:%s", after);
    qdr_sbatch_allotments(sweep->machine->slurm, allotments);
    for (int i = 0; i < QDR_NUM_ALLOTMENTS; i++)
        add_option(command, allotments[i].name, allotments[i].value);
    add_option(command, "reservation", sweep->machine->slurm->reservation);
}

void qdr_sbatch_array(qdr_request *request, const qdr_sweep *sweep, int nodes,
                      const char *list, const char *after, const char *digests)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    qdr_command *command = &request->command;

    begin(request, sweep, "", after);
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
    qdr_command_add(command, "--array=%s%%%d", list, slurm->array_limit);
    qdr_command_add(command, "--output=" QDR_LOG_FOLDER "/task-%%a.log");
    qdr_command_add(command, "program/job.sh");
    qdr_command_add(command, "%s", digests);
}

void qdr_sbatch_collector(qdr_request *request, const qdr_sweep *sweep,
                          const char *after, const char *digests)
{
    begin(request, sweep, "-collect", after);
    qdr_command_add(&request->command, "--ntasks=1");
    qdr_command_add(&request->command,
                    "--output=" QDR_LOG_FOLDER "/collect.log");
    qdr_command_add(&request->command, "program/collect.sh");
    qdr_command_add(&request->command, "%s", digests);
}

/* SLURM expands the one in names of logs, and takes the other out of them. */
static bool is_odd(const char *path)
{
    for (; *path != '\0'; path++)
        if ((unsigned char)*path < ' ' || *path == '\177' || *path == '%' ||
            *path == '\\')
            return true;
    return false;
}

qdr_status qdr_sbatch_check_folder(const qdr_sweep *sweep, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    char *there, *slash;
    bool is_bad = is_odd(sweep->folder);

    /* The last parts of the path may not exist yet. */
    snprintf(path, sizeof path, "%s", sweep->folder);
    while ((there = realpath(path, NULL)) == NULL &&
           (slash = strrchr(path, '/')) != NULL && slash != path)
        *slash = '\0';
    if (there == NULL)
        there = realpath(".", NULL);
    is_bad = is_bad || (there != NULL && is_odd(there));
    free(there);
    return is_bad ? qdr_fail(error, QDR_ERROR_INPUT,
                             "the results folder %.300s: SLURM would not find "
                             "it; accepted: a path without %%, \\ and control "
                             "characters",
                             sweep->folder)
                  : QDR_OK;
}
