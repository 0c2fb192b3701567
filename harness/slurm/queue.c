/* harness/slurm/queue.c -- see queue.h. */
#include "harness/slurm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "harness/slurm/squeue.h"
#include "harness/sweep/beat.h"

static bool add_id(char **ids, const char *id)
{
    size_t length = *ids == NULL ? 0 : strlen(*ids);
    char *grown = realloc(*ids, length + strlen(id) + 2);

    if (grown == NULL)
        return false;
    *ids = grown;
    sprintf(grown + length, " %s", id);
    return true;
}

/* Reasons with which a job never starts by itself. */
static bool is_stuck(const char *reason)
{
    static const char *const words[] = {"held", "Held", "NeverSatisfied",
                                        "BadConstraints"};

    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(reason, words[i]) != NULL)
            return true;
    return false;
}

/* One line of squeue. */
typedef struct job {
    const char *id, *index, *state, *reason;
} job;

/* Whether a job's heart must beat: one that is COMPLETING has stopped,
 * SUSPENDED or CONFIGURING it does not beat either. */
static bool must_beat(const job *one)
{
    return strcmp(one->state, "RUNNING") == 0;
}

static void count_waiting(qdr_queue *queue, const job *one)
{
    if (is_stuck(one->reason))
        queue->num_stuck++;
    else if (strcmp(one->reason, "Dependency") == 0)
        queue->num_dependent++;
    else if (strcmp(one->reason, "JobArrayTaskLimit") == 0)
        queue->num_behind++;
    else
        queue->num_pending++;
}

/* Without heartbeats, and for other jobs than tasks: alive. */
static qdr_heart heart_of(qdr_heartbeats *hearts, const qdr_sweep *sweep,
                          int64_t task, const job *one)
{
    if (hearts == NULL || task < 0)
        return QDR_HEART_BEATS;
    if (must_beat(one))
        return qdr_heartbeats_read(hearts, sweep, task);
    qdr_heartbeats_forget(hearts, task);
    return QDR_HEART_BEATS;
}

/* The number of the array task; -1: another job, which has no index. */
static int64_t task_of(const qdr_queue *queue, const job *one)
{
    char *end;
    long long task = strtoll(one->index, &end, 10);

    return end != one->index && *end == '\0' && task >= 0 &&
                   task < queue->num_tasks
               ? task
               : -1;
}

/* Counts a job and keeps its id; false: out of memory. */
static bool count_job(qdr_queue *queue, const qdr_sweep *sweep,
                      qdr_heartbeats *hearts, const job *one)
{
    int64_t task = task_of(queue, one);
    qdr_heart heart = heart_of(hearts, sweep, task, one);
    bool is_pending = strcmp(one->state, "PENDING") == 0;
    bool is_lost =
        is_pending ? is_stuck(one->reason) : heart == QDR_HEART_SILENT;

    queue->num_jobs++;
    if (is_pending)
        count_waiting(queue, one);
    else if (is_lost)
        queue->num_silent++;
    else
        queue->num_running++;
    queue->num_unknown += heart == QDR_HEART_UNKNOWN;
    /* What is COMPLETING has done what it will do. */
    if (task >= 0 && !is_lost && strcmp(one->state, "COMPLETING") != 0)
        queue->is_alive[task] = true;
    return add_id(&queue->ids, one->id) &&
           (!is_lost || add_id(&queue->lost_ids, one->id));
}

bool qdr_queue_is_moving(const qdr_queue *queue)
{
    /* What waits for a silent job, or depends on a stuck one, is stuck, too. */
    return queue->num_running + queue->num_pending > 0 ||
           (queue->num_behind > 0 && queue->num_silent == 0) ||
           (queue->num_dependent > 0 &&
            queue->num_stuck + queue->num_silent == 0);
}

/* One line of squeue: id (as 5_3, because slurmctld may not know the number of
 * a task that it has requeued), array index, state, reason, folder. */
static bool take_line(qdr_queue *queue, const qdr_sweep *sweep,
                      qdr_heartbeats *hearts, const char *own_folder,
                      char *line)
{
    char *words[5];
    char *rest = line;

    for (int i = 0; i < 5; i++) {
        words[i] = i < 4 ? strsep(&rest, "|") : rest;
        if (words[i] == NULL)
            return false;
    }
    if (strcmp(words[4], own_folder) != 0)
        return true;
    return count_job(queue, sweep, hearts,
                     &(job){words[0], words[1], words[2], words[3]});
}

/* Each line of what squeue wrote. */
static bool take_lines(qdr_queue *queue, const qdr_sweep *sweep,
                       qdr_heartbeats *hearts, char *text)
{
    /* The folder as sbatch got it; missing before the first submission. */
    char *own_folder = realpath(sweep->folder, NULL);
    bool is_complete = queue->is_alive != NULL;
    char *line;

    while (own_folder != NULL && is_complete &&
           (line = strsep(&text, "\n")) != NULL)
        if (strchr(line, '|') != NULL)
            is_complete = take_line(queue, sweep, hearts, own_folder, line);
    free(own_folder);
    return is_complete;
}

qdr_status qdr_queue_read(qdr_queue *queue, const qdr_sweep *sweep,
                          int64_t num_tasks, qdr_heartbeats *hearts,
                          qdr_error *error)
{
    qdr_queue made = {.num_tasks = num_tasks};
    char *text = NULL;
    qdr_status status = qdr_squeue(sweep, &text, error);

    if (status != QDR_OK)
        return status;
    made.is_alive = calloc((size_t)num_tasks + 1, sizeof *made.is_alive);
    if (!take_lines(&made, sweep, hearts, text))
        status = qdr_fail_memory(error, "the jobs of a sweep");
    free(text);
    if (status == QDR_OK)
        *queue = made;
    else
        qdr_queue_cleanup(&made);
    return status;
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

qdr_status qdr_queue_watch(qdr_queue *queue, const qdr_sweep *sweep,
                           int64_t num_tasks, qdr_error *error)
{
    const struct timespec pause = {QDR_BEAT_S, 0};
    double silent_s = sweep->machine->slurm->silent_s;
    qdr_heartbeats hearts = {0};
    qdr_status status =
        qdr_heartbeats_init(&hearts, num_tasks, silent_s, error);
    bool is_told = false;

    for (; status == QDR_OK; nanosleep(&pause, NULL)) {
        qdr_queue_cleanup(queue);
        status = qdr_queue_read(queue, sweep, num_tasks, &hearts, error);
        if (queue->num_unknown == 0)
            break;
        if (!is_told)
            fprintf(stderr,
                    "quadrille sweep: %" PRId64
                    " tasks are running; waiting at most %g s for their "
                    "heartbeats\n",
                    queue->num_unknown, silent_s);
        is_told = true;
    }
    qdr_heartbeats_cleanup(&hearts);
    return status;
}

/* No command line is too long for so many. */
enum { IDS_AT_ONCE = 1000 };

qdr_status qdr_queue_cancel(const char *ids, qdr_error *error)
{
    char *copy, *rest, *id = NULL;
    qdr_status status = QDR_OK;

    if (ids == NULL)
        return QDR_OK;
    copy = rest = strdup(ids);
    if (copy == NULL)
        return qdr_fail_memory(error, "a command");
    do {
        qdr_command command = {0};
        int count = 0;
        qdr_command_add(&command, "scancel");
        qdr_command_add(&command, "--quiet");
        while (count < IDS_AT_ONCE && (id = strsep(&rest, " ")) != NULL)
            if (id[0] != '\0') {
                qdr_command_add(&command, "%s", id);
                count++;
            }
        if (count > 0)
            status = qdr_command_run(&command, false, NULL, error);
        qdr_command_cleanup(&command);
    } while (id != NULL && status == QDR_OK);
    free(copy);
    return status;
}

void qdr_queue_cleanup(qdr_queue *queue)
{
    free(queue->is_alive);
    free(queue->ids);
    free(queue->lost_ids);
    *queue = (qdr_queue){0};
}
