/* harness/sweep/processes.c -- see processes.h. */
#include "harness/sweep/processes.h"

#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/bench/result.h"
#include "harness/bench/spare.h"
#include "harness/files/digest.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launcher.h"
#include "kernels/core/pattern_file.h"

enum { LINE = QDR_COMMAND_LENGTH + 1024 };

/* The cell's traffic into a file, for the planner. */
static qdr_status write_pattern(const qdr_cell *cell, const char *path,
                                qdr_measurement *made)
{
    qdr_error *reason = &made->reason;
    qdr_pattern pattern = {0};
    qdr_pattern_stats stats;
    FILE *file;
    qdr_status status =
        cell->workload->generate(&cell->params, &pattern, reason);

    if (status == QDR_OK)
        status = qdr_kernel_accepts(cell->kernel, &pattern, reason);
    if (status == QDR_OK)
        status = qdr_pattern_get_stats(&pattern, &stats, reason);
    if (status == QDR_OK) {
        made->num_messages = stats.num_messages;
        made->total_bytes = stats.total_bytes;
        made->max_degree = stats.max_degree;
        file = fopen(path, "w");
        status = file == NULL
                     ? qdr_fail(reason, QDR_ERROR_SYSTEM, "cannot write %.300s",
                                path)
                     : qdr_pattern_write(&pattern, "mtx", file, reason);
        if (file != NULL && fclose(file) != 0)
            status =
                qdr_fail(reason, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    }
    qdr_pattern_cleanup(&pattern);
    return status;
}

/* The process that a cell times, as one line of words. */
typedef struct process {
    const qdr_sweep *sweep;
    const qdr_launch *launch;
    const qdr_cell *cell;
    const char *pattern; /* a file */
} process;

static void schedule_line(const process *of, char *line)
{
    snprintf(line, QDR_COMMAND_LENGTH,
             "%s/planner schedule --algorithm %s --pattern %s --seed %" PRIu64
             " --format csv",
             qdr_launcher_built_folder(), of->cell->kernel->name, of->pattern,
             of->cell->params.seed);
}

static void start_up_line(const process *of, char *line)
{
    qdr_launcher_command(of->sweep, &of->launch->shape, "--start-up", line);
}

static void exchange_line(const process *of, char *line)
{
    char operands[128];

    snprintf(operands, sizeof operands, ". %" PRId64 " --once %" PRId64,
             of->launch->number, of->cell->number);
    qdr_launcher_command(of->sweep, &of->launch->shape, operands, line);
}

static void (*const make_line[QDR_NUM_PROCESSES])(const process *, char *) = {
    [QDR_PROCESS_SCHEDULE] = schedule_line,
    [QDR_PROCESS_START_UP] = start_up_line,
    [QDR_PROCESS_EXCHANGE] = exchange_line};

/* Runs the line; what it writes last goes to last[size]. */
static int run_line(const char *line, char *last, size_t size)
{
    FILE *pipe = popen(line, "r");
    char text[512];
    int code;

    last[0] = '\0';
    while (pipe != NULL && fgets(text, sizeof text, pipe) != NULL) {
        fputs(text, stderr); /* the launch's log */
        text[strcspn(text, "\n")] = '\0';
        if (text[strspn(text, " \t-")] != '\0')
            snprintf(last, size, "%.*s", (int)size - 1, text);
    }
    code = pipe == NULL ? -1 : pclose(pipe);
    return WIFEXITED(code) ? WEXITSTATUS(code) : code;
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
    made->process = qdr_read_file(path);
    if (count == 0 || samples->time_ns == NULL ||
        samples->local_max_ns == NULL || made->process == NULL) {
        json_decref(document);
        return qdr_fail(&made->reason, QDR_ERROR_SYSTEM,
                        "hyperfine left no times");
    }
    for (size_t i = 0; i < count; i++) {
        double seconds = json_number_value(json_array_get(times, i));
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
    char pattern[64], json[64], line[QDR_COMMAND_LENGTH], whole[LINE],
        last[256];
    int code;

    snprintf(pattern, sizeof pattern, "launch-%05" PRId64 ".mtx",
             launch->number);
    snprintf(json, sizeof json, "launch-%05" PRId64 ".hyperfine",
             launch->number);
    made->plan_ns = -1;
    made->status = write_pattern(cell, pattern, made);
    if (made->status != QDR_OK)
        return;
    make_line[cell->process](&(process){sweep, launch, cell, pattern}, line);
    snprintf(whole, sizeof whole,
             "hyperfine -N --style none --warmup %d --min-runs %d --max-runs "
             "%d --export-json %s '%s' 2>&1 </dev/null",
             m->warmup, m->repetitions, m->most_repetitions, json, line);
    unlink(json);
    code = run_line(whole, last, sizeof last);
    made->status =
        code == 0 ? read_times(json, made)
                  : qdr_fail(&made->reason, QDR_ERROR_CHECK,
                             "hyperfine ended with status %d: %s", code, last);
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
                    sweep->files[QDR_SWEEP_EXPERIMENT]);
}

qdr_status qdr_sweep_processes(const char *folder, int64_t number,
                               const char *spare, qdr_error *error)
{
    qdr_sweep sweep = {0};
    qdr_launch launch;
    qdr_result *result = NULL;
    int64_t *order = NULL;
    qdr_status status = qdr_sweep_load_folder(&sweep, folder, error);

    if (status == QDR_OK)
        status = require_processes(&sweep, error);
    if (status == QDR_OK)
        status = qdr_experiment_find_launch(sweep.experiment, number, &launch,
                                            error);
    if (status == QDR_OK)
        order = malloc((size_t)launch.num_cells * sizeof *order);
    if (status == QDR_OK && order == NULL)
        status = qdr_fail_memory(error, "the order of cells");
    if (status == QDR_OK) {
        qdr_experiment_order(sweep.experiment, &launch, order);
        status = qdr_result_open(folder, sweep.experiment, &launch, false,
                                 &result, error);
    }
    for (int64_t i = 0; status == QDR_OK && i < launch.num_cells; i++) {
        qdr_cell cell = qdr_experiment_cell(sweep.experiment, order[i]);
        qdr_measurement made = {.status = QDR_ERROR_CHECK};
        if (!qdr_is_spared(spare, order[i], &made.reason)) {
            qdr_result_begin_cell(result, &cell);
            time_process(&sweep, &launch, &cell, &made);
        }
        status = qdr_result_add(result, &cell, &made, error);
        qdr_measurement_cleanup(&made);
    }
    if (status == QDR_OK)
        status = qdr_result_close(result, NULL, error);
    else
        qdr_result_discard(result);
    free(order);
    qdr_sweep_cleanup(&sweep);
    return status;
}
