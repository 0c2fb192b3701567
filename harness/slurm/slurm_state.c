/* harness/slurm/slurm_state.c -- the state of a sweep, and cancelling; see
 * slurm.h.
 */
#include <ctype.h>
#include <dirent.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/results/folder_record.h"
#include "harness/results/launch_record.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/scancel.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/estimate.h"
#include "harness/sweep/launch_files.h"

/* The same but for numbers: "byte 7 of rank 2" and "byte 9 of rank 12". */
static bool is_alike(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isdigit((unsigned char)*a))
            a++;
        while (isdigit((unsigned char)*b))
            b++;
        if (*a != *b || *a == '\0')
            return *a == *b;
    }
}

static void count_reason(qdr_slurm_state *state, int64_t launch,
                         const json_t *cell)
{
    const char *verdict = json_string_value(json_object_get(cell, "verdict"));
    const char *reason = json_string_value(json_object_get(cell, "reason"));
    int r = 0;

    if (verdict == NULL || strcmp(verdict, "INVALID") != 0)
        return;
    if (reason == NULL)
        reason = "no reason given";
    while (r < state->num_reasons &&
           !is_alike(state->invalid[r].reason, reason))
        r++;
    if (r == QDR_MAX_REASONS)
        r--;
    if (r == state->num_reasons) {
        state->num_reasons++;
        state->invalid[r].launch = launch;
        snprintf(state->invalid[r].reason, sizeof state->invalid[r].reason,
                 "%.255s", reason);
    }
    state->invalid[r].count++;
}

/* Cells that a launch names twice, and, if none seems to be missing, those
 * without a verdict. */
static void compare_cells(const qdr_sweep *sweep, int64_t number,
                          bool has_missing, qdr_slurm_state *state)
{
    qdr_launch launch = qdr_experiment_launch(sweep->experiment, number);
    int *times = calloc((size_t)launch.num_cells, sizeof *times);
    char path[QDR_PATH_LENGTH];
    json_t *document, *cell;
    size_t index;

    qdr_launch_path(sweep, number, "json", path);
    document = qdr_launch_record_read(path);
    json_array_foreach(json_object_get(document, "cells"), index, cell)
    {
        int64_t at = qdr_launch_find_cell(
            sweep->experiment, &launch,
            json_integer_value(json_object_get(cell, "cell")));
        if (times != NULL && at >= 0)
            times[at]++;
        count_reason(state, number, cell);
    }
    for (int64_t i = 0; times != NULL && i < launch.num_cells; i++) {
        state->num_lost += !has_missing && times[i] == 0;
        state->num_doubled += times[i] > 1;
    }
    json_decref(document);
    free(times);
}

static void add_problem(qdr_slurm_state *state, const char *file,
                        const char *problem)
{
    if (state->num_problems < QDR_MAX_PROBLEMS)
        snprintf(state->problems[state->num_problems], sizeof *state->problems,
                 "%.60s: %.255s", file, problem);
    state->num_problems++;
}

/* Files with names of launches that the sweep does not have. */
static void find_extra_launches(const qdr_sweep *sweep, qdr_slurm_state *state)
{
    int64_t end = qdr_experiment_num_launches(sweep->experiment), number;
    struct dirent **entries = NULL;
    int count = scandir(sweep->folder, &entries, NULL, alphasort);

    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (qdr_folder_is_launch(name, &number) &&
            (number < 0 || number >= end))
            add_problem(state, name, "the sweep has no such launch");
        free(entries[i]);
    }
    free(entries);
}

void qdr_slurm_count(const qdr_sweep *sweep, qdr_slurm_state *state)
{
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);

    for (int64_t l = 0; l < num_launches; l++) {
        qdr_verdicts verdicts;
        qdr_launch_state found = qdr_launch_verdicts(sweep, l, &verdicts);
        if (found != QDR_LAUNCH_WHOLE && found != QDR_LAUNCH_ABSENT) {
            char path[QDR_PATH_LENGTH];
            qdr_launch_path(sweep, l, "json", path);
            add_problem(state, strrchr(path, '/') + 1, verdicts.problem);
        }
        if (verdicts.missing > 0) {
            qdr_launch launch = qdr_experiment_launch(sweep->experiment, l);
            state->left_s += qdr_estimate_launch_s(sweep, &launch) *
                             (double)verdicts.missing /
                             (double)launch.num_cells;
        }
        if (found != QDR_LAUNCH_WHOLE)
            continue;
        state->cells.valid += verdicts.valid;
        state->cells.invalid += verdicts.invalid;
        compare_cells(sweep, l, verdicts.missing > 0, state);
    }
    find_extra_launches(sweep, state);
    state->cells.missing = qdr_experiment_num_cells(sweep->experiment) -
                           state->cells.valid - state->cells.invalid;
}

static qdr_status look_at_jobs(const qdr_sweep *sweep, qdr_heartbeats *hearts,
                               qdr_slurm_state *state, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_queue queue = {0};
    qdr_status status = qdr_tasks_init(&tasks, sweep, error);

    if (status == QDR_OK && hearts->tasks == NULL)
        status = qdr_heartbeats_init(hearts, tasks.count,
                                     sweep->machine->slurm->silent_s, error);
    if (status == QDR_OK)
        status = qdr_queue_read(&queue, sweep, tasks.count, hearts, error);
    state->knows_jobs = status == QDR_OK;
    memcpy(state->num_jobs, queue.counts, sizeof state->num_jobs);
    state->unknown = queue.unknown;
    state->is_moving = qdr_queue_is_moving(&queue);
    qdr_queue_cleanup(&queue);
    qdr_tasks_cleanup(&tasks);
    return status;
}

qdr_status qdr_slurm_query(const qdr_sweep *sweep, qdr_heartbeats *hearts,
                           qdr_slurm_state *out_state, qdr_error *error)
{
    qdr_slurm_state state = {0};
    qdr_status status = QDR_OK;

    if (sweep->machine->slurm != NULL)
        status = look_at_jobs(sweep, hearts, &state, error);
    qdr_slurm_count(sweep, &state);
    if (state.num_jobs[QDR_FATE_RUNS] > 1)
        state.left_s /= (double)state.num_jobs[QDR_FATE_RUNS];
    *out_state = state;
    return status;
}

static bool is_there(const qdr_job *job)
{
    return job->fate != QDR_FATE_OVER && job->fate != QDR_FATE_ENDS;
}

qdr_status qdr_slurm_cancel(const qdr_sweep *sweep, qdr_error *error)
{
    qdr_queue queue = {0};
    qdr_status status = qdr_queue_read(&queue, sweep, 0, NULL, error);

    if (status == QDR_OK)
        status = qdr_scancel(sweep, &queue, is_there, error);
    if (status == QDR_OK)
        printf("%" PRId64 " jobs cancelled\n",
               queue.num_jobs - queue.counts[QDR_FATE_ENDS]);
    qdr_queue_cleanup(&queue);
    return status;
}
