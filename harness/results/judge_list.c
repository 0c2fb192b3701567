/* harness/results/judge_list.c -- see judge_list.h. */
#include "harness/results/judge_list.h"

#include <stdlib.h>
#include <string.h>

#include "harness/results/conditions.h"

static json_t *provenance_of(const json_t *document)
{
    return json_object_get(document, "provenance");
}

/* Simulations and older launches have none. */
static json_t *conditions_of(const qdr_judged_attempt *attempt)
{
    json_t *found =
        json_object_get(provenance_of(attempt->document), "conditions_sha256");

    return found != NULL ? found : json_null();
}

/* Adds the cells of a launch: the verdicts, and what has none. */
static void add_cells(const qdr_judge *judge, const qdr_judged *judged,
                      json_t *list)
{
    json_t *cells = json_object_get(list, "cells");

    for (int64_t i = 0; i < judged->launch.num_cells; i++) {
        const qdr_judged_cell *cell = &judged->cells[i];
        json_t *made;
        if (cell->verdict == NULL) {
            json_array_append_new(
                json_object_get(list, "missing_cells"),
                json_pack("{s:I, s:I}", "launch",
                          (json_int_t)judged->launch.number, "cell",
                          (json_int_t)qdr_launch_cell(judge->experiment,
                                                      &judged->launch, i)));
            continue;
        }
        made =
            json_pack("{s:I, s:s}", "launch", (json_int_t)judged->launch.number,
                      "attempt", judged->attempts[cell->attempt].is->name);
        json_object_update_missing(made, (json_t *)cell->verdict);
        json_object_set(made, "conditions_sha256",
                        conditions_of(&judged->attempts[cell->attempt]));
        json_array_append_new(cells, made);
    }
}

static int64_t count_cells(const qdr_judged *judged, size_t attempt)
{
    int64_t count = 0;

    for (int64_t i = 0; i < judged->launch.num_cells; i++)
        count += judged->cells[i].verdict != NULL &&
                 judged->cells[i].attempt == attempt;
    return count;
}

/* What one of the first attempts that count says of all. */
static void take_common(json_t *list, const json_t *document)
{
    static const char *const keys[] = {"workload", "algorithms", "provenance"};

    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_is_null(json_object_get(list, keys[i])))
            json_object_set(list, keys[i], json_object_get(document, keys[i]));
}

static void add_attempts(const qdr_judged *judged, json_t *list)
{
    for (size_t i = 0; i < judged->num_attempts; i++) {
        const qdr_judged_attempt *one = &judged->attempts[i];
        const int64_t count = count_cells(judged, i);
        json_t *conditions = conditions_of(one);
        json_array_append_new(
            json_object_get(list, "attempts"),
            json_pack("{s:s, s:I, s:b, s:s?, s:I, s:O?}", "name", one->is->name,
                      "launch", (json_int_t)judged->launch.number, "counts",
                      count > 0, "problem",
                      one->document == NULL ? one->problem.text : NULL, "cells",
                      (json_int_t)count, "conditions_sha256", conditions));
        if (count == 0)
            continue;
        take_common(list, one->document);
        if (json_is_string(conditions))
            json_object_set(
                json_object_get(list, "conditions"),
                json_string_value(conditions),
                json_object_get(provenance_of(one->document), "conditions"));
    }
}

static void add_strays(const qdr_judge *judge, json_t *list)
{
    const qdr_attempt *stray;
    size_t at = 0;

    while ((stray = qdr_judge_stray(judge, &at)) != NULL)
        json_array_append_new(
            json_object_get(list, "attempts"),
            json_pack("{s:s, s:I, s:b, s:s, s:i, s:n}", "name", stray->name,
                      "launch", (json_int_t)stray->launch, "counts", 0,
                      "problem", "the sweep has no such launch", "cells", 0,
                      "conditions_sha256"));
}

static json_t *new_list(const qdr_judge *judge)
{
    return json_pack(
        "{s:s, s:b, s:O?, s:I, s:I, s:I, s:I, s:[], s:[], s:[], s:{}, s:[], "
        "s:n, s:n, s:n}",
        "experiment", judge->experiment->name, "simulated", judge->is_simulated,
        "programs", json_object_get(judge->definition, "programs"), "num_cells",
        (json_int_t)qdr_experiment_num_cells(judge->experiment), "valid",
        (json_int_t)0, "invalid", (json_int_t)0, "missing", (json_int_t)0,
        "cells", "missing_cells", "attempts", "conditions", "differ",
        "workload", "algorithms", "provenance");
}

static void add_count(json_t *list, const char *key, int64_t count)
{
    json_t *number = json_object_get(list, key);

    json_integer_set(number, json_integer_value(number) + count);
}

/* Calls `use` with each launch, judged. */
static qdr_status for_each_launch(const qdr_judge *judge,
                                  qdr_status (*use)(const qdr_judged *judged,
                                                    void *data,
                                                    qdr_error *error),
                                  void *data, qdr_error *error)
{
    int64_t count = qdr_experiment_num_launches(judge->experiment);
    qdr_status status = QDR_OK;

    for (int64_t l = 0; l < count && status == QDR_OK; l++) {
        qdr_judged judged = {0};
        status = qdr_judge_launch(judge, l, &judged, error);
        if (status == QDR_OK)
            status = use(&judged, data, error);
        qdr_judged_cleanup(&judged);
    }
    return status;
}

/* A list in the making. */
typedef struct listing {
    const qdr_judge *judge;
    json_t *list;
} listing;

static qdr_status add_launch(const qdr_judged *judged, void *data,
                             qdr_error *error)
{
    const listing *to = data;
    json_t *list = to->list;

    (void)error;
    add_count(list, "valid", judged->valid);
    add_count(list, "invalid", judged->invalid);
    add_count(list, "missing", judged->missing);
    add_cells(to->judge, judged, list);
    add_attempts(judged, list);
    return QDR_OK;
}

qdr_status qdr_judge_list(const qdr_judge *judge, json_t **out_list,
                          qdr_error *error)
{
    json_t *list = new_list(judge);
    qdr_status status = list == NULL
                            ? qdr_fail_memory(error, "a list of cells")
                            : for_each_launch(judge, add_launch,
                                              &(listing){judge, list}, error);

    if (status != QDR_OK) {
        json_decref(list);
        return status;
    }
    add_strays(judge, list);
    json_object_set_new(
        list, "differ",
        qdr_conditions_differ(json_object_get(list, "conditions")));
    *out_list = list;
    return QDR_OK;
}

/* The header line that was written, and where to. */
typedef struct printing {
    FILE *to;
    char *header;
    const qdr_judge *judge;
} printing;

static size_t line_length(const char *line)
{
    size_t length = strcspn(line, "\n");

    return length + (line[length] == '\n');
}

/* The rows of the cells that count in this attempt. */
static void print_rows(const printing *print, const qdr_judged *judged,
                       size_t attempt, const char *rows)
{
    for (size_t length; *rows != '\0'; rows += length) {
        const char *comma = strchr(rows, ',');
        int64_t at = comma == NULL
                         ? -1
                         : qdr_launch_find_cell(print->judge->experiment,
                                                &judged->launch,
                                                strtoll(comma + 1, NULL, 10));
        length = line_length(rows);
        if (at >= 0 && judged->cells[at].is_valid &&
            judged->cells[at].attempt == attempt)
            fwrite(rows, 1, length, print->to);
    }
}

static qdr_status print_launch(const qdr_judged *judged, void *data,
                               qdr_error *error)
{
    printing *print = data;

    for (size_t i = 0; i < judged->num_attempts; i++) {
        const char *csv = judged->attempts[i].csv;
        size_t length = csv == NULL ? 0 : line_length(csv);
        if (csv == NULL || count_cells(judged, i) == 0)
            continue;
        if (print->header == NULL) {
            print->header = strndup(csv, length);
            fwrite(csv, 1, length, print->to);
        }
        if (print->header == NULL || strlen(print->header) != length ||
            strncmp(csv, print->header, length) != 0)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "%.300s/%s.csv: its columns are not those of other "
                            "launches; remove it, or measure again with "
                            "--restart",
                            print->judge->folder, judged->attempts[i].is->name);
        print_rows(print, judged, i, csv + length);
    }
    return QDR_OK;
}

qdr_status qdr_judge_print_samples(const qdr_judge *judge, FILE *to,
                                   qdr_error *error)
{
    printing print = {.to = to, .judge = judge};
    qdr_status status = for_each_launch(judge, print_launch, &print, error);

    free(print.header);
    return status;
}
