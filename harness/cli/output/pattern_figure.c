/* harness/cli/output/pattern_figure.c -- see pattern_figure.h. */
#include "harness/cli/output/pattern_figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/files.h"
#include "harness/files/r_script.h"
#include "workloads/matrix_file/pattern_file.h"

static qdr_status write_data(const qdr_pattern *pattern, const char *path,
                             qdr_error *error)
{
    FILE *file = fopen(path, "w");
    qdr_status status;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path,
                        strerror(errno));
    status = qdr_pattern_write(pattern, "csv", file, error);
    if (fclose(file) != 0 && status == QDR_OK)
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM, "%s: cannot be written", path);
    return status;
}

/* Draws the csv at `data`, of `procs` ranks. Fails with the last line that R
 * printed. */
static qdr_status run_script(const char *data, int procs, const char *name,
                             const char *path, qdr_error *error)
{
    qdr_command command = {0};
    qdr_error reason = {""};
    char *said = NULL;
    qdr_status status;

    qdr_r_script_add(&command, "analysis/scripts/draw_matrix.R");
    qdr_command_add(&command, "%s", data);
    qdr_command_add(&command, "%d", procs);
    qdr_command_add(&command, "%.400s, %d process%s", name, procs,
                    procs == 1 ? "" : "es");
    qdr_command_add(&command, "%s", path);
    status = qdr_r_script_run(&command, &said, &reason);
    if (status != QDR_OK)
        status = qdr_fail(error, status, "%.200s was not drawn: %.250s", path,
                          reason.text);
    free(said);
    qdr_command_cleanup(&command);
    return status;
}

qdr_status qdr_pattern_draw(const qdr_pattern *pattern, const char *name,
                            const char *path, qdr_error *error)
{
    char folder[1024], data[1040];
    qdr_status status =
        qdr_folder_make_temporary("figure", folder, sizeof folder, error);

    if (status != QDR_OK)
        return status;
    snprintf(data, sizeof data, "%s/data", folder);
    status = write_data(pattern, data, error);
    if (status == QDR_OK)
        status = run_script(data, pattern->num_procs, name, path, error);
    qdr_folder_try_remove(folder);
    return status;
}
