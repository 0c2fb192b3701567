/* harness/cli/output/bench_again.c -- see bench_again.h. */
#include "harness/cli/output/bench_again.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/cli/output/bench_files.h"
#include "harness/experiment/factors.h"
#include "harness/results/definition.h"
#include "harness/results/launch_check.h"

/* A name, or one in the folder of inputs, and no other path. */
static bool is_plain(const char *name)
{
    static const char inputs[] = QDR_INPUTS_FOLDER "/";

    if (strncmp(name, inputs, strlen(inputs)) == 0)
        name += strlen(inputs);
    return strchr(name, '/') == NULL;
}

static qdr_status write_file(const char *folder, const char *name,
                             const json_t *text, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    FILE *to;

    if (!is_plain(name))
        return QDR_OK;
    if (!json_is_string(text))
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "--from: the JSON has no copy of %.300s, which is too long or "
            "not UTF-8; accepted: running the sweep again",
            name);
    snprintf(path, sizeof path, "%.1700s/%.300s", folder, name);
    to = fopen(path, "w");
    return to != NULL &&
                   (fputs(json_string_value(text), to) >= 0) & (fclose(to) == 0)
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
}

/* Writes the configuration and the inputs that a launch's JSON holds into
 * `folder`. */
static qdr_status write_configuration(const json_t *document,
                                      const char *folder, qdr_error *error)
{
    static const char inputs[] = QDR_INPUTS_FOLDER "/";
    const json_t *texts =
        json_object_get(json_object_get(document, "provenance"), "inputs");
    json_t *definition = qdr_definition_of_launch(document), *file;
    char path[QDR_PATH_LENGTH];
    qdr_status status = QDR_OK;
    const char *name;

    snprintf(path, sizeof path, "%.1900s/" QDR_INPUTS_FOLDER, folder);
    if (mkdir(path, 0777) != 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "cannot make %.300s", path);
    json_object_foreach(json_object_get(definition, "files"), name, file)
    {
        const json_t *text = json_object_get(file, "text");
        bool is_input = strncmp(name, inputs, strlen(inputs)) == 0;
        if (text == NULL && is_input)
            text = json_object_get(texts, name);
        /* Partitions follow from the rest. */
        if (status == QDR_OK &&
            strncmp(name, QDR_INPUTS_FOLDER "/partition-",
                    strlen(QDR_INPUTS_FOLDER "/partition-")) != 0)
            status = write_file(folder, name, text, error);
    }
    json_decref(definition);
    return status;
}

qdr_status qdr_bench_again(const char *path, const char *folder,
                           qdr_error *error)
{
    json_error_t why;
    json_t *document = json_load_file(path, 0, &why);
    int64_t launch = json_integer_value(json_object_get(document, "launch"));
    qdr_sweep sweep = {0};
    qdr_error reason;
    qdr_status status;

    if (document == NULL ||
        !json_is_integer(json_object_get(document, "launch"))) {
        json_decref(document);
        return qdr_fail(
            error, QDR_ERROR_INPUT,
            "--from: %.200s: %.100s; accepted: the JSON of a launch", path,
            document == NULL ? why.text : "no launch");
    }
    status = qdr_launch_check_format(document, &reason);
    status = status == QDR_OK
                 ? write_configuration(document, folder, error)
                 : qdr_fail(error, QDR_ERROR_INPUT, "--from %.200s: %.200s",
                            path, reason.text);
    json_decref(document);
    if (status == QDR_OK)
        status = qdr_sweep_load_folder(&sweep, folder, error);
    if (status == QDR_OK &&
        (launch < 0 || launch >= qdr_experiment_num_launches(sweep.experiment)))
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "--from: %.200s: its experiment has no launch %" PRId64,
                     path, launch);
    if (status == QDR_OK)
        status = qdr_bench_run(&sweep, launch, false, error);
    qdr_sweep_cleanup(&sweep);
    return status;
}
