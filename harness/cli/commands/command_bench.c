/* harness/cli/commands/command_bench.c -- `quadrille bench`: one measurement.
 *
 * A sweep of one cell: the options become an experiment file in a temporary
 * folder, and the samples go to stdout.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/options/algorithm_option.h"
#include "harness/cli/options/parameter_options.h"
#include "harness/cli/output/bench_again.h"
#include "harness/cli/output/bench_files.h"
#include "harness/files/files.h"
#include "kernels/kernel.h"
#include "workloads/workload.h"

/* The user's request. */
typedef struct request {
    const qdr_options *options;
    const qdr_kernel *kernel;
    const qdr_workload *workload;
    qdr_values kernel_values, workload_values;
    char ordinary[128]; /* the workload's values where the user gives none */
} request;

/* The workload's values: those given, else ordinary ones, else defaults. */
static qdr_status set_traffic(request *from, qdr_error *error)
{
    /* If the user names the workload, it gets its defaults. */
    const char *ordinary =
        qdr_options_given(from->options, "workload")
            ? NULL
            : from->workload->ordinary[from->kernel->collective];
    qdr_values given = {0};
    qdr_status status;

    snprintf(from->ordinary, sizeof from->ordinary, "%s",
             ordinary == NULL ? "" : ordinary);
    qdr_values_init(&from->workload_values, from->workload->parameters);
    status = qdr_values_read(&from->workload_values, from->workload->name,
                             from->ordinary, error);
    if (status == QDR_OK)
        status = qdr_parameter_options_values(
            from->options, from->workload->parameters, &given, error);
    for (int i = 0; i < qdr_parameters_count(given.parameters); i++)
        if (qdr_options_given(from->options, given.parameters[i].name))
            from->workload_values.values[i] = given.values[i];
    return status;
}

/* Refused here, so that the error names the option, not a made file. */
static qdr_status choose(request *from, qdr_error *error)
{
    const qdr_options *options = from->options;
    const char *workload = qdr_options_text(options, "workload");
    const char *mode = qdr_options_text(options, "mode");
    char owners[128];
    qdr_mode parsed;
    qdr_status status = QDR_OK;

    if (workload != NULL)
        status = qdr_workload_find(workload, &from->workload, error);
    else if (qdr_options_given(options, "density")) /* of messages alone */
        from->workload = qdr_workload_ordinary(QDR_ALLTOALLV);
    if (status == QDR_OK)
        status =
            qdr_algorithm_option(options, from->workload, &from->kernel, error);
    if (status == QDR_OK && workload == NULL)
        from->workload = qdr_workload_ordinary(from->kernel->collective);
    if (status == QDR_OK && mode != NULL)
        status = qdr_mode_parse(mode, &parsed, error);
    if (status != QDR_OK)
        return status;
    snprintf(owners, sizeof owners, "%.60s and %.60s", from->kernel->name,
             from->workload->name);
    status =
        qdr_parameter_options_check(options, from->kernel->parameters,
                                    from->workload->parameters, owners, error);
    if (status == QDR_OK)
        status = qdr_parameter_options_values(options, from->kernel->parameters,
                                              &from->kernel_values, error);
    return status == QDR_OK ? set_traffic(from, error) : status;
}

/* "key: ['value']", for keys that algorithm and workload share. */
static void write_values(const qdr_values *values, const qdr_parameter *other,
                         FILE *to)
{
    for (int i = 0; i < qdr_parameters_count(values->parameters); i++) {
        const char *text = values->values[i].text;
        if (qdr_parameters_find(other, values->parameters[i].name) >= 0)
            continue;
        fprintf(to, "%s: ['", values->parameters[i].name);
        /* From the working folder, which the file is not in. */
        if (values->parameters[i].type == QDR_FILE && text[0] != '/') {
            char *here = getcwd(NULL, 0);
            qdr_bench_quote(here == NULL ? "." : here, to);
            fputc('/', to);
            free(here);
        }
        qdr_bench_quote(text, to);
        fprintf(to, "']\n");
    }
}

static qdr_status write_experiment(const request *from, const char *path,
                                   qdr_error *error)
{
    const qdr_options *options = from->options;
    const char *mode = qdr_options_text(options, "mode");
    FILE *file = fopen(path, "w");

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    fprintf(file, "name: bench\nworkload: %s\nalgorithms: [%s]\n",
            from->workload->name, from->kernel->name);
    fprintf(file, "procs: [%" PRId64 "]\n",
            qdr_options_integer(options, "procs"));
    write_values(&from->workload_values, NULL, file);
    write_values(&from->kernel_values, from->workload->parameters, file);
    if (mode != NULL)
        fprintf(file, "modes: [\"%s\"]\n", mode);
    fprintf(file, "timed: %s\nverify: %s\n", qdr_options_text(options, "timed"),
            qdr_options_text(options, "verify"));
    fprintf(file, "seeds: {first: %" PRId64 ", count: 1}\n",
            qdr_options_integer(options, "seed"));
    fprintf(file, "warmup: %" PRId64 "\nrepetitions: %" PRId64 "\n",
            qdr_options_integer(options, "warmup"),
            qdr_options_integer(options, "repetitions"));
    fprintf(file, "order_seed: 0\ncells_per_launch: 1\nlaunch_cap_s: %.17g\n",
            qdr_options_real(options, "cap"));
    return fclose(file) == 0
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
}

/* On a terminal, unless the user chooses otherwise. */
static bool is_for_reader(const qdr_options *options)
{
    return qdr_options_given(options, "format")
               ? qdr_options_integer(options, "format") == QDR_FORMAT_TEXT
               : isatty(STDOUT_FILENO) != 0;
}

static qdr_status measure(const request *from, const char *folder,
                          qdr_error *error)
{
    char config[QDR_PATH_LENGTH], results[QDR_PATH_LENGTH];
    qdr_sweep sweep = {0};
    qdr_status status;

    snprintf(config, sizeof config, "%s/bench.yaml", folder);
    snprintf(results, sizeof results, "%s/results", folder);
    status = write_experiment(from, config, error);
    if (status == QDR_OK) {
        status = qdr_sweep_load(&sweep, config,
                                qdr_options_text(from->options, "machine"),
                                results, NULL, error);
        if (status == QDR_ERROR_INPUT)
            qdr_bench_name_option(config, error);
    }
    if (status == QDR_OK)
        status = qdr_bench_run(&sweep, 0, is_for_reader(from->options), error);
    qdr_sweep_cleanup(&sweep);
    return status;
}

static qdr_status measure_from(const qdr_options *options, const char *folder,
                               qdr_error *error)
{
    request from = {.options = options};
    qdr_status status = choose(&from, error);

    return status == QDR_OK ? measure(&from, folder, error) : status;
}

static qdr_status check_given(const qdr_options *options, qdr_error *error)
{
    char label[64];

    if (!qdr_options_given(options, "from"))
        return qdr_options_given(options, "algorithm") &&
                       qdr_options_given(options, "procs")
                   ? QDR_OK
                   : qdr_fail(error, QDR_ERROR_INPUT,
                              "--algorithm A and --procs P are needed");
    for (int i = 0; i < options->count; i++) {
        const qdr_option *option = &options->options[i];
        if (option->is_given && strcmp(option->is.name, "from") != 0)
            return qdr_fail(
                error, QDR_ERROR_INPUT,
                "%s cannot be given with --from; accepted: --from FILE alone",
                qdr_option_label(option->is.name, label, sizeof label));
    }
    return QDR_OK;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const char *again = qdr_options_text(line->options, "from");
    char folder[QDR_PATH_LENGTH / 2];
    qdr_status status = check_given(line->options, error);

    if (status == QDR_OK)
        status =
            qdr_folder_make_temporary("bench", folder, sizeof folder, error);
    if (status != QDR_OK)
        return status;
    status = again != NULL ? qdr_bench_again(again, folder, error)
                           : measure_from(line->options, folder, error);
    /* Kept, with its logs, to show the reason. */
    return status == QDR_ERROR_SYSTEM
               ? status
               : qdr_bench_folder_remove(folder, status, error);
}

static const char *const timed_words[] = {"application", "exchange", "indexed",
                                          NULL};
static const char *const verify_words[] = {"fitting", "all", NULL};
static const qdr_option own_options[] = {
    QDR_OPTION(TEXT, "algorithm", "A", NULL, "one of `quadrille list`"),
    QDR_COLLECTIVE_OPTION,
    QDR_OPTION(INTEGER, "procs", "P", NULL, "ranks", .min = 1,
               .max = QDR_MAX_PROCS),
    QDR_OPTION(
        TEXT, "workload", "W", NULL,
        "whose traffic; else an ordinary one of the algorithm's collective"),
    QDR_OPTION(INTEGER, "seed", "N", "1",
               "of random traffic; an algorithm's own is drawn from it",
               .min = 0, .max = 0x1p63),
    QDR_OPTION(TEXT, "mode", "MODE", NULL,
               "of a schedule; else the algorithm's own"),
    QDR_OPTION(
        WORD, "timed", "WHAT", "application",
        "a sample: a run of the workload's application, one exchange, or one "
        "that gathers and scatters its messages through lists of indices",
        .words = timed_words),
    QDR_OPTION(TEXT, "machine", "M", "local", "a file of configs/machines"),
    QDR_OPTION(INTEGER, "warmup", "N", "2",
               "untimed executions before the samples", .min = 0, .max = 1e6),
    QDR_OPTION(INTEGER, "repetitions", "N", "10", "samples", .min = 1,
               .max = 1e6),
    QDR_OPTION(WORD, "verify", "WORD", "fitting",
               "verified samples: those that fit in half of --cap, or all",
               .words = verify_words),
    QDR_OPTION(REAL, "cap", "SECONDS", "60", "after which it is ended",
               .unit = "s", .min = 1, .max = 1e6),
    QDR_OPTION(WORD, "format", "WORD", NULL,
               "text: median, 5% to 95% of the samples and lower bound; csv: "
               "the samples; else text on a terminal",
               .words = qdr_format_words),
    QDR_OPTION(
        FILE, "from", "FILE", NULL,
        "instead of all others: the JSON of a launch, which is measured again"),
    {.is = {0}}};

static const qdr_help_section own_sections[] = {
    {"algorithm", "What runs, and where"},
    {"warmup", "How it is measured"},
    {"format", "Output"},
    {0}};

const qdr_cli_command qdr_command_bench = {
    .name = "bench",
    .summary = "one measurement: a summary, or its samples as csv",
    .options = own_options,
    .sections = own_sections,
    .parameters = QDR_OF_ALL,
    .run = run};
