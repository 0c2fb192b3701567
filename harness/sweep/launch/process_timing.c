/* harness/sweep/launch/process_timing.c -- see process_timing.h. */
#include "harness/sweep/launch/process_timing.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/open_nofollow.h"
#include "harness/results/attempts.h"
#include "harness/results/conditions.h"
#include "harness/results/definition.h"
#include "harness/results/result.h"
#include "harness/sweep/launch/launch_command.h"
#include "workloads/matrix_file/pattern_file.h"

static qdr_status write_pattern(const qdr_pattern *pattern, const char *path,
                                qdr_error *reason)
{
    FILE *file = qdr_plain_fopen(path, "w");
    qdr_status status;

    if (file == NULL)
        return qdr_fail(reason, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    status = qdr_pattern_write(pattern, "mtx", file, reason);
    if (fclose(file) != 0 && status == QDR_OK)
        status =
            qdr_fail(reason, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    return status;
}

/* The cell's traffic; a pattern is written to a file, for `schedule`. */
static qdr_status make_traffic(const qdr_cell *cell, const char *path,
                               qdr_traffic *traffic, qdr_measurement *made)
{
    qdr_error *reason = &made->reason;
    qdr_pattern_stats stats = {0};
    qdr_problem problem;
    qdr_status status = qdr_cell_traffic(cell, traffic, reason);

    if (status == QDR_OK) {
        problem = qdr_cell_problem(cell, traffic);
        status = qdr_kernel_accepts(cell->kernel, &problem, reason);
    }
    if (status == QDR_OK)
        status = qdr_problem_get_stats(&problem, &stats, reason);
    if (status == QDR_OK && !qdr_collective_has_vector(problem.collective))
        status = write_pattern(problem.messages.pattern, path, reason);
    made->num_messages = stats.num_messages;
    made->total_bytes = stats.total_bytes;
    made->max_degree = stats.max_degree;
    return status;
}

/* The process that a cell times. */
typedef struct process {
    const qdr_sweep *sweep;
    const qdr_launch *launch;
    const qdr_cell *cell;
    const qdr_traffic *traffic;
    const char *pattern; /* a file */
} process;

/* "--fan-out 4", as the command line takes a parameter. */
static void add_parameters(const qdr_values *values, qdr_command *command)
{
    for (int i = 0; i < qdr_parameters_count(values->parameters); i++) {
        char name[64];
        snprintf(name, sizeof name, "%s", values->parameters[i].name);
        for (char *c = name; *c != '\0'; c++)
            if (*c == '_')
                *c = '-';
        qdr_command_add(command, "--%s=%s", name, values->values[i].text);
    }
}

static void add_schedule(const process *of, qdr_command *command)
{
    const qdr_traffic *traffic = of->traffic;

    qdr_command_add(command, "%s/quadrille", qdr_built_folder());
    qdr_command_add(command, "schedule");
    qdr_command_add(command, "--algorithm");
    qdr_command_add(command, "%s", of->cell->kernel->name);
    if (traffic->has_vector) {
        qdr_command_add(command, "--procs=%d", traffic->num_procs);
        qdr_command_add(command, "--bytes=%" PRId64, traffic->bytes);
        qdr_command_add(command, "--root=%d", traffic->root);
    } else {
        qdr_command_add(command, "--pattern");
        qdr_command_add(command, "%s", of->pattern);
    }
    add_parameters(&of->cell->kernel_values, command);
    qdr_command_add(command, "--seed=%" PRIu64, of->cell->kernel_seed);
    qdr_command_add(command, "--format=csv");
}

static void add_start_up(const process *of, qdr_command *command)
{
    qdr_launch_command_add_bench(command, of->sweep, of->launch);
    qdr_command_add(command, "--start-up");
}

static void add_exchange(const process *of, qdr_command *command)
{
    qdr_launch_command_add_bench(command, of->sweep, of->launch);
    qdr_command_add(command, ".");
    qdr_command_add(command, "--once");
    qdr_command_add(command, "%" PRId64, of->cell->number);
}

static void (*const add_process[QDR_NUM_PROCESSES])(const process *,
                                                    qdr_command *) = {
    [QDR_PROCESS_SCHEDULE] = add_schedule,
    [QDR_PROCESS_START_UP] = add_start_up,
    [QDR_PROCESS_EXCHANGE] = add_exchange};

/* hyperfine, whose last word is the process, which it splits as a shell would,
 * but starts without one. */
static void add_hyperfine(qdr_command *command, const qdr_measuring *m,
                          const char *json, const process *of)
{
    qdr_command timed = {0};
    char *text;

    add_process[of->cell->process](of, &timed);
    text = qdr_command_text(&timed);
    qdr_command_add(command, "hyperfine");
    qdr_command_add(command, "-N");
    qdr_command_add(command, "--style=none");
    qdr_command_add(command, "--warmup=%d", m->warmup);
    qdr_command_add(command, "--min-runs=%d", m->repetitions);
    qdr_command_add(command, "--max-runs=%d", m->max_repetitions);
    qdr_command_add(command, "--export-json=%s", json);
    qdr_command_add(command, "%s", text == NULL ? "" : text);
    free(text);
    qdr_command_cleanup(&timed);
}

/* The last line of `text` that says something. */
static const char *last_line(char *text)
{
    char *end = text + strlen(text);
    char *line;

    while (end > text && strchr(" \t\n-", end[-1]) != NULL)
        *--end = '\0';
    line = strrchr(text, '\n');
    return line == NULL ? text : line + 1;
}

/* hyperfine's times, in seconds with all their digits, as samples. */
static qdr_status read_times(const char *path, qdr_measurement *made)
{
    qdr_samples *samples = &made->samples;
    json_t *document = json_load_file(path, 0, NULL);
    const json_t *result =
        json_array_get(json_object_get(document, "results"), 0);
    const json_t *times = json_object_get(result, "times");
    size_t count = json_array_size(times);

    samples->time_ns = calloc(count + 1, sizeof *samples->time_ns);
    samples->local_max_ns = calloc(count + 1, sizeof *samples->local_max_ns);
    samples->batch = 1;
    made->process = qdr_plain_read(path);
    if (count == 0 || samples->time_ns == NULL ||
        samples->local_max_ns == NULL || made->process == NULL) {
        json_decref(document);
        return qdr_fail(&made->reason, QDR_ERROR_SYSTEM,
                        "hyperfine wrote no times");
    }
    for (size_t i = 0; i < count; i++) {
        double seconds = json_number_value(json_array_get(times, i));
        if (!(seconds * 1e9 >= 1)) {
            json_decref(document);
            return qdr_fail(&made->reason, QDR_ERROR_SYSTEM,
                            "hyperfine left a time of %g s; accepted: 1e-9 or "
                            "more",
                            seconds);
        }
        samples->time_ns[i] = llround(seconds * 1e9);
        samples->local_max_ns[i] = samples->time_ns[i];
    }
    samples->count = (int)count;
    json_decref(document);
    return QDR_OK;
}

static void time_process(const qdr_sweep *sweep, const qdr_launch *launch,
                         const qdr_cell *cell, qdr_measurement *made)
{
    const qdr_measuring *m = &sweep->experiment->measuring;
    char pattern[64], json[64];
    qdr_traffic traffic = {0};
    qdr_command command = {0};
    qdr_error reason = {""};
    char *text = NULL;

    snprintf(pattern, sizeof pattern, "launch-%05" PRId64 ".mtx",
             launch->number);
    snprintf(json, sizeof json, "launch-%05" PRId64 ".hyperfine",
             launch->number);
    made->planning = (qdr_planning){-1, -1, -1};
    made->status = make_traffic(cell, pattern, &traffic, made);
    if (made->status != QDR_OK) {
        qdr_traffic_cleanup(&traffic);
        return;
    }
    add_hyperfine(&command, m, json,
                  &(process){sweep, launch, cell, &traffic, pattern});
    unlink(json);
    made->status = qdr_command_run(&command, true, &text, &reason);
    if (text != NULL)
        fputs(text, stderr); /* the launch's log */
    if (made->status == QDR_OK)
        made->status = read_times(json, made);
    else
        made->status =
            qdr_fail(&made->reason, QDR_ERROR_CHECK, "%s: %.300s", reason.text,
                     text == NULL ? "" : last_line(text));
    free(text);
    qdr_command_cleanup(&command);
    qdr_traffic_cleanup(&traffic);
    unlink(json);
    unlink(pattern);
}

/* Its cells have a process to time. */
static qdr_status require_processes(const qdr_sweep *sweep, qdr_error *error)
{
    if (sweep->experiment->num_processes > 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s: no key 'processes'; accepted: an experiment that "
                    "times whole processes",
                    sweep->experiment->file->path);
}

qdr_status qdr_sweep_time_processes(const char *folder, const char *name,
                                    qdr_error *error)
{
    char skipped[QDR_PATH_LENGTH];
    qdr_attempt attempt;
    qdr_sweep sweep = {0};
    qdr_launch launch;
    qdr_result *result = NULL;
    json_t *seen;
    int64_t *order = NULL;
    qdr_status status = QDR_OK;

    if (!qdr_attempt_read(name, strlen(name), &attempt))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "'%.200s' is no name of an attempt", name);
    if (status == QDR_OK)
        status = qdr_sweep_load_folder(&sweep, folder, error);
    if (status == QDR_OK)
        status = require_processes(&sweep, error);
    if (status == QDR_OK)
        status = qdr_definition_check_files(folder, sweep.experiment, error);
    if (status == QDR_OK)
        status = qdr_experiment_find_launch(sweep.experiment, attempt.launch,
                                            &launch, error);
    if (status == QDR_OK)
        order = malloc((size_t)launch.num_cells * sizeof *order);
    if (status == QDR_OK && order == NULL)
        status = qdr_fail_memory(error, "the order of cells");
    if (status == QDR_OK) {
        qdr_experiment_order(sweep.experiment, &launch, order);
        qdr_attempt_path(folder, &attempt, "skipped", skipped, sizeof skipped);
        seen = json_pack("[o]", qdr_conditions_here(NULL));
        status = qdr_result_open(folder, name, sweep.experiment, &launch, false,
                                 qdr_conditions_merge(seen), &result, error);
        json_decref(seen);
    }
    for (int64_t i = 0; status == QDR_OK && i < launch.num_cells; i++) {
        qdr_cell cell = qdr_experiment_cell(sweep.experiment, order[i]);
        qdr_measurement made = {.status = QDR_ERROR_CHECK};
        if (qdr_result_has(result, order[i]))
            continue;
        if (!qdr_cell_has_failed(skipped, order[i], &made.reason)) {
            qdr_result_begin_cell(result, &cell);
            time_process(&sweep, &launch, &cell, &made);
        }
        status = qdr_result_add(result, &cell, &made, error);
        qdr_measurement_cleanup(&made);
    }
    if (status == QDR_OK)
        status = qdr_result_close(result, error);
    else
        qdr_result_discard(result);
    free(order);
    qdr_sweep_cleanup(&sweep);
    return status;
}
