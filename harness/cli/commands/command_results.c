/* harness/cli/commands/command_results.c -- `quadrille results check|samples
 * FOLDER`: what counts in a results folder. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/cli/commands/commands.h"
#include "harness/results/judge_list.h"
#include "harness/sweep/loading/sweep.h"
#include "kernels/core/base/name_lookup.h"

static void print_json(const json_t *list, size_t flags)
{
    json_dumpf(list, stdout, flags);
    putchar('\n');
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static void print_text(const json_t *list)
{
    const json_t *differ = json_object_get(list, "differ"), *one;
    size_t i;

    printf("%s: %" PRId64 " cells valid, %" PRId64 " invalid, %" PRId64
           " missing\n",
           text_of(list, "experiment"),
           (int64_t)json_integer_value(json_object_get(list, "valid")),
           (int64_t)json_integer_value(json_object_get(list, "invalid")),
           (int64_t)json_integer_value(json_object_get(list, "missing")));
    if (json_array_size(differ) > 0)
        printf("measured under %zu different conditions; what differs:",
               json_object_size(json_object_get(list, "conditions")));
    json_array_foreach(differ, i, one)
        printf("%s %s", i > 0 ? "," : "", json_string_value(one));
    if (json_array_size(differ) > 0)
        putchar('\n');
}

/* On stderr, so that R passes it on. */
static void print_problems(const json_t *list, const char *folder)
{
    const json_t *one;
    size_t i;

    json_array_foreach(json_object_get(list, "attempts"), i, one)
    {
        if (text_of(one, "problem") != NULL)
            fprintf(stderr, "%s/%s.json: %s; it does not count\n", folder,
                    text_of(one, "name"), text_of(one, "problem"));
    }
}

static qdr_status check(const qdr_judge *judge, json_t *list,
                        const qdr_options *options, qdr_error *error)
{
    (void)judge;
    (void)error;
    if (qdr_options_integer(options, "format") == 0)
        print_text(list);
    else
        print_json(list, JSON_INDENT(1));
    return json_integer_value(json_object_get(list, "valid")) ==
                   json_integer_value(json_object_get(list, "num_cells"))
               ? QDR_OK
               : QDR_ERROR_CHECK;
}

static qdr_status samples(const qdr_judge *judge, json_t *list,
                          const qdr_options *options, qdr_error *error)
{
    (void)options;
    print_json(list, JSON_COMPACT);
    return qdr_judge_print_samples(judge, stdout, error);
}

static const struct {
    const char *name;
    qdr_status (*run)(const qdr_judge *judge, json_t *list,
                      const qdr_options *options, qdr_error *error);
} actions[] = {{"check", check}, {"samples", samples}};

static const char *action_at(int index)
{
    return actions[index].name;
}

static qdr_status judge_folder(int action, const char *folder,
                               const qdr_options *options, qdr_error *error)
{
    qdr_experiment *experiment = NULL;
    bool is_simulated = false;
    qdr_judge judge = {0};
    json_t *list = NULL;
    qdr_status status =
        qdr_folder_load_experiment(folder, &experiment, &is_simulated, error);

    if (status == QDR_OK)
        status =
            qdr_judge_open(&judge, folder, experiment, is_simulated, error);
    if (status == QDR_OK)
        status = qdr_judge_list(&judge, &list, error);
    if (status == QDR_OK) {
        print_problems(list, folder);
        status = actions[action].run(&judge, list, options, error);
    }
    json_decref(list);
    qdr_judge_close(&judge);
    if (experiment != NULL)
        qdr_experiment_free(experiment);
    return status;
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    int action;
    qdr_status status;

    if (line->num_operands < 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "an action and FOLDER are needed; accepted: check or "
                        "samples, then a results folder");
    status = qdr_names_find("action", NULL, line->operands[0],
                            sizeof actions / sizeof *actions, action_at,
                            &action, error);
    return status == QDR_OK
               ? judge_folder(action, line->operands[1], line->options, error)
               : status;
}

static const char *const format_words[] = {"text", "json", NULL};
static const qdr_option own_options[] = {
    QDR_OPTION(WORD, "format", "WORD", "text",
               "check: json lists every cell and every attempt",
               .words = format_words),
    {.is = {0}}};

const qdr_cli_command qdr_command_results = {
    .name = "results",
    .operands = "check|samples FOLDER",
    .max_operands = 2,
    .summary = "what counts in a sweep's results folder, and why other files "
               "do not; or its samples as csv, below a line of JSON",
    .options = own_options,
    .run = run};
