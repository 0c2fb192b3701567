/* harness/cli/command_sweep.c -- `quadrille sweep ACTION CONFIG`. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "harness/cli/sweep_plan.h"
#include "harness/slurm/slurm.h"
#include "harness/sweep/processes.h"
#include "harness/sweep/sweep.h"
#include "kernels/core/names.h"

typedef struct arguments {
    const char *config;
    const char *machine;
    const char *results;
    const char *format;
    int jobs;
    bool restart, dry_run, figures, wait;
} arguments;

static const char *const format_names[] = {"text", "csv"};

static const char *format_at(int index)
{
    return format_names[index];
}

static qdr_status plan(const qdr_sweep *sweep, const arguments *from,
                       qdr_error *error)
{
    int format;
    qdr_status status =
        qdr_names_find("--format", from->format, 2, format_at, &format, error);

    if (status == QDR_OK && format == 0)
        qdr_sweep_plan_text(sweep);
    else if (status == QDR_OK)
        qdr_sweep_plan_csv(sweep);
    return status;
}

static qdr_status run(const qdr_sweep *sweep, const arguments *from,
                      qdr_error *error)
{
    qdr_sweep_count count;
    qdr_status status =
        qdr_sweep_run(sweep, NULL, from->jobs, from->restart, &count, error);

    if (status != QDR_OK)
        return status;
    printf("%s on %s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing; %s\n",
           sweep->experiment->name, sweep->machine_name, count.valid,
           count.invalid, count.missing, sweep->folder);
    return count.invalid + count.missing == 0 ? QDR_OK : QDR_ERROR_CHECK;
}

static qdr_status require_slurm(const qdr_sweep *sweep, qdr_error *error)
{
    if (sweep->machine->kind == QDR_MACHINE_SLURM)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "machine %s has no SLURM; accepted: sweep run, or a "
                    "machine of kind slurm",
                    sweep->machine_name);
}

static qdr_status submit(const qdr_sweep *sweep, const arguments *from,
                         qdr_error *error)
{
    const qdr_submission options = {from->dry_run, from->restart,
                                    from->figures};
    qdr_status status = require_slurm(sweep, error);

    return status == QDR_OK ? qdr_slurm_submit(sweep, &options, error) : status;
}

/* A sweep without jobs just goes on. */
static qdr_status resume(const qdr_sweep *sweep, const arguments *from,
                         qdr_error *error)
{
    return sweep->machine->kind == QDR_MACHINE_SLURM
               ? submit(sweep, from, error)
               : run(sweep, from, error);
}

static void print_bar(const qdr_sweep *sweep, const qdr_slurm_state *state)
{
    static const char full[] = "##############################";
    static const char empty[] = "..............................";
    int64_t total = qdr_experiment_num_cells(sweep->experiment);
    int width = (int)sizeof full - 1;
    int filled =
        (int)(width * (state->cells.valid + state->cells.invalid) / total);

    printf("[%.*s%.*s] %" PRId64 "/%" PRId64 " cells valid, %" PRId64
           " invalid, %" PRId64 " missing",
           filled, full, width - filled, empty, state->cells.valid, total,
           state->cells.invalid, state->cells.missing);
    if (state->knows_jobs)
        printf("; jobs: %" PRId64 " running, %" PRId64 " pending",
               state->num_running, state->num_pending);
    if (state->num_stuck > 0)
        printf(", %" PRId64 " held (resume cancels them)", state->num_stuck);
    if (state->num_silent > 0)
        printf(", %" PRId64 " without heartbeat (resume replaces them)",
               state->num_silent);
    if (state->is_moving && state->left_s > 0)
        printf("; about %.0f s left", ceil(state->left_s));
}

static void print_damaged(const qdr_slurm_state *state)
{
    if (state->num_damaged > 0)
        printf("%6" PRId64 " launches damaged, first launch %" PRId64
               ": its csv is not what its JSON says; run or resume redoes "
               "them\n",
               state->num_damaged, state->first_damaged);
}

static void print_state(const qdr_sweep *sweep, const qdr_slurm_state *state)
{
    print_bar(sweep, state);
    printf("\n");
    print_damaged(state);
    for (int r = 0; r < state->num_reasons; r++)
        printf("%6" PRId64 " INVALID, first in launch %" PRId64 ": %s\n",
               state->invalid[r].count, state->invalid[r].launch,
               state->invalid[r].reason);
}

/* Until nothing is running any more; then whether every cell is valid. */
static qdr_status show_status(const qdr_sweep *sweep, const arguments *from,
                              qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    struct timespec pause = {1, 0};
    qdr_slurm_state state;
    qdr_status status = qdr_slurm_look(sweep, &state, error);

    if (slurm != NULL)
        pause.tv_sec = slurm->poll_s < 1 ? 1 : (time_t)slurm->poll_s;
    while (status == QDR_OK && from->wait && state.is_moving) {
        if (isatty(STDOUT_FILENO)) {
            printf("\r\033[K");
            print_bar(sweep, &state);
            fflush(stdout);
        }
        nanosleep(&pause, NULL);
        status = qdr_slurm_look(sweep, &state, error);
    }
    if (from->wait && isatty(STDOUT_FILENO))
        printf("\r\033[K");
    print_state(sweep, &state);
    if (status != QDR_OK)
        return status;
    return state.cells.invalid + state.cells.missing == 0 ? QDR_OK
                                                          : QDR_ERROR_CHECK;
}

static qdr_status cancel(const qdr_sweep *sweep, const arguments *from,
                         qdr_error *error)
{
    qdr_status status = require_slurm(sweep, error);

    (void)from;
    return status == QDR_OK ? qdr_slurm_cancel(sweep, error) : status;
}

/* Counts each cell of each complete launch. */
static qdr_status collect(const qdr_sweep *sweep, const arguments *from,
                          qdr_error *error)
{
    qdr_slurm_state state = {0};

    (void)from;
    (void)error;
    qdr_slurm_count(sweep, &state);
    printf("%s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing; in complete launches %" PRId64 " lost, %" PRId64
           " doubled\n",
           sweep->experiment->name, state.cells.valid, state.cells.invalid,
           state.cells.missing, state.num_lost, state.num_doubled);
    print_damaged(&state);
    return state.cells.invalid + state.cells.missing + state.num_lost +
                       state.num_doubled ==
                   0
               ? QDR_OK
               : QDR_ERROR_CHECK;
}

/* What each action takes beside --machine and --results. */
static const struct {
    const char *name;
    qdr_status (*run)(const qdr_sweep *, const arguments *, qdr_error *);
    const char *options;
} actions[] = {
    {"plan", plan, " --format"},
    {"run", run, " --jobs --restart"},
    {"submit", submit, " --dry-run --figures --restart"},
    {"status", show_status, " --wait"},
    {"resume", resume, " --dry-run --figures --jobs"},
    {"cancel", cancel, ""},
    {"collect", collect, ""},
};

static const char *action_at(int index)
{
    return actions[index].name;
}

static qdr_status check_options(const qdr_option *options, int action,
                                qdr_error *error)
{
    for (const qdr_option *o = options; o->name != NULL; o++)
        if (o->is_given && strcmp(o->name, "--machine") != 0 &&
            strcmp(o->name, "--results") != 0 &&
            strstr(actions[action].options, o->name) == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "sweep %s: option '%s', accepted: --machine "
                            "--results%s",
                            actions[action].name, o->name,
                            actions[action].options);
    return QDR_OK;
}

/* Within a job: `sweep task FOLDER N`. Not for users. */
static qdr_status run_task(char **argv, qdr_error *error)
{
    char *end;
    int64_t task = strtoll(argv[3], &end, 10);

    if (*end != '\0')
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "task '%s'; accepted: a whole number", argv[3]);
    return qdr_slurm_task(argv[2], task, error);
}

/* Within a launch: `sweep processes FOLDER N [--spare FILE]`. Not for users. */
static qdr_status run_processes(int argc, char **argv, qdr_error *error)
{
    return qdr_sweep_processes(argv[2], strtoll(argv[3], NULL, 10),
                               argc == 6 ? argv[5] : NULL, error);
}

/* The sweep is given by its configuration, or by its results folder. */
static qdr_status load(const arguments *from, qdr_sweep *sweep,
                       qdr_error *error)
{
    char experiment[QDR_PATH_LENGTH];

    snprintf(experiment, sizeof experiment, "%.1900s/experiment.yaml",
             from->config);
    if (access(experiment, R_OK) == 0)
        return qdr_sweep_load_folder(sweep, from->config, error);
    return qdr_sweep_load(sweep, from->config, from->machine, from->results,
                          error);
}

qdr_status qdr_command_sweep(int argc, char **argv, qdr_error *error)
{
    arguments from = {.machine = "local", .format = "text"};
    qdr_option options[] = {
        {"--machine", QDR_OPTION_STRING, &from.machine, 0, 0, 0},
        {"--results", QDR_OPTION_STRING, &from.results, 0, 0, 0},
        {"--jobs", QDR_OPTION_INT, &from.jobs, 1, 64, 0},
        {"--restart", QDR_OPTION_FLAG, &from.restart, 0, 0, 0},
        {"--dry-run", QDR_OPTION_FLAG, &from.dry_run, 0, 0, 0},
        {"--figures", QDR_OPTION_FLAG, &from.figures, 0, 0, 0},
        {"--wait", QDR_OPTION_FLAG, &from.wait, 0, 0, 0},
        {"--format", QDR_OPTION_STRING, &from.format, 0, 0, 0},
        {0}};
    qdr_sweep sweep = {0};
    int num_operands, action;
    qdr_status status;

    if (argc == 4 && strcmp(argv[1], "task") == 0)
        return run_task(argv, error);
    if ((argc == 4 || argc == 6) && strcmp(argv[1], "processes") == 0)
        return run_processes(argc, argv, error);
    status = qdr_options_parse(options, argc, argv, 2, &num_operands, error);
    if (status != QDR_OK)
        return status;
    if (num_operands < 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "usage: quadrille sweep plan|run|submit|status|resume|"
                        "cancel|collect CONFIG [--machine M]");
    from.config = argv[2];
    status = qdr_names_find("action", argv[1], sizeof actions / sizeof *actions,
                            action_at, &action, error);
    if (status == QDR_OK)
        status = check_options(options, action, error);
    if (status == QDR_OK && from.results != NULL && from.results[0] == '\0')
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "--results ''; accepted: a folder");
    if (status == QDR_OK)
        status = load(&from, &sweep, error);
    if (status == QDR_OK)
        status = actions[action].run(&sweep, &from, error);
    qdr_sweep_cleanup(&sweep);
    return status;
}
