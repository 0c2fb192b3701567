/* harness/slurm/slurm_state.c -- the state of a sweep, and cancelling; see
 * slurm.h.
 */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/slurm/queue.h"
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

/* The place of a cell in its launch, or -1. */
static int64_t find_cell(const qdr_sweep *sweep, const qdr_launch *launch,
                         int64_t number)
{
    int64_t low = 0, high = launch->num_cells;

    while (low < high) {
        int64_t middle = (low + high) / 2;
        int64_t there = qdr_launch_cell(sweep->experiment, launch, middle);
        if (there == number)
            return middle;
        if (there < number)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
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
    document = json_load_file(path, 0, NULL);
    json_array_foreach(json_object_get(document, "cells"), index, cell)
    {
        int64_t at = find_cell(
            sweep, &launch, json_integer_value(json_object_get(cell, "cell")));
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

void qdr_slurm_count(const qdr_sweep *sweep, qdr_slurm_state *state)
{
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);

    for (int64_t l = 0; l < num_launches; l++) {
        qdr_verdicts verdicts;
        qdr_launch_state found = qdr_launch_verdicts(sweep, l, &verdicts);
        if (found == QDR_LAUNCH_DAMAGED && state->num_damaged++ == 0)
            state->first_damaged = l;
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
    state->num_running = queue.num_running;
    state->num_pending =
        queue.num_pending + queue.num_dependent + queue.num_behind;
    state->num_stuck = queue.num_stuck;
    state->num_silent = queue.num_silent;
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
    if (state.num_running > 1)
        state.left_s /= (double)state.num_running;
    *out_state = state;
    return status;
}

qdr_status qdr_slurm_cancel(const qdr_sweep *sweep, qdr_error *error)
{
    qdr_queue queue = {0};
    qdr_status status = qdr_queue_read(&queue, sweep, 0, NULL, error);

    if (status == QDR_OK)
        status = qdr_queue_cancel(queue.ids, error);
    if (status == QDR_OK)
        printf("%" PRId64 " jobs cancelled\n", queue.num_jobs);
    qdr_queue_cleanup(&queue);
    return status;
}
