/* harness/sweep/launch_verdicts.c -- see launch_verdicts.h. */
#include "harness/sweep/launch_verdicts.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/plain_file.h"
#include "harness/results/folder_record.h"
#include "harness/results/launch_belongs.h"
#include "harness/sweep/launch_path.h"

static void count_verdicts(const json_t *document, qdr_verdicts *found)
{
    const json_t *cells = json_object_get(document, "cells");

    for (size_t i = 0; i < json_array_size(cells); i++) {
        const json_t *cell = json_array_get(cells, i);
        const char *reason = json_string_value(json_object_get(cell, "reason"));
        if (qdr_launch_record_is_valid(cell)) {
            found->valid++;
            continue;
        }
        if (found->invalid++ == 0) {
            found->first_invalid =
                json_integer_value(json_object_get(cell, "cell"));
            snprintf(found->reason, sizeof found->reason, "%s",
                     reason != NULL ? reason : "no reason given");
        }
    }
}

/* Whether the launch is the sweep's: WHOLE, FOREIGN, or UNREADABLE. */
static qdr_launch_state judge(const qdr_sweep *sweep, int64_t launch,
                              const json_t *document, const char *csv,
                              qdr_error *reason)
{
    const json_t *about = json_object_get(document, "csv");
    bool is_empty = json_integer_value(json_object_get(about, "bytes")) == 0;
    char *text = qdr_plain_read(csv); /* NULL, too, if it is empty */
    qdr_folder_record record;
    qdr_status status;

    if (text == NULL && !is_empty) {
        snprintf(reason->text, sizeof reason->text,
                 "its csv cannot be read: %s", strerror(errno));
        return QDR_LAUNCH_UNREADABLE;
    }
    qdr_folder_record_load(sweep->folder, &record);
    status = qdr_launch_belongs(
        &(qdr_launch_owner){sweep->experiment,
                            qdr_experiment_launch(sweep->experiment, launch),
                            sweep->machine->kind == QDR_MACHINE_SIMULATED,
                            record.programs, record.inputs},
        document, text != NULL ? text : "", reason);
    qdr_folder_record_cleanup(&record);
    free(text);
    return status == QDR_OK            ? QDR_LAUNCH_WHOLE
           : status == QDR_ERROR_CHECK ? QDR_LAUNCH_FOREIGN
                                       : QDR_LAUNCH_UNREADABLE;
}

qdr_launch_state qdr_launch_read(const qdr_sweep *sweep, int64_t launch,
                                 const char *path, const char *csv,
                                 qdr_verdicts *out_verdicts)
{
    qdr_error reason = {"it does not describe its csv"};
    json_t *document;
    qdr_launch_state state = qdr_launch_record_load(path, csv, &document);

    *out_verdicts = (qdr_verdicts){.first_invalid = -1};
    if (state == QDR_LAUNCH_UNREADABLE)
        snprintf(reason.text, sizeof reason.text, "it cannot be read: %s",
                 strerror(errno));
    if (state == QDR_LAUNCH_WHOLE)
        state = judge(sweep, launch, document, csv, &reason);
    if (state == QDR_LAUNCH_WHOLE)
        count_verdicts(document, out_verdicts);
    else
        snprintf(out_verdicts->problem, sizeof out_verdicts->problem, "%.255s",
                 reason.text);
    json_decref(document);
    out_verdicts->missing =
        qdr_experiment_launch(sweep->experiment, launch).num_cells -
        out_verdicts->valid - out_verdicts->invalid;
    return state;
}

qdr_launch_state qdr_launch_verdicts(const qdr_sweep *sweep, int64_t launch,
                                     qdr_verdicts *out_verdicts)
{
    char path[QDR_PATH_LENGTH], csv[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "json", path);
    qdr_launch_path(sweep, launch, "csv", csv);
    return qdr_launch_read(sweep, launch, path, csv, out_verdicts);
}
