/* harness/slurm/submit_tasks.c -- see submit_tasks.h. */
#include "harness/slurm/submit_tasks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/results/judge.h"
#include "harness/slurm/sbatch.h"
#include "harness/slurm/scancel.h"

typedef struct submission {
    const qdr_sweep *sweep;
    const qdr_tasks *tasks;
    const qdr_queue *queue;
    const qdr_job_digests *digests;
    qdr_judge judge;
    bool is_dry;
    char *after;     /* what the next job runs after */
    int64_t num_new; /* tasks so far */
    char collected[QDR_PATH_LENGTH + QDR_NAME_ROOM]; /* by the last job */
} submission;

/* Whether the task is dead, or never was, and one of its launches not valid. */
static bool has_work(const submission *s, int64_t t)
{
    if (s->queue->is_alive[t])
        return false;
    for (int64_t l = s->tasks->first[t]; l < s->tasks->first[t + 1]; l++) {
        qdr_judged judged = {0};
        qdr_error unused;
        bool is_valid =
            qdr_judge_launch(&s->judge, l, &judged, &unused) == QDR_OK &&
            judged.valid == judged.launch.num_cells;
        qdr_judged_cleanup(&judged);
        if (!is_valid)
            return true;
    }
    return false;
}

/* The indices of tasks of so many nodes as sbatch wants them, "0-3,7"; how
 * many. */
static int64_t list_tasks(const submission *s, int nodes, FILE *list)
{
    const qdr_tasks *tasks = s->tasks;
    int64_t num_listed = 0;

    for (int64_t t = 0; t < tasks->count; t++) {
        int64_t begin = t;
        while (t < tasks->count && tasks->nodes[t] == nodes && has_work(s, t))
            t++;
        if (t == begin)
            continue;
        fprintf(list, t - begin > 1 ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64,
                num_listed > 0 ? "," : "", begin, t - 1);
        num_listed += t - begin;
    }
    return num_listed;
}

/* If the job is refused, the arrays stay, and an error reports it. */
static qdr_status submit_collector(const submission *s, qdr_error *error)
{
    char job[QDR_JOB_LENGTH];
    qdr_request request = {0};
    qdr_error reason = {""};
    qdr_status status;

    qdr_sbatch_collector(&request, s->sweep, s->after, s->digests->collector);
    status = qdr_sbatch(s->sweep, &request, job, &reason);
    qdr_command_cleanup(&request.command);
    if (status != QDR_OK)
        return qdr_fail(
            error, status,
            "the tasks are submitted, but SLURM refused the collecting job: "
            "%.200s; `sweep resume` submits it, `sweep collect` does without",
            reason.text);
    printf("collected by job %s; %s\n", job, s->sweep->folder);
    return QDR_OK;
}

/* The tasks of so many nodes, or how they would be submitted. */
static qdr_status submit_array(submission *s, int nodes, int64_t num_tasks,
                               const char *list, qdr_error *error)
{
    char job[QDR_JOB_LENGTH] = "JOB";
    qdr_request request = {0};
    char *text, *after;
    qdr_status status = QDR_OK;

    qdr_sbatch_array(&request, s->sweep, nodes, list, s->after,
                     s->digests->tasks);
    text = qdr_command_text(&request.command);
    if (s->is_dry && text != NULL)
        printf("%s\n", text);
    if (!s->is_dry)
        status = qdr_sbatch(s->sweep, &request, job, error);
    free(text);
    qdr_command_cleanup(&request.command);
    if (status != QDR_OK)
        return status;
    if (!s->is_dry)
        printf("submitted %" PRId64 " tasks of %d %s as job %s\n", num_tasks,
               nodes, nodes == 1 ? "node" : "nodes", job);
    after = strdup(job);
    if (after == NULL)
        return qdr_fail_memory(error, "the number of a job");
    free(s->after);
    s->after = after;
    return QDR_OK;
}

/* A job that would collect before new tasks have run. */
static bool is_early(const qdr_job *job)
{
    return job->task < 0 &&
           (job->fate == QDR_FATE_AFTER || job->fate == QDR_FATE_WILL_RUN);
}

/* Before the first array: what was collected is not all there will be. */
static qdr_status discard_collected(const submission *s, qdr_error *error)
{
    if (s->is_dry || s->num_new > 0)
        return QDR_OK;
    unlink(s->collected);
    return qdr_scancel(s->sweep, s->queue, is_early, error);
}

static qdr_status submit_nodes(submission *s, int nodes, qdr_error *error)
{
    char *text = NULL;
    size_t length;
    FILE *list = open_memstream(&text, &length);
    int64_t count = list == NULL ? 0 : list_tasks(s, nodes, list);
    qdr_status status = QDR_OK;

    if (list == NULL || fclose(list) != 0)
        status = qdr_fail_memory(error, "the list of tasks");
    if (status == QDR_OK && count > 0)
        status = discard_collected(s, error);
    if (status == QDR_OK && count > 0)
        status = submit_array(s, nodes, count, text, error);
    s->num_new += count;
    free(text);
    return status;
}

/* Also of an earlier submission, which was refused or has died. */
static bool is_collector_missing(const submission *s)
{
    return s->num_new > 0 ||
           (!s->queue->is_collected &&
            (s->after[0] != '\0' || access(s->collected, F_OK) != 0));
}

qdr_status qdr_submit_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                            const qdr_queue *queue,
                            const qdr_job_digests *digests, bool is_dry,
                            qdr_error *error)
{
    submission s = {.sweep = sweep,
                    .tasks = tasks,
                    .queue = queue,
                    .digests = digests,
                    .is_dry = is_dry,
                    .after = qdr_queue_tasks_alive(queue)};
    qdr_status status = s.after == NULL
                            ? qdr_fail_memory(error, "the jobs of a sweep")
                            : qdr_judge_open(&s.judge, sweep->folder,
                                             sweep->experiment, false, error);

    snprintf(s.collected, sizeof s.collected, "%s/collected", sweep->folder);
    if (queue->counts[QDR_FATE_UNKNOWN] > 0)
        fprintf(stderr,
                "quadrille sweep: %" PRId64
                " jobs of unknown state are left alone (%s)\n",
                queue->counts[QDR_FATE_UNKNOWN], queue->unknown.text);
    for (int n = 1; n <= sweep->machine->slurm->nodes && status == QDR_OK; n++)
        status = submit_nodes(&s, n, error);
    if (status == QDR_OK && s.num_new == 0 && !is_dry)
        printf("nothing to submit: every launch is valid or running\n");
    if (status == QDR_OK && !is_dry && is_collector_missing(&s))
        status = submit_collector(&s, error);
    qdr_judge_close(&s.judge);
    free(s.after);
    return status;
}
