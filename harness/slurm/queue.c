/* harness/slurm/queue.c -- see queue.h. */
#include "harness/slurm/queue.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/sweep/folder.h"

static bool add_id(qdr_queue *queue, const char *id)
{
    size_t length = queue->ids == NULL ? 0 : strlen(queue->ids);
    char *grown = realloc(queue->ids, length + strlen(id) + 2);

    if (grown == NULL)
        return false;
    queue->ids = grown;
    sprintf(grown + length, " %s", id);
    return true;
}

static void count_job(qdr_queue *queue, const char *index, const char *word)
{
    bool is_pending = strcmp(word, "PENDING") == 0;
    char *end;
    long long task = strtoll(index, &end, 10);

    queue->num_pending += is_pending;
    queue->num_running += !is_pending;
    /* A job that is no array task has no index. */
    if (*end == '\0' && task >= 0 && task < queue->num_tasks)
        queue->tasks[task] = is_pending ? QDR_TASK_PENDING : QDR_TASK_RUNNING;
}

/* One line of squeue: id, array index, state, folder. */
static bool take_line(qdr_queue *queue, const char *own_folder,
                      const char *line)
{
    char id[32], index[32], word[32];
    int folder;

    if (sscanf(line, "%31s %31s %31s %n", id, index, word, &folder) != 3 ||
        strcmp(line + folder, own_folder) != 0)
        return true;
    count_job(queue, index, word);
    return add_id(queue, id);
}

qdr_status qdr_queue_ask(qdr_queue *queue, const qdr_sweep *sweep,
                         int64_t num_tasks, qdr_error *error)
{
    qdr_queue made = {.tasks =
                          calloc((size_t)num_tasks + 1, sizeof *made.tasks),
                      .num_tasks = num_tasks};
    FILE *pipe = popen("squeue --noheader --array --me "
                       "--format='%A %K %T %Z'",
                       "r");
    /* As sbatch was told it; there is none before the first submission. */
    char *own_folder = realpath(sweep->folder, NULL);
    char *line = NULL;
    size_t capacity = 0;
    bool is_complete = made.tasks != NULL && pipe != NULL;

    while (pipe != NULL && getline(&line, &capacity, pipe) > 0) {
        line[strcspn(line, "\n")] = '\0';
        is_complete = is_complete && (own_folder == NULL ||
                                      take_line(&made, own_folder, line));
    }
    free(line);
    free(own_folder);
    if (pipe != NULL && pclose(pipe) == 0 && is_complete) {
        *queue = made;
        return QDR_OK;
    }
    qdr_queue_cleanup(&made);
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "squeue failed; it says why above");
}

void qdr_queue_cleanup(qdr_queue *queue)
{
    free(queue->tasks);
    free(queue->ids);
    *queue = (qdr_queue){0};
}

bool qdr_task_is_alive(const qdr_queue *queue, const qdr_sweep *sweep,
                       int64_t task)
{
    return queue->tasks[task] == QDR_TASK_PENDING ||
           (queue->tasks[task] == QDR_TASK_RUNNING &&
            qdr_folder_beat_age_s(sweep, task) <= QDR_DEAD_S);
}
