/* harness/slurm/squeue.c -- see squeue.h. */
#define _GNU_SOURCE /* of FNM_EXTMATCH */
#include "harness/slurm/squeue.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/slurm/slurm_command.h"
#include "harness/sweep/progress/progress.h"

enum { SLOW_S = 10 };

/* A record of squeue is `begins`, six fields, `ends`; the first has their
 * titles. So an answer without it, one that is cut, and lines of others before
 * it are known as such, and comments and paths of other jobs may hold
 * anything. */
static const char format[] = "quadrille:%i|%K|%T|%r|%Z|%k:end";
static const char titles[] = "quadrille:JOBID|";
static const char begins[] = "quadrille:";
static const char ends[] = ":end\n";

/* The words are those of the manual page of squeue and of SLURM 20.11 to
 * 25.05. Patterns of bash; the first row that matches counts. A reason NULL is
 * any. */
static const struct {
    const char *state, *reason;
    qdr_fate fate;
} fates[] = {
    {"@(BOOT_FAIL|CANCELLED|COMPLETED|DEADLINE|FAILED|LAUNCH_FAILED|NODE_FAIL|"
     "OUT_OF_MEMORY|PREEMPTED|REVOKED|TIMEOUT)",
     NULL, QDR_FATE_OVER},
    {"COMPLETING", NULL, QDR_FATE_ENDS},
    {"@(CONFIGURING|POWER_UP_NODE|RESIZING|RUNNING|SIGNALING|STAGE_OUT|STOPPED|"
     "SUSPENDED)",
     NULL, QDR_FATE_RUNS},
    {"@(REQUEUED|REQUEUE_FED)", NULL, QDR_FATE_WILL_RUN},
    {"@(REQUEUE_HOLD|RESV_DEL_HOLD|SPECIAL_EXIT)", NULL, QDR_FATE_NEVER},
    {"PENDING", "JobArrayTaskLimit", QDR_FATE_BEHIND},
    {"PENDING", "Dependency", QDR_FATE_AFTER},
    /* Until somebody releases it, or changes a limit. The words of a held job
     * are JobHeldUser, JobHoldMaxRequeue, "launch failed requeued held" ... */
    {"PENDING",
     "@(*[Hh][eo]ld*|*NeverSatisfied|*NotAllowed|*PerJob*|*PerNode*|"
     "BadConstraints|DeadLine|Invalid*|MaxMemPerLimit|PartitionInactive|"
     "Partition*Limit|QOSMin*|Reservation*eleted)",
     QDR_FATE_NEVER},
    {"PENDING",
     "@(|?null?|Assoc*|BeginTime|BurstBuffer*|Cleaning|FrontEndDown|"
     "InactiveLimit|JobLaunchFailure|Licenses|Max*PerAccount|NodeDown|"
     "Nodes required for job*|NonZeroExitCode|None|PartitionConfig|"
     "PartitionDown|Power*|Priority|Prolog|QOS*|RaisedSignal*|"
     "ReqNodeNotAvail*|Reservation|Resources|SchedDefer|SystemFailure|"
     "TimeLimit|WaitingForScheduling)",
     QDR_FATE_WILL_RUN},
};

/* What becomes of a job, by its state (%T) and its reason (%r). */
static qdr_fate fate_of(const char *state, const char *reason)
{
    for (size_t i = 0; i < sizeof fates / sizeof *fates; i++)
        if (fnmatch(fates[i].state, state, FNM_EXTMATCH) == 0 &&
            (fates[i].reason == NULL ||
             fnmatch(fates[i].reason, reason, FNM_EXTMATCH) == 0))
            return fates[i].fate;
    return QDR_FATE_UNKNOWN;
}

/* The text up to the next bar, after which *rest is; NULL: there is none. */
static char *next_field(char **rest)
{
    return strchr(*rest, '|') == NULL ? NULL : strsep(rest, "|");
}

/* A job of `folder` is added. False: the fields are not those requested. A
 * compact array has indices as 0-3. */
static bool take_fields(qdr_jobs *jobs, const char *folder, char *fields)
{
    char *id = next_field(&fields);
    char *index = id == NULL ? NULL : next_field(&fields);
    char *state = index == NULL ? NULL : next_field(&fields);
    char *reason = state == NULL ? NULL : next_field(&fields);
    size_t length = folder == NULL ? 0 : strlen(folder);
    char *end;
    qdr_job job = {.id = id, .task = -1, .state = state, .reason = reason};

    if (reason == NULL || !isdigit((unsigned char)id[0]) || state[0] == '\0' ||
        strchr(fields, '|') == NULL)
        return false;
    if (folder == NULL || strncmp(fields, folder, length) != 0 ||
        fields[length] != '|')
        return true;
    if (strcmp(index, "N/A") != 0) {
        job.task = strtoll(index, &end, 10);
        if (!isdigit((unsigned char)index[0]) || *end != '\0')
            return false;
    }
    job.token = fields + length + 1;
    job.fate = fate_of(state, reason);
    jobs->at[jobs->count++] = job;
    return true;
}

static qdr_status fail_odd(const char *at, qdr_error *error)
{
    if (*at == '\0')
        return qdr_fail(error, QDR_ERROR_SYSTEM, "its answer is empty");
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "its answer is not understood: '%.60s'", at);
}

/* All records of the answer. */
static qdr_status take_records(qdr_jobs *jobs, const char *folder,
                               qdr_error *error)
{
    char *record = strstr(jobs->text, titles), *end;
    int64_t capacity = 1;

    if (record == NULL)
        return fail_odd(jobs->text, error);
    for (const char *c = record; *c != '\0'; c++)
        capacity += *c == '\n';
    jobs->at = malloc((size_t)capacity * sizeof *jobs->at);
    if (jobs->at == NULL)
        return qdr_fail_memory(error, "the jobs of a sweep");
    for (bool is_first = true; *record != '\0'; is_first = false) {
        end = strstr(record, ends);
        if (end == NULL || strncmp(record, begins, strlen(begins)) != 0)
            return fail_odd(record, error);
        *end = '\0';
        if (!is_first && !take_fields(jobs, folder, record + strlen(begins)))
            return fail_odd(record, error);
        record = end + strlen(ends);
    }
    return QDR_OK;
}

static qdr_status request(qdr_jobs *jobs, const char *folder, qdr_error *error)
{
    qdr_command command = {.when_slow = "quadrille sweep: squeue does not "
                                        "answer yet\n"};
    qdr_jobs made = {0};
    qdr_status status;

    qdr_command_add(&command, "squeue");
    qdr_command_add(&command, "--me");
    qdr_command_add(&command, "--all");
    qdr_command_add(&command, "--array");
    qdr_command_add(&command, "--states=all");
    qdr_command_add(&command, "--sort=i");
    qdr_command_add(&command, "--format=%s", format);
    status = qdr_slurm_run(&command, &made.text, error);
    if (status == QDR_OK)
        status = take_records(&made, folder, error);
    qdr_command_cleanup(&command);
    if (status == QDR_OK)
        *jobs = made;
    else
        qdr_jobs_cleanup(&made);
    return status;
}

/* A controller that is busy, or is being started again, may fail once; one that
 * let us wait is not there. */
qdr_status qdr_squeue(qdr_jobs *jobs, const qdr_sweep *sweep, qdr_error *error)
{
    qdr_status status = qdr_slurm_find(sweep, error);
    /* As sbatch got it; missing before the first submission. */
    char *folder = status == QDR_OK ? realpath(sweep->folder, NULL) : NULL;
    qdr_error reason;

    for (int number = 1; status == QDR_OK; number++) {
        double start_s = qdr_progress_now_s();
        if (request(jobs, folder, &reason) == QDR_OK)
            break;
        if (number == QDR_SLURM_TRIES ||
            qdr_progress_now_s() > start_s + SLOW_S)
            status = qdr_fail(error, QDR_ERROR_SYSTEM,
                              "squeue failed, so the jobs are not known: %s",
                              reason.text);
        else
            qdr_slurm_pause(number);
    }
    free(folder);
    return status;
}

void qdr_jobs_cleanup(qdr_jobs *jobs)
{
    free(jobs->at);
    free(jobs->text);
    *jobs = (qdr_jobs){0};
}
