/* harness/slurm/scancel.c -- see scancel.h. */
#include "harness/slurm/scancel.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness/slurm/slurm_command.h"

/* No command line is too long for so many. */
enum { IDS_AT_ONCE = 1000 };

/* What it complains of is left in `reason`. */
static void run_scancel(const char *const *ids, int64_t count,
                        qdr_error *reason)
{
    for (int64_t begin = 0; begin < count; begin += IDS_AT_ONCE) {
        qdr_command command = {0};
        char *text = NULL;
        qdr_command_add(&command, "scancel");
        qdr_command_add(&command, "--quiet");
        for (int64_t i = begin; i < count && i < begin + IDS_AT_ONCE; i++)
            qdr_command_add(&command, "%s", ids[i]);
        (void)qdr_slurm_run(&command, &text, reason); /* squeue tells */
        free(text);
        qdr_command_cleanup(&command);
    }
}

static bool is_left(const qdr_jobs *jobs, const char *id)
{
    for (int64_t j = 0; j < jobs->count; j++)
        if (strcmp(jobs->at[j].id, id) == 0)
            return jobs->at[j].fate != QDR_FATE_OVER &&
                   jobs->at[j].fate != QDR_FATE_ENDS;
    return false;
}

/* Keeps the ids of jobs that are still there. */
static qdr_status keep_left(const qdr_sweep *sweep, const char **ids,
                            int64_t *count, qdr_error *error)
{
    qdr_jobs jobs = {0};
    qdr_status status = qdr_squeue(&jobs, sweep, error);
    int64_t num_left = 0;

    for (int64_t i = 0; status == QDR_OK && i < *count; i++)
        if (is_left(&jobs, ids[i]))
            ids[num_left++] = ids[i];
    *count = num_left;
    qdr_jobs_cleanup(&jobs);
    return status;
}

qdr_status qdr_scancel(const qdr_sweep *sweep, const qdr_queue *queue,
                       bool (*is_meant)(const qdr_job *job), qdr_error *error)
{
    const qdr_jobs *jobs = &queue->jobs;
    const char **ids = malloc(((size_t)jobs->count + 1) * sizeof *ids);
    int64_t count = 0;
    qdr_error reason = {"it says nothing"};
    qdr_status status =
        ids == NULL ? qdr_fail_memory(error, "a command") : QDR_OK;

    for (int64_t j = 0; status == QDR_OK && j < jobs->count; j++)
        if (is_meant(&jobs->at[j]))
            ids[count++] = jobs->at[j].id;
    for (int number = 1; status == QDR_OK && count > 0; number++) {
        if (number > 1)
            qdr_slurm_pause(number - 1);
        run_scancel(ids, count, &reason);
        status = keep_left(sweep, ids, &count, error);
        if (status == QDR_OK && count > 0 && number == QDR_SLURM_TRIES)
            status = qdr_fail(error, QDR_ERROR_SYSTEM,
                              "scancel leaves %" PRId64
                              " jobs, the first is %s: %.200s",
                              count, ids[0], reason.text);
    }
    free(ids);
    return status;
}
