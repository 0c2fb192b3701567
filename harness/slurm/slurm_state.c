/* harness/slurm/slurm_state.c -- the state of a sweep, and cancelling; see
 * slurm.h.
 */
#include <ctype.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "harness/results/conditions.h"
#include "harness/results/judge.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/scancel.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/progress/estimate.h"

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
        qdr_replace_control(state->invalid[r].reason);
    }
    state->invalid[r].count++;
}

static void add_problem(qdr_slurm_state *state, const char *attempt,
                        const char *problem)
{
    if (state->num_problems < QDR_MAX_PROBLEMS)
        snprintf(state->problems[state->num_problems], sizeof *state->problems,
                 "%.120s.json: %.255s", attempt, problem);
    state->num_problems++;
}

static void count_launch(const qdr_sweep *sweep, const qdr_judged *judged,
                         qdr_slurm_state *state)
{
    const qdr_launch *launch = &judged->launch;

    for (size_t i = 0; i < judged->num_attempts; i++)
        if (judged->attempts[i].document == NULL)
            add_problem(state, judged->attempts[i].is->name,
                        judged->attempts[i].problem.text);
    for (int64_t i = 0; i < launch->num_cells; i++)
        count_reason(state, launch->number, judged->cells[i].verdict);
    if (judged->missing > 0)
        state->left_s += qdr_estimate_launch_s(sweep, launch) *
                         (double)judged->missing / (double)launch->num_cells;
    state->cells.valid += judged->valid;
    state->cells.invalid += judged->invalid;
    state->cells.missing += judged->missing;
}

/* Conditions of the launches that count, each once. */
static void add_conditions(const qdr_judged *judged, json_t *all)
{
    for (int64_t i = 0; i < judged->launch.num_cells; i++) {
        const qdr_judged_cell *cell = &judged->cells[i];
        const json_t *made_in =
            cell->verdict == NULL
                ? NULL
                : json_object_get(judged->attempts[cell->attempt].document,
                                  "provenance");
        const char *digest =
            json_string_value(json_object_get(made_in, "conditions_sha256"));
        if (digest != NULL && json_object_get(all, digest) == NULL)
            json_object_set(all, digest,
                            json_object_get(made_in, "conditions"));
    }
}

qdr_status qdr_slurm_count(const qdr_sweep *sweep, qdr_slurm_state *state,
                           qdr_error *error)
{
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);
    json_t *conditions = json_object();
    const qdr_attempt *stray;
    qdr_judge judge;
    size_t at = 0;
    qdr_status status =
        qdr_judge_open(&judge, sweep->folder, sweep->experiment,
                       sweep->machine->kind == QDR_MACHINE_SIMULATED, error);

    for (int64_t l = 0; l < num_launches && status == QDR_OK; l++) {
        qdr_judged judged = {0};
        status = qdr_judge_launch(&judge, l, &judged, error);
        if (status == QDR_OK) {
            count_launch(sweep, &judged, state);
            add_conditions(&judged, conditions);
        }
        qdr_judged_cleanup(&judged);
    }
    while (status == QDR_OK && (stray = qdr_judge_stray(&judge, &at)) != NULL)
        add_problem(state, stray->name, "the sweep has no such launch");
    state->num_conditions = json_object_size(conditions);
    qdr_conditions_print_differences(conditions, state->differ,
                                     sizeof state->differ);
    json_decref(conditions);
    qdr_judge_close(&judge);
    return status;
}

static qdr_status read_jobs(const qdr_sweep *sweep, qdr_heartbeats *hearts,
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
    qdr_error unused; /* squeue's error is the one to report */
    qdr_status status = QDR_OK, counted;

    if (sweep->machine->slurm != NULL)
        status = read_jobs(sweep, hearts, &state, error);
    counted =
        qdr_slurm_count(sweep, &state, status == QDR_OK ? error : &unused);
    if (status == QDR_OK)
        status = counted;
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
