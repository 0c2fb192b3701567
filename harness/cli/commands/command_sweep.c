/* harness/cli/commands/command_sweep.c -- `quadrille sweep ACTION CONFIG`. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/output/sweep_plan.h"
#include "harness/cli/output/sweep_status.h"
#include "harness/results/packed_folder.h"
#include "harness/slurm/slurm.h"
#include "harness/sweep/folder/file_ownership.h"
#include "harness/sweep/loading/sweep.h"
#include "kernels/core/base/name_lookup.h"

static qdr_status plan(const qdr_sweep *sweep, const qdr_options *options,
                       qdr_error *error)
{
    (void)error;
    (qdr_options_integer(options, "format") == QDR_FORMAT_CSV
         ? qdr_sweep_plan_csv
         : qdr_sweep_plan_text)(sweep);
    return QDR_OK;
}

/* Only for a terminal. */
static void print_what_next(const qdr_sweep *sweep)
{
    const qdr_experiment *e = sweep->experiment;

    if (!isatty(STDOUT_FILENO))
        return;
    printf("next: ./quadrille figures --results %s\n", sweep->folder);
    if (e->num_algorithms > 1)
        printf("      ./quadrille compare %s --baseline %s\n", sweep->folder,
               qdr_kernel_at(e->algorithms[0])->name);
}

static qdr_restart restart_of(const qdr_options *options)
{
    return !qdr_options_given(options, "restart")     ? QDR_RESTART_NEVER
           : qdr_options_given(options, "if_changed") ? QDR_RESTART_CHANGED
                                                      : QDR_RESTART_ALWAYS;
}

static qdr_status run(const qdr_sweep *sweep, const qdr_options *options,
                      qdr_error *error)
{
    qdr_sweep_count count;
    qdr_status status =
        qdr_sweep_run(sweep, NULL, (int)qdr_options_integer(options, "jobs"),
                      restart_of(options), &count, error);

    if (status != QDR_OK)
        return status;
    printf("%s on %s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing; %s\n",
           sweep->experiment->name, sweep->machine_name, count.valid,
           count.invalid, count.missing, sweep->folder);
    print_what_next(sweep);
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

static qdr_status submit(const qdr_sweep *sweep, const qdr_options *options,
                         qdr_error *error)
{
    const qdr_submission submission = {qdr_options_given(options, "dry_run"),
                                       restart_of(options),
                                       qdr_options_given(options, "figures")};
    qdr_status status = require_slurm(sweep, error);

    return status == QDR_OK ? qdr_slurm_submit(sweep, &submission, error)
                            : status;
}

/* A sweep without jobs just goes on. */
static qdr_status resume(const qdr_sweep *sweep, const qdr_options *options,
                         qdr_error *error)
{
    return sweep->machine->kind == QDR_MACHINE_SLURM
               ? submit(sweep, options, error)
               : run(sweep, options, error);
}

static qdr_status cancel(const qdr_sweep *sweep, const qdr_options *options,
                         qdr_error *error)
{
    qdr_status status = require_slurm(sweep, error);

    (void)options;
    return status == QDR_OK ? qdr_slurm_cancel(sweep, error) : status;
}

enum { MAX_OPTIONS = 8 };

/* What each action does, takes, and whether only the owner of the results
 * folder may do it: it executes what the folder says, or writes there. */
static const struct {
    const char *name;
    qdr_status (*run)(const qdr_sweep *, const qdr_options *, qdr_error *);
    bool is_owners;
    const char *options[MAX_OPTIONS + 1]; /* ended by NULL */
} verbs[] = {
    {"plan",
     plan,
     false,
     {"--machine", "--results", "--format", "--set", "--verify"}},
    {"run",
     run,
     true,
     {"--machine", "--results", "--jobs", "--restart", "--if-changed", "--set",
      "--verify"}},
    {"submit",
     submit,
     true,
     {"--machine", "--results", "--dry-run", "--figures", "--restart",
      "--if-changed", "--set", "--verify"}},
    {"status",
     qdr_sweep_status,
     false,
     {"--machine", "--results", "--wait", "--set", "--verify"}},
    {"resume",
     resume,
     true,
     {"--machine", "--results", "--dry-run", "--figures", "--jobs", "--set",
      "--verify"}},
    {"cancel", cancel, false, {"--machine", "--results", "--set", "--verify"}},
    {"collect",
     qdr_sweep_collect,
     true,
     {"--machine", "--results", "--set", "--verify"}},
};

static const char *verb_at(int index)
{
    return verbs[index].name;
}

static bool is_taken(const char *const *names, const char *label)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, label) == 0)
            return true;
    return false;
}

static qdr_status check_options(const qdr_options *options, int verb,
                                qdr_error *error)
{
    const char *const *taken = verbs[verb].options;
    qdr_names names = {0};
    char what[32], label[64];
    qdr_status status = QDR_OK;

    snprintf(what, sizeof what, "%s: option", verbs[verb].name);
    for (int i = 0; taken[i] != NULL; i++)
        qdr_names_add(&names, taken[i]);
    for (int i = 0; i < options->count && status == QDR_OK; i++) {
        const qdr_option *o = &options->options[i];
        if (o->is_given &&
            !is_taken(taken, qdr_option_label(o->is.name, label, sizeof label)))
            status = qdr_names_refuse(&names, what, label, error);
    }
    qdr_names_cleanup(&names);
    return status;
}

/* Values of --set, and of --verify, which sets a key, too. Release `words` with
 * free, after the sweep. */
static qdr_status find_settings(const qdr_options *options,
                                qdr_settings *settings, qdr_error *error)
{
    const qdr_option *set = qdr_options_find(options, "set");

    settings->words =
        malloc(((size_t)set->num_texts + 1) * sizeof *settings->words);
    if (settings->words == NULL)
        return qdr_fail_memory(error, "the values of --set");
    for (int i = 0; i < set->num_texts; i++)
        settings->words[settings->count++] = set->texts[i];
    if (qdr_options_given(options, "verify"))
        settings->words[settings->count++] =
            qdr_options_integer(options, "verify") == QDR_VERIFY_ALL
                ? "verify=all"
                : "verify=fitting";
    return QDR_OK;
}

/* The sweep is given by its configuration, or by its results folder. */
static qdr_status load(const char *config, const qdr_options *options,
                       const qdr_settings *settings, qdr_sweep *sweep,
                       qdr_error *error)
{
    char experiment[QDR_PATH_LENGTH];

    snprintf(experiment, sizeof experiment, "%.1900s/experiment.yaml", config);
    if (access(experiment, R_OK) != 0)
        return qdr_sweep_load(
            sweep, config, qdr_options_text(options, "machine"),
            qdr_options_text(options, "results"), settings, error);
    return settings->count > 0 || qdr_options_given(options, "restart")
               ? qdr_fail(error, QDR_ERROR_INPUT,
                          "%s is given with the results folder %.200s; "
                          "accepted: with a file of configs/sweeps",
                          qdr_options_given(options, "set") ? "--set"
                          : settings->count > 0             ? "--verify"
                                                            : "--restart",
                          config)
               : qdr_sweep_load_folder(sweep, config, error);
}

/* A packed folder is only read. */
static qdr_status refuse_packed(const char *folder, qdr_error *error)
{
    return qdr_folder_is_packed(folder)
               ? qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s is packed; accepted: a folder "
                          "without " QDR_PACKED_FILE
                          ", which `tar -xf` unpacks",
                          folder)
               : QDR_OK;
}

static qdr_status act(const qdr_line *line, qdr_error *error)
{
    qdr_sweep sweep = {0};
    qdr_settings settings = {0};
    int verb;
    qdr_status status;

    if (line->num_operands < 2)
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "ACTION and CONFIG are needed; accepted: plan, run, submit, "
            "status, resume, cancel or collect, then a file of "
            "configs/sweeps or a results folder");
    status =
        qdr_names_find("action", NULL, line->operands[0],
                       sizeof verbs / sizeof *verbs, verb_at, &verb, error);
    if (status == QDR_OK)
        status = check_options(line->options, verb, error);
    if (status == QDR_OK)
        status = find_settings(line->options, &settings, error);
    if (status == QDR_OK)
        status =
            load(line->operands[1], line->options, &settings, &sweep, error);
    if (status == QDR_OK && verbs[verb].is_owners)
        status = refuse_packed(sweep.folder, error);
    if (status == QDR_OK && verbs[verb].is_owners)
        status = qdr_folder_require_own(
            sweep.folder, !qdr_options_given(line->options, "dry_run"), error);
    if (status == QDR_OK)
        status = verbs[verb].run(&sweep, line->options, error);
    qdr_sweep_cleanup(&sweep);
    free(settings.words);
    return status;
}

static const char *const verify_words[] = {"fitting", "all", NULL};
static const qdr_option own_options[] = {
    QDR_OPTION(TEXT, "machine", "M", "local", "a file of configs/machines"),
    QDR_OPTION(TEXT, "results", "DIR", NULL,
               "the folder; else results/NAME/MACHINE"),
    {.is = {.name = "set",
            .summary = "another value of a key of CONFIG, or of the machine's "
                       "files: machine.KEY, hardware.KEY, software.KEY; null "
                       "removes the key; may be repeated",
            .type = QDR_TEXT},
     .operand = "KEY=VALUE",
     .is_repeated = true},
    QDR_OPTION(WORD, "verify", "WORD", NULL,
               "another value of the key verify: as many samples as the cell's "
               "time allows, or all",
               .words = verify_words),
    QDR_OPTION(WORD, "format", "WORD", "text", "plan: a csv lists every cell",
               .words = qdr_format_words),
    QDR_OPTION(
        INTEGER, "jobs", "N", NULL,
        "run, resume: launches at once; else as many as the machine allows",
        .min = 1, .max = 64),
    {.is = {.name = "restart",
            .summary = "run, submit: moves the results there to DIR.1, DIR.2, "
                       "..., and measures again"}},
    {.is = {.name = "if_changed",
            .summary = "with --restart: only if they are of another "
                       "configuration or program; else goes on"}},
    {.is = {.name = "dry_run",
            .summary = "submit, resume: prints the job instead; needs no "
                       "SLURM"}},
    {.is = {.name = "figures",
            .summary = "submit, resume: another job makes the figure"}},
    {.is = {.name = "wait",
            .summary = "status: until nothing is running any more"}},
    {.is = {0}}};

const qdr_cli_command qdr_command_sweep = {
    .name = "sweep",
    .operands = "ACTION CONFIG",
    .max_operands = 2,
    .summary =
        "a sweep; ACTION is plan, run (here), submit (to SLURM), status, "
        "resume, cancel or collect",
    .options = own_options,
    .run = act};
