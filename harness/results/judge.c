/* harness/results/judge.c -- see judge.h. */
#include "harness/results/judge.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/files.h"
#include "harness/results/definition.h"
#include "harness/results/launch_check.h"
#include "harness/results/packed_folder.h"

qdr_status qdr_judge_refresh(qdr_judge *judge, qdr_error *error)
{
    qdr_attempts found;

    if (qdr_attempts_list(judge->files, &found) != QDR_OK) {
        qdr_attempts_cleanup(&found);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", judge->folder,
                        strerror(errno));
    }
    qdr_attempts_cleanup(&judge->attempts);
    judge->attempts = found;
    return QDR_OK;
}

qdr_status qdr_judge_open(qdr_judge *judge, const char *folder,
                          const qdr_experiment *experiment, bool is_simulated,
                          qdr_error *error)
{
    qdr_status status = QDR_OK;

    *judge = (qdr_judge){.folder = folder,
                         .files = folder,
                         .experiment = experiment,
                         .is_simulated = is_simulated};
    if (qdr_folder_is_packed(folder)) {
        status = qdr_folder_unpack(folder, &judge->unpacked, error);
        judge->files = judge->unpacked;
    }
    if (status != QDR_OK)
        return status;
    judge->definition = qdr_definition_load(folder, judge->files, NULL);
    return qdr_judge_refresh(judge, error);
}

void qdr_judge_close(qdr_judge *judge)
{
    qdr_attempts_cleanup(&judge->attempts);
    json_decref(judge->definition);
    if (judge->unpacked != NULL)
        qdr_folder_try_remove(judge->unpacked);
    free(judge->unpacked);
    *judge = (qdr_judge){0};
}

/* The attempts at a launch: *out_count from the returned index on. */
static size_t find_attempts(const qdr_attempts *attempts, int64_t launch,
                            size_t *out_count)
{
    size_t begin = 0, end = attempts->count, after;

    while (begin < end) {
        size_t middle = (begin + end) / 2;
        if (attempts->all[middle].launch < launch)
            begin = middle + 1;
        else
            end = middle;
    }
    after = begin;
    while (after < attempts->count && attempts->all[after].launch == launch)
        after++;
    *out_count = after - begin;
    return begin;
}

static void read_attempt(const qdr_judge *judge, const qdr_launch *launch,
                         qdr_judged_attempt *attempt)
{
    const qdr_launch_owner owner = {judge->experiment, *launch,
                                    judge->is_simulated, judge->definition};

    if (qdr_launch_record_load(judge->files, attempt->is, &attempt->document,
                               &attempt->csv, &attempt->problem) != QDR_OK ||
        qdr_launch_check(&owner, attempt->document, attempt->csv,
                         &attempt->problem) == QDR_OK)
        return;
    json_decref(attempt->document);
    free(attempt->csv);
    attempt->document = NULL;
    attempt->csv = NULL;
}

/* The first VALID verdict counts; before one the last. */
static void take_cells(const qdr_judge *judge, size_t attempt, qdr_judged *made)
{
    const json_t *cells =
        json_object_get(made->attempts[attempt].document, "cells");

    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *verdict = json_array_get(cells, i);
        int64_t at = qdr_launch_find_cell(
            judge->experiment, &made->launch,
            json_integer_value(json_object_get(verdict, "cell")));
        if (at >= 0 && !made->cells[at].is_valid)
            made->cells[at] = (qdr_judged_cell){
                verdict, qdr_launch_record_is_valid(verdict), attempt};
    }
}

qdr_status qdr_judge_launch(const qdr_judge *judge, int64_t launch,
                            qdr_judged *out, qdr_error *error)
{
    qdr_judged made = {.launch =
                           qdr_experiment_launch(judge->experiment, launch)};
    size_t first = find_attempts(&judge->attempts, launch, &made.num_attempts);

    made.attempts = calloc(made.num_attempts + 1, sizeof *made.attempts);
    made.cells = calloc((size_t)made.launch.num_cells + 1, sizeof *made.cells);
    if (made.attempts == NULL || made.cells == NULL) {
        made.num_attempts = 0;
        qdr_judged_cleanup(&made);
        return qdr_fail_memory(error, "the attempts at a launch");
    }
    for (size_t i = 0; i < made.num_attempts; i++) {
        made.attempts[i].is = &judge->attempts.all[first + i];
        read_attempt(judge, &made.launch, &made.attempts[i]);
        take_cells(judge, i, &made);
    }
    for (int64_t i = 0; i < made.launch.num_cells; i++) {
        made.valid += made.cells[i].is_valid;
        made.missing += made.cells[i].verdict == NULL;
    }
    made.invalid = made.launch.num_cells - made.valid - made.missing;
    *out = made;
    return QDR_OK;
}

void qdr_judged_cleanup(qdr_judged *judged)
{
    for (size_t i = 0; i < judged->num_attempts; i++) {
        json_decref(judged->attempts[i].document);
        free(judged->attempts[i].csv);
    }
    free(judged->attempts);
    free(judged->cells);
    *judged = (qdr_judged){0};
}

const char *qdr_judged_reason(const qdr_judged *judged, int64_t *out_cell)
{
    for (int64_t i = 0; i < judged->launch.num_cells; i++) {
        const qdr_judged_cell *cell = &judged->cells[i];
        const char *reason =
            json_string_value(json_object_get(cell->verdict, "reason"));
        if (cell->verdict == NULL || cell->is_valid)
            continue;
        *out_cell = json_integer_value(json_object_get(cell->verdict, "cell"));
        return reason != NULL ? reason : "no reason given";
    }
    return NULL;
}

void qdr_judged_print_problems(const qdr_judge *judge, const qdr_judged *judged,
                               FILE *to)
{
    for (size_t i = 0; i < judged->num_attempts; i++)
        if (judged->attempts[i].document == NULL)
            fprintf(to, "%s/%s.json: %s; it does not count\n", judge->folder,
                    judged->attempts[i].is->name,
                    judged->attempts[i].problem.text);
}

int qdr_judge_next_number(const qdr_judge *judge, int64_t launch)
{
    size_t count, first = find_attempts(&judge->attempts, launch, &count);

    return count == 0 ? 1 : judge->attempts.all[first + count - 1].number + 1;
}

const qdr_attempt *qdr_judge_stray(const qdr_judge *judge, size_t *index)
{
    int64_t end = qdr_experiment_num_launches(judge->experiment);

    while (*index < judge->attempts.count) {
        const qdr_attempt *one = &judge->attempts.all[(*index)++];
        if (one->launch < 0 || one->launch >= end)
            return one;
    }
    return NULL;
}
