/* harness/cli/figure.c -- see figure.h. */
#include "harness/cli/figure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "harness/files/files.h"
#include "harness/files/r_script.h"

static qdr_status write_data(const qdr_figure *figure, const char *path,
                             qdr_error *error)
{
    FILE *file = fopen(path, "w");
    qdr_status status;

    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path,
                        strerror(errno));
    status = figure->write(figure->data, file, error);
    if (fclose(file) != 0 && status == QDR_OK)
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM, "%s: cannot be written", path);
    return status;
}

static qdr_status run_script(const qdr_figure *figure, const char *data,
                             const char *path, qdr_error *error)
{
    qdr_command command = {0};
    qdr_error reason = {""};
    char script[128], *said = NULL;
    qdr_status status;

    snprintf(script, sizeof script, "analysis/scripts/%s", figure->script);
    qdr_r_script_add(&command, script);
    qdr_command_add(&command, "%s", data);
    for (int i = 0; figure->words[i] != NULL; i++)
        qdr_command_add(&command, "%s", figure->words[i]);
    qdr_command_add(&command, "%s", path);
    status = qdr_r_script_run(&command, &said, &reason);
    if (status != QDR_OK)
        status = qdr_fail(error, status, "%.200s was not drawn: %.250s", path,
                          reason.text);
    free(said);
    qdr_command_cleanup(&command);
    return status;
}

qdr_status qdr_figure_draw(const qdr_figure *figure, const char *path,
                           qdr_error *error)
{
    char folder[1024], data[1040];
    qdr_status status =
        qdr_folder_make_temporary("figure", folder, sizeof folder, error);

    if (status != QDR_OK)
        return status;
    snprintf(data, sizeof data, "%s/data", folder);
    status = write_data(figure, data, error);
    if (status == QDR_OK)
        status = run_script(figure, data, path, error);
    qdr_folder_try_remove(folder);
    return status;
}
