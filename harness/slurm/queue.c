/* harness/slurm/queue.c -- see queue.h. */
#include "harness/slurm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "harness/files/files.h"
#include "harness/sweep/folder.h"

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

/* "1-02:03:04", "02:03:04" or "03:04" as squeue prints a time. */
static double seconds_of(const char *time)
{
    const char *dash = strchr(time, '-');
    double days = dash == NULL ? 0 : strtod(time, NULL);
    double seconds = 0;

    for (const char *at = dash == NULL ? time : dash + 1; *at != '\0';) {
        char *end;
        seconds = 60 * seconds + strtod(at, &end);
        if (*end != ':')
            break;
        at = end + 1;
    }
    return 86400 * days + seconds;
}

/* One line of squeue. */
typedef struct job {
    const char *id, *index, *state, *reason, *elapsed;
} job;

/* A task beats from its start, and after every start anew. A job that is
 * COMPLETING does not beat any more, and its time stands still; its node may
 * have died. */
static bool is_silent(const qdr_sweep *sweep, int64_t task, const job *one)
{
    double age_s = qdr_folder_beat_age_s(sweep, task);
    bool is_old = age_s < 0 || age_s > QDR_DEAD_S;

    return strcmp(one->state, "COMPLETING") == 0
               ? is_old
               : is_old && seconds_of(one->elapsed) > QDR_DEAD_S;
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

/* Counts a job and keeps its id; false: out of memory. */
static bool count_job(qdr_queue *queue, const qdr_sweep *sweep, const job *one)
{
    char *end;
    long long task = strtoll(one->index, &end, 10);
    /* A job that is no array task has no index. */
    bool is_task = end != one->index && *end == '\0' && task >= 0 &&
                   task < queue->num_tasks;
    bool is_pending = strcmp(one->state, "PENDING") == 0;
    bool is_lost = is_pending ? is_stuck(one->reason)
                              : is_task && is_silent(sweep, task, one);

    queue->num_jobs++;
    if (is_pending)
        count_waiting(queue, one);
    else if (is_lost)
        queue->num_silent++;
    else
        queue->num_running++;
    /* What is COMPLETING has done what it will do. */
    if (is_task && !is_lost && strcmp(one->state, "COMPLETING") != 0)
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
 * a task that it has requeued), array index, state, reason, elapsed time,
 * folder. */
static bool take_line(qdr_queue *queue, const qdr_sweep *sweep,
                      const char *own_folder, char *line)
{
    char *words[6];
    char *rest = line;

    for (int i = 0; i < 6; i++) {
        words[i] = i < 5 ? strsep(&rest, "|") : rest;
        if (words[i] == NULL)
            return false;
    }
    if (strcmp(words[5], own_folder) != 0)
        return true;
    return count_job(queue, sweep,
                     &(job){words[0], words[1], words[2], words[3], words[4]});
}

/* Each line of what squeue wrote; a line without bars is a complaint. */
static qdr_status take_lines(qdr_queue *queue, const qdr_sweep *sweep,
                             char *text, char *complaint, size_t size)
{
    /* As sbatch was told it; there is none before the first submission. */
    char *own_folder = realpath(sweep->folder, NULL);
    bool is_complete = queue->is_alive != NULL;
    char *line;

    while (text != NULL && (line = strsep(&text, "\n")) != NULL) {
        if (strchr(line, '|') == NULL) {
            if (line[0] != '\0')
                snprintf(complaint, size, "%s", line);
        } else if (is_complete && own_folder != NULL) {
            is_complete = take_line(queue, sweep, own_folder, line);
        }
    }
    free(own_folder);
    return is_complete ? QDR_OK : QDR_ERROR_MEMORY;
}

/* Has SLURM's commands, all of which follow this one, read the machine's own
 * configuration, unless the user has named another. For one that is not there
 * they would wait a minute each. */
static qdr_status use_configuration(const qdr_sweep *sweep, qdr_error *error)
{
    const char *named = getenv("SLURM_CONF");
    const char *path =
        named != NULL ? named : sweep->machine->slurm->slurm_conf;
    qdr_status status;

    if (path == NULL)
        return QDR_OK;
    if (access(path, F_OK) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "its SLURM is not running: %.300s is not there; "
                        "./quadrille cluster start writes that of machine "
                        "cluster",
                        path);
    if (named != NULL)
        return QDR_OK;
    status = qdr_file_require_trust(path, error);
    if (status == QDR_OK)
        setenv("SLURM_CONF", path, 1);
    return status;
}

qdr_status qdr_queue_ask(qdr_queue *queue, const qdr_sweep *sweep,
                         int64_t num_tasks, qdr_error *error)
{
    qdr_queue made = {.is_alive =
                          calloc((size_t)num_tasks + 1, sizeof *made.is_alive),
                      .num_tasks = num_tasks};
    qdr_command command = {0};
    char *text = NULL;
    char complaint[200] = "out of memory";
    qdr_status status = use_configuration(sweep, error);

    if (status != QDR_OK) {
        qdr_queue_cleanup(&made);
        return status;
    }
    qdr_command_add(&command, "squeue");
    qdr_command_add(&command, "--noheader");
    qdr_command_add(&command, "--array");
    qdr_command_add(&command, "--me");
    qdr_command_add(&command, "--format=%%i|%%K|%%T|%%r|%%M|%%Z");
    status = qdr_command_run(&command, true, &text, error);
    if (take_lines(&made, sweep, text, complaint, sizeof complaint) != QDR_OK)
        status = QDR_ERROR_MEMORY;
    free(text);
    qdr_command_cleanup(&command);
    if (status == QDR_OK) {
        *queue = made;
        return QDR_OK;
    }
    qdr_queue_cleanup(&made);
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "the jobs are not known, squeue failed: %s", complaint);
}

qdr_status qdr_queue_cancel(const char *ids, qdr_error *error)
{
    qdr_command command = {0};
    char *copy, *rest, *id;
    qdr_status status;

    if (ids == NULL)
        return QDR_OK;
    copy = rest = strdup(ids);
    if (copy == NULL)
        return qdr_fail_memory(error, "a command");
    qdr_command_add(&command, "scancel");
    qdr_command_add(&command, "--quiet");
    while ((id = strsep(&rest, " ")) != NULL)
        if (id[0] != '\0')
            qdr_command_add(&command, "%s", id);
    status = qdr_command_run(&command, false, NULL, error);
    free(copy);
    qdr_command_cleanup(&command);
    return status;
}

void qdr_queue_cleanup(qdr_queue *queue)
{
    free(queue->is_alive);
    free(queue->ids);
    free(queue->lost_ids);
    *queue = (qdr_queue){0};
}
