/* harness/slurm/queue.c -- see queue.h. */
#include "harness/slurm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "harness/sweep/progress/heartbeat.h"

static bool waits(qdr_fate fate)
{
    return fate == QDR_FATE_WILL_RUN || fate == QDR_FATE_BEHIND ||
           fate == QDR_FATE_AFTER;
}

static bool is_alive(qdr_fate fate)
{
    return fate == QDR_FATE_RUNS || waits(fate);
}

/* Only what runs has a heart that beats, but for what is SUSPENDED or
 * CONFIGURING. What is COMPLETING may be so for ever. */
static bool has_heart(const qdr_job *job)
{
    return job->fate == QDR_FATE_ENDS || strcmp(job->state, "RUNNING") == 0;
}

/* Whether a task is silent. Without heartbeats none is. */
static bool is_silent(qdr_queue *queue, const qdr_sweep *sweep,
                      qdr_heartbeats *hearts, const qdr_job *job)
{
    qdr_heart heart;

    if (hearts == NULL || !has_heart(job))
        return false;
    heart = qdr_heartbeats_read(hearts, sweep, job->task);
    queue->num_unwatched +=
        heart == QDR_HEART_UNKNOWN && job->fate == QDR_FATE_RUNS;
    return heart == QDR_HEART_SILENT;
}

/* What squeue alone does not say of a job, and the count. */
static void judge(qdr_queue *queue, const qdr_sweep *sweep,
                  qdr_heartbeats *hearts, qdr_job *job)
{
    bool is_task = job->task >= 0 && job->task < queue->num_tasks;

    if (waits(job->fate) && (is_task ? queue->is_alive[job->task]
                                     : job->task < 0 && queue->is_collected))
        job->fate = QDR_FATE_DOUBLED;
    else if (is_task && is_silent(queue, sweep, hearts, job))
        job->fate = QDR_FATE_SILENT;
    else if (job->task < 0 && job->fate == QDR_FATE_ENDS)
        job->fate = QDR_FATE_OVER;
    queue->num_jobs += job->fate != QDR_FATE_OVER;
    queue->counts[job->fate]++;
    if (job->fate == QDR_FATE_UNKNOWN)
        (void)qdr_fail(&queue->unknown, QDR_ERROR_CHECK, "%.40s: %.40s, %.40s",
                       job->id, job->state, job->reason);
    if (!is_alive(job->fate) && job->fate != QDR_FATE_UNKNOWN)
        return;
    if (is_task)
        queue->is_alive[job->task] = true;
    queue->is_collected |= job->task < 0;
}

bool qdr_queue_is_moving(const qdr_queue *queue)
{
    const int64_t *counts = queue->counts;
    /* What waits for one of these waits for ever, too. */
    int64_t num_stopped = counts[QDR_FATE_SILENT] + counts[QDR_FATE_UNKNOWN];

    return counts[QDR_FATE_RUNS] + counts[QDR_FATE_ENDS] +
                   counts[QDR_FATE_WILL_RUN] >
               0 ||
           (counts[QDR_FATE_BEHIND] > 0 && num_stopped == 0) ||
           (counts[QDR_FATE_AFTER] > 0 &&
            num_stopped + counts[QDR_FATE_NEVER] == 0);
}

qdr_status qdr_queue_assume_none(qdr_queue *queue, int64_t num_tasks,
                                 qdr_error *error)
{
    const qdr_queue made = {
        .num_tasks = num_tasks,
        .is_alive = calloc((size_t)num_tasks + 1, sizeof *made.is_alive)};

    if (made.is_alive == NULL)
        return qdr_fail_memory(error, "the jobs of a sweep");
    *queue = made;
    return QDR_OK;
}

qdr_status qdr_queue_read(qdr_queue *queue, const qdr_sweep *sweep,
                          int64_t num_tasks, qdr_heartbeats *hearts,
                          qdr_error *error)
{
    qdr_queue made = {0};
    qdr_status status = qdr_queue_assume_none(&made, num_tasks, error);

    if (status == QDR_OK)
        status = qdr_squeue(&made.jobs, sweep, error);
    for (int64_t j = 0; j < made.jobs.count; j++)
        judge(&made, sweep, hearts, &made.jobs.at[j]);
    if (status == QDR_OK && hearts != NULL)
        qdr_heartbeats_forget_others(hearts);
    if (status == QDR_OK)
        *queue = made;
    else
        qdr_queue_cleanup(&made);
    return status;
}

qdr_status qdr_queue_watch(qdr_queue *queue, const qdr_sweep *sweep,
                           int64_t num_tasks, qdr_error *error)
{
    const struct timespec pause = {QDR_HEARTBEAT_S, 0};
    double silent_s = sweep->machine->slurm->silent_s;
    qdr_heartbeats hearts = {0};
    qdr_status status =
        qdr_heartbeats_init(&hearts, num_tasks, silent_s, error);
    bool is_told = false;

    for (; status == QDR_OK; nanosleep(&pause, NULL)) {
        qdr_queue_cleanup(queue);
        status = qdr_queue_read(queue, sweep, num_tasks, &hearts, error);
        if (queue->num_unwatched == 0)
            break;
        if (!is_told)
            fprintf(stderr,
                    "quadrille sweep: %" PRId64
                    " tasks are running; waiting at most %g s for their "
                    "heartbeats\n",
                    queue->num_unwatched, silent_s);
        is_told = true;
    }
    qdr_heartbeats_cleanup(&hearts);
    return status;
}

char *qdr_queue_tasks_alive(const qdr_queue *queue)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    for (int64_t j = 0; j < queue->jobs.count; j++)
        if (queue->jobs.at[j].task >= 0 && is_alive(queue->jobs.at[j].fate))
            fprintf(to, "%s%s", ftell(to) > 0 ? ":" : "", queue->jobs.at[j].id);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

void qdr_queue_cleanup(qdr_queue *queue)
{
    free(queue->is_alive);
    qdr_jobs_cleanup(&queue->jobs);
    *queue = (qdr_queue){0};
}
