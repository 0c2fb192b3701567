/* harness/cli/command_bench.c -- `quadrille bench`: one measurement.
 *
 * A sweep of one cell: the options become an experiment file in a temporary
 * folder, and the samples go to stdout.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/cli/commands.h"
#include "harness/cli/options.h"
#include "harness/files/files.h"
#include "harness/sweep/launch_files.h"
#include "harness/sweep/sweep.h"
#include "kernels/core/names.h"

typedef struct measurement {
    const char *algorithm, *workload, *machine, *mode;
    const char *improvements;
    const char *json; /* of a launch, instead of all others; or NULL */
    int procs, root, warmup, repetitions;
    double density, cutoff, delay_us, cap_s;
    int64_t bytes, seed;
} measurement;

static qdr_status write_experiment(const measurement *from, const char *path,
                                   qdr_error *error)
{
    FILE *file = fopen(path, "w");

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    fprintf(file, "name: bench\nworkload: %s\nalgorithms: [%s]\n",
            from->workload, from->algorithm);
    fprintf(file, "procs: [%d]\ndensities: [%.17g]\nbytes: [%" PRId64 "]\n",
            from->procs, from->density, from->bytes);
    fprintf(file, "root: %d\ncutoff: %.17g\n", from->root, from->cutoff);
    fprintf(file, "delays_us: [%.17g]\nimprovements: [%s]\n", from->delay_us,
            from->improvements);
    if (from->mode != NULL)
        fprintf(file, "modes: [\"%s\"]\n", from->mode);
    fprintf(file, "seeds: {first: %" PRId64 ", count: 1}\n", from->seed);
    fprintf(file, "warmup: %d\nrepetitions: %d\norder_seed: 0\n", from->warmup,
            from->repetitions);
    fprintf(file, "cells_per_launch: 1\nlaunch_cap_s: %.17g\n", from->cap_s);
    return fclose(file) == 0
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
}

static void print_samples(const qdr_sweep *sweep, int64_t launch)
{
    char path[QDR_PATH_LENGTH];
    FILE *file;
    int character;

    qdr_launch_path(sweep, launch, "csv", path);
    file = fopen(path, "r");
    while (file != NULL && (character = fgetc(file)) != EOF)
        putchar(character);
    if (file != NULL)
        fclose(file);
}

static qdr_status run(const measurement *from, const char *folder,
                      qdr_error *error)
{
    char config[QDR_PATH_LENGTH], results[QDR_PATH_LENGTH];
    qdr_sweep sweep = {0};
    qdr_sweep_count count = {0};
    qdr_verdicts verdicts;
    qdr_status status;

    snprintf(config, sizeof config, "%s/bench.yaml", folder);
    snprintf(results, sizeof results, "%s/results", folder);
    status = write_experiment(from, config, error);
    if (status == QDR_OK)
        status = qdr_sweep_load(&sweep, config, from->machine, results, error);
    if (status == QDR_OK)
        status = qdr_sweep_run(&sweep, NULL, 1, false, &count, error);
    if (status == QDR_OK && count.valid == 1)
        print_samples(&sweep, 0);
    else if (status == QDR_OK &&
             qdr_launch_verdicts(&sweep, 0, &verdicts) == QDR_LAUNCH_COMPLETE)
        status = qdr_fail(error, QDR_ERROR_CHECK, "INVALID: %.480s",
                          verdicts.reason);
    else if (status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_SYSTEM,
                          "the launch did not start; its output is in %.300s",
                          results);
    qdr_sweep_cleanup(&sweep);
    return status;
}

/* Writes the configuration that a launch's JSON holds into `folder`. */
static qdr_status write_configuration(const json_t *document,
                                      const char *folder, qdr_error *error)
{
    const json_t *files = json_object_get(
        json_object_get(document, "provenance"), "configuration");
    static const char patterns[] = "patterns/";
    char kept[QDR_PATH_LENGTH];
    const char *name;
    json_t *file;

    snprintf(kept, sizeof kept, "%s/patterns", folder);
    if (mkdir(kept, 0777) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot make %.300s", kept);
    json_object_foreach((json_t *)files, name, file)
    {
        const char *text = json_string_value(json_object_get(file, "text"));
        char path[QDR_PATH_LENGTH];
        FILE *to;
        /* A name, or one in patterns/, and no other path. */
        if (strchr(strncmp(name, patterns, strlen(patterns)) == 0
                       ? name + strlen(patterns)
                       : name,
                   '/') != NULL)
            continue;
        if (text == NULL)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "--from: %.200s was too long to be kept there; "
                            "accepted: the sweep itself",
                            name);
        snprintf(path, sizeof path, "%s/%.200s", folder, name);
        to = fopen(path, "w");
        if (to == NULL || fputs(text, to) < 0 || fclose(to) != 0)
            return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s",
                            path);
    }
    return QDR_OK;
}

/* Measures the launch of a JSON again, with this program. */
static qdr_status run_again(const char *path, const char *folder,
                            qdr_error *error)
{
    json_error_t why;
    json_t *document = json_load_file(path, 0, &why);
    int64_t launch = json_integer_value(json_object_get(document, "launch"));
    qdr_selection selection = {0, 1, &launch};
    qdr_sweep sweep = {0};
    qdr_sweep_count count = {0};
    qdr_verdicts verdicts;
    qdr_status status;

    if (document == NULL || json_object_get(document, "launch") == NULL) {
        json_decref(document);
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--from %.200s: %.100s; accepted: the JSON of a launch",
                        path, document == NULL ? why.text : "no launch");
    }
    status = write_configuration(document, folder, error);
    json_decref(document);
    if (status == QDR_OK)
        status = qdr_sweep_load_folder(&sweep, folder, error);
    if (status == QDR_OK &&
        (launch < 0 || launch >= qdr_experiment_num_launches(sweep.experiment)))
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "--from %.200s: its experiment has no launch %" PRId64,
                     path, launch);
    if (status == QDR_OK)
        status = qdr_sweep_run(&sweep, &selection, 1, false, &count, error);
    if (status == QDR_OK && count.valid > 0)
        print_samples(&sweep, launch);
    if (status == QDR_OK && count.invalid + count.missing > 0)
        status = qdr_fail(error, QDR_ERROR_CHECK, "INVALID: %.480s",
                          qdr_launch_verdicts(&sweep, launch, &verdicts) ==
                                  QDR_LAUNCH_COMPLETE
                              ? verdicts.reason
                              : "the launch did not end well");
    qdr_sweep_cleanup(&sweep);
    return status;
}

static const char *improvements_at(int index)
{
    return qdr_improvements_string((qdr_improvements)index);
}

static qdr_status check_improvements(const char *name, qdr_error *error)
{
    int index;

    return qdr_names_find("--improvements", name, QDR_NUM_IMPROVEMENTS,
                          improvements_at, &index, error);
}

/* Refused here, so that the error names the option, not a made file. */
static qdr_status check(measurement *from, qdr_error *error)
{
    const qdr_kernel *kernel;
    const qdr_workload *workload;
    qdr_mode mode;
    qdr_status status;

    if (from->algorithm == NULL || from->procs == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--algorithm A and --procs P are needed");
    status = qdr_kernel_find(from->algorithm, &kernel, error);
    if (status == QDR_OK && from->workload == NULL)
        from->workload =
            (kernel->flags & QDR_ROOTED) != 0 ? "broadcast" : "synthetic";
    if (status == QDR_OK && from->density < 0)
        from->density = (kernel->flags & (QDR_COMPLETE | QDR_ROOTED)) == 0 &&
                                strcmp(kernel->collective, "alltoall") != 0
                            ? 0.5
                            : 1;
    if (status == QDR_OK && from->bytes < 0)
        from->bytes = (kernel->flags & QDR_LENGTHS) != 0 ? 8 : 256;
    if (status == QDR_OK && from->root >= from->procs)
        status =
            qdr_fail(error, QDR_ERROR_INPUT, "--root is %d; accepted: 0 to %d",
                     from->root, from->procs - 1);
    if (status == QDR_OK)
        status = qdr_workload_find(from->workload, &workload, error);
    if (status == QDR_OK)
        status = check_improvements(from->improvements, error);
    if (status == QDR_OK && from->mode != NULL)
        status = qdr_mode_parse(from->mode, &mode, error);
    return status;
}

static qdr_status remove_folder(const char *folder, qdr_status status,
                                qdr_error *error)
{
    qdr_error reason = {""};
    qdr_status removed = qdr_folder_remove(folder, &reason);

    if (status != QDR_OK || removed == QDR_OK)
        return status;
    *error = reason;
    return removed;
}

qdr_status qdr_command_bench(int argc, char **argv, qdr_error *error)
{
    measurement from = {.machine = "local",
                        .warmup = 2,
                        .repetitions = 10,
                        .density = -1,
                        .bytes = -1,
                        .seed = 1,
                        .improvements = "both",
                        .cap_s = 60};
    qdr_option options[] = {
        {"--algorithm", QDR_OPTION_STRING, &from.algorithm, 0, 0, 0},
        {"--procs", QDR_OPTION_INT, &from.procs, 1, QDR_MAX_PROCS, 0},
        {"--workload", QDR_OPTION_STRING, &from.workload, 0, 0, 0},
        {"--density", QDR_OPTION_REAL, &from.density, 0, 1, 0},
        {"--bytes", QDR_OPTION_INT64, &from.bytes, 0, 0x1p40, 0},
        {"--root", QDR_OPTION_INT, &from.root, 0, QDR_MAX_PROCS - 1, 0},
        {"--cutoff", QDR_OPTION_REAL, &from.cutoff, 1, 1e9, 0},
        {"--seed", QDR_OPTION_INT64, &from.seed, 0, 0x1p63, 0},
        {"--mode", QDR_OPTION_STRING, &from.mode, 0, 0, 0},
        {"--delay", QDR_OPTION_REAL, &from.delay_us, 0, 1e9, 0},
        {"--improvements", QDR_OPTION_STRING, &from.improvements, 0, 0, 0},
        {"--machine", QDR_OPTION_STRING, &from.machine, 0, 0, 0},
        {"--warmup", QDR_OPTION_INT, &from.warmup, 0, 1e6, 0},
        {"--repetitions", QDR_OPTION_INT, &from.repetitions, 1, 1e6, 0},
        {"--cap", QDR_OPTION_REAL, &from.cap_s, 1, 1e6, 0},
        {"--from", QDR_OPTION_STRING, &from.json, 0, 0, 0},
        {0}};
    const char *parent = getenv("TMPDIR");
    char folder[QDR_PATH_LENGTH / 2];
    int num_operands;
    qdr_status status =
        qdr_options_parse(options, argc, argv, 0, &num_operands, error);

    if (status != QDR_OK)
        return status;
    for (size_t i = 0; from.json != NULL && options[i].name != NULL; i++)
        if (options[i].is_given && strcmp(options[i].name, "--from") != 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "%s does not go with --from, which holds all of it",
                            options[i].name);
    if (from.json == NULL)
        status = check(&from, error);
    if (status != QDR_OK)
        return status;
    snprintf(folder, sizeof folder, "%.900s/quadrille-bench-XXXXXX",
             parent != NULL ? parent : "/tmp");
    if (mkdtemp(folder) == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot make %.300s", folder);
    status = from.json != NULL ? run_again(from.json, folder, error)
                               : run(&from, folder, error);
    /* Kept, with its logs, for whoever wants to know why. */
    if (status != QDR_ERROR_SYSTEM)
        status = remove_folder(folder, status, error);
    return status;
}
