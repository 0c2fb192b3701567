/* harness/slurm/jobs.c -- see jobs.h; and what is known of a sweep. */
#include "harness/slurm/jobs.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/slurm/tasks.h"
#include "harness/sweep/folder.h"

enum { MAX_LIST = 4096 };

static void jobs_path(const qdr_sweep *sweep, char *path, size_t size)
{
    snprintf(path, size, "%s/jobs", sweep->folder);
}

qdr_status qdr_jobs_note(const qdr_sweep *sweep, const char *id,
                         qdr_error *error)
{
    char path[2 * QDR_PATH_LENGTH];
    FILE *file;

    jobs_path(sweep, path, sizeof path);
    file = fopen(path, "a");
    if (file != NULL && fprintf(file, "%s\n", id) > 0 && fclose(file) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "job %s was submitted, but %.300s cannot be written", id,
                    path);
}

void qdr_jobs_read(const qdr_sweep *sweep, char *list, size_t size)
{
    char path[2 * QDR_PATH_LENGTH], line[64];
    size_t length = 0;
    FILE *file;

    list[0] = '\0';
    jobs_path(sweep, path, sizeof path);
    file = fopen(path, "r");
    while (file != NULL && fgets(line, sizeof line, file) != NULL &&
           length + sizeof line < size) {
        line[strcspn(line, "\n")] = '\0';
        length += (size_t)snprintf(list + length, size - length, "%s%s",
                                   length > 0 ? "," : "", line);
    }
    if (file != NULL)
        fclose(file);
}

/* Whether `id` is one of the ids in `list`. */
static bool is_listed(const char *list, const char *id)
{
    size_t length = strlen(id);

    for (const char *at = strstr(list, id); at != NULL; at = strstr(at + 1, id))
        if ((at == list || at[-1] == ',') &&
            (at[length] == ',' || at[length] == '\0'))
            return true;
    return false;
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

qdr_status qdr_queue_ask(qdr_queue *queue, const qdr_sweep *sweep,
                         int64_t num_tasks, qdr_error *error)
{
    char list[MAX_LIST], id[64], index[64], word[64];
    FILE *pipe;

    *queue = (qdr_queue){
        .tasks = calloc((size_t)num_tasks + 1, sizeof *queue->tasks),
        .num_tasks = num_tasks};
    if (queue->tasks == NULL)
        return qdr_fail_memory(error, "the queue");
    qdr_jobs_read(sweep, list, sizeof list);
    if (list[0] == '\0')
        return QDR_OK;
    pipe = popen("squeue --noheader --array --me --format='%F %K %T'", "r");
    if (pipe == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot start squeue");
    while (fscanf(pipe, "%63s %63s %63s", id, index, word) == 3)
        if (is_listed(list, id))
            count_job(queue, index, word);
    if (pclose(pipe) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "squeue failed; it says why above");
}

void qdr_queue_cleanup(qdr_queue *queue)
{
    free(queue->tasks);
    *queue = (qdr_queue){0};
}

bool qdr_task_is_alive(const qdr_queue *queue, const qdr_sweep *sweep,
                       int64_t task)
{
    return queue->tasks[task] == QDR_TASK_PENDING ||
           (queue->tasks[task] == QDR_TASK_RUNNING &&
            qdr_folder_beat_age_s(sweep, task) <= QDR_DEAD_S);
}

/* Cells that a complete launch should name but does not, or names twice. */
static void compare_cells(const qdr_sweep *sweep, int64_t number,
                          qdr_slurm_state *state)
{
    qdr_launch launch = qdr_experiment_launch(sweep->experiment, number);
    int *times = calloc((size_t)launch.num_cells, sizeof *times);
    char path[QDR_PATH_LENGTH];
    json_t *document, *cell;
    size_t index;

    qdr_folder_path(sweep, number, "json", path);
    document = json_load_file(path, 0, NULL);
    json_array_foreach(json_object_get(document, "cells"), index, cell)
    {
        int64_t at = json_integer_value(json_object_get(cell, "cell")) -
                     launch.first_cell;
        if (times != NULL && at >= 0 && at < launch.num_cells)
            times[at]++;
    }
    for (int64_t i = 0; times != NULL && i < launch.num_cells; i++) {
        state->num_lost += times[i] == 0;
        state->num_doubled += times[i] > 1;
    }
    json_decref(document);
    free(times);
}

static void look_at_launches(const qdr_sweep *sweep, qdr_slurm_state *state)
{
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);

    for (int64_t l = 0; l < num_launches; l++) {
        qdr_verdicts verdicts;
        if (!qdr_folder_verdicts(sweep, l, &verdicts))
            continue;
        state->cells.valid += verdicts.valid;
        state->cells.invalid += verdicts.invalid;
        compare_cells(sweep, l, state);
        if (verdicts.invalid > 0 && state->first_invalid_launch < 0) {
            state->first_invalid_launch = l;
            snprintf(state->reason, sizeof state->reason, "%.255s",
                     verdicts.reason);
        }
    }
    state->cells.missing = qdr_experiment_num_cells(sweep->experiment) -
                           state->cells.valid - state->cells.invalid;
}

qdr_status qdr_slurm_look(const qdr_sweep *sweep, qdr_slurm_state *out_state,
                          qdr_error *error)
{
    qdr_slurm_state state = {.first_invalid_launch = -1};
    qdr_tasks tasks = {0};
    qdr_queue queue = {0};
    qdr_status status = QDR_OK;

    if (sweep->machine->slurm != NULL) {
        status = qdr_tasks_init(&tasks, sweep, error);
        if (status == QDR_OK)
            status = qdr_queue_ask(&queue, sweep, tasks.count, error);
        for (int64_t t = 0; t < tasks.count && status == QDR_OK; t++)
            state.num_alive += qdr_task_is_alive(&queue, sweep, t);
        state.num_running = queue.num_running;
        state.num_pending = queue.num_pending;
        qdr_queue_cleanup(&queue);
        qdr_tasks_cleanup(&tasks);
    }
    look_at_launches(sweep, &state);
    if (status == QDR_OK)
        *out_state = state;
    return status;
}

qdr_status qdr_slurm_cancel(const qdr_sweep *sweep, qdr_error *error)
{
    char list[MAX_LIST], line[MAX_LIST + 32];

    qdr_jobs_read(sweep, list, sizeof list);
    if (list[0] == '\0')
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: no job was submitted from here",
                        sweep->folder);
    for (char *comma = list; *comma != '\0'; comma++)
        if (*comma == ',')
            *comma = ' ';
    snprintf(line, sizeof line, "scancel --quiet %s", list);
    if (system(line) == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "scancel failed; it says why above");
}
