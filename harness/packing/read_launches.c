/* harness/packing/read_launches.c -- see read_launches.h. */
#include "harness/packing/read_launches.h"

#include <dirent.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/plain_file.h"
#include "harness/packing/packed_results.h"
#include "harness/results/folder_record.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launch_files.h"

/* Refuses files with names of launches that the sweep does not have. */
static qdr_status check_names(const qdr_sweep *sweep, qdr_error *error)
{
    int64_t end = qdr_experiment_num_launches(sweep->experiment), number;
    struct dirent **entries = NULL;
    int count = scandir(sweep->folder, &entries, NULL, alphasort);
    qdr_status status = QDR_OK;

    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        if (status == QDR_OK && qdr_folder_is_launch(name, &number) &&
            (number < 0 || number >= end))
            status = qdr_fail(error, QDR_ERROR_INPUT,
                              "%.300s/%.60s: the sweep has no such "
                              "launch; " QDR_LAUNCH_REMEDY,
                              sweep->folder, name);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Appends the rows of a csv; its header must be that of the others. */
static qdr_status append_rows(qdr_read_launches *read, const char *path,
                              const char *csv, qdr_error *error)
{
    size_t header = strcspn(csv, "\n") + 1, length = strlen(csv);
    bool is_first = read->rows == NULL;
    char *grown;

    if (length < header || csv[length - 1] != '\n' ||
        (!is_first && strncmp(csv, read->rows, header) != 0))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: its columns are not those of the first "
                        "launch; accepted: launches of one program",
                        path);
    if (read->length + length >= QDR_MAX_FILE_BYTES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: too large; accepted: launches with less than "
                        "%zu bytes of samples together",
                        path, QDR_MAX_FILE_BYTES);
    if (is_first)
        header = 0;
    grown = realloc(read->rows, read->length + length - header + 1);
    if (grown == NULL)
        return qdr_fail_memory(error, path);
    memcpy(grown + read->length, csv + header, length - header + 1);
    read->rows = grown;
    read->length += length - header;
    return QDR_OK;
}

/* Reads a launch that counts. */
static qdr_status read_one(qdr_read_launches *read, const qdr_sweep *sweep,
                           int64_t number, qdr_error *error)
{
    qdr_read_launch *launch = &read->launches[read->count++];
    char csv[QDR_PATH_LENGTH], json[QDR_PATH_LENGTH];
    size_t num_lines = 0;
    char *text;
    qdr_status status;

    qdr_launch_path(sweep, number, "csv", csv);
    qdr_launch_path(sweep, number, "json", json);
    snprintf(launch->name, sizeof launch->name, "launch-%05" PRId64, number);
    status = qdr_launch_shorten(launch, json, &read->definition, error);
    if (status != QDR_OK)
        return status;
    text = qdr_plain_read(csv);
    status = append_rows(read, csv, text != NULL ? text : "", error);
    if (status == QDR_OK)
        for (const char *at = text; *at != '\0'; at++)
            num_lines += *at == '\n';
    free(text);
    launch->first_row = read->num_rows + 1;
    read->num_rows += num_lines - 1;
    launch->last_row = read->num_rows;
    return status;
}

/* Counts a launch without JSON; it must not have samples. */
static qdr_status count_absent(qdr_read_launches *read, const qdr_sweep *sweep,
                               int64_t number, qdr_error *error)
{
    char csv[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, number, "csv", csv);
    if (access(csv, F_OK) == 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.900s: it has no JSON; " QDR_LAUNCH_REMEDY, csv);
    read->num_absent++;
    return QDR_OK;
}

static qdr_status read_launch(qdr_read_launches *read, const qdr_sweep *sweep,
                              int64_t number, qdr_error *error)
{
    char path[QDR_PATH_LENGTH];
    qdr_verdicts verdicts;
    qdr_launch_state state = qdr_launch_verdicts(sweep, number, &verdicts);

    if (state == QDR_LAUNCH_WHOLE)
        return read_one(read, sweep, number, error);
    if (state == QDR_LAUNCH_ABSENT)
        return count_absent(read, sweep, number, error);
    qdr_launch_path(sweep, number, "json", path);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.900s: %.255s; " QDR_LAUNCH_REMEDY, path,
                    verdicts.problem);
}

static qdr_status read_all(qdr_read_launches *read, const qdr_sweep *sweep,
                           qdr_error *error)
{
    int64_t count = qdr_experiment_num_launches(sweep->experiment);
    const char *unnamed;
    qdr_status status;

    read->launches = calloc((size_t)count, sizeof *read->launches);
    if (read->launches == NULL)
        return qdr_fail_memory(error, "the launches of a sweep");
    status = qdr_definition_read(&read->definition, sweep->folder, error);
    for (int64_t l = 0; l < count && status == QDR_OK; l++)
        status = read_launch(read, sweep, l, error);
    unnamed = qdr_definition_unnamed(&read->definition);
    if (status == QDR_OK && read->count == 0)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.900s has no launch; accepted: a results folder of "
                          "a sweep that has run",
                          sweep->folder);
    else if (status == QDR_OK && unnamed != NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.900s/%s: no launch has read it; accepted: the "
                          "files that sweep run has written",
                          sweep->folder, unnamed);
    return status;
}

qdr_status qdr_launches_read(qdr_read_launches *read, const char *folder,
                             qdr_error *error)
{
    qdr_read_launches made = {0};
    qdr_sweep sweep = {0};
    qdr_status status = qdr_sweep_load_folder(&sweep, folder, error);

    if (status != QDR_OK)
        return status;
    status = qdr_folder_require_idle(&sweep, error);
    if (status == QDR_OK)
        status = qdr_folder_check_inputs(sweep.folder, error);
    if (status == QDR_OK)
        status = check_names(&sweep, error);
    if (status == QDR_OK)
        status = read_all(&made, &sweep, error);
    qdr_sweep_cleanup(&sweep);
    if (status == QDR_OK)
        *read = made;
    else
        qdr_launches_cleanup(&made);
    return status;
}

void qdr_launches_cleanup(qdr_read_launches *read)
{
    for (size_t i = 0; i < read->count; i++)
        json_decref(read->launches[i].document);
    qdr_definition_texts_cleanup(&read->definition);
    free(read->launches);
    free(read->rows);
    *read = (qdr_read_launches){0};
}
