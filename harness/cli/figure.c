/* harness/cli/figure.c -- see figure.h. */
#include "harness/cli/figure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/r_script.h"

/* Writes the data to a file of its own, whose name goes to path[size]. */
static qdr_status write_data(const qdr_figure *figure, char *path, size_t size,
                             qdr_error *error)
{
    const char *folder = getenv("TMPDIR");
    qdr_status status;
    FILE *file;
    int descriptor;

    snprintf(path, size, "%s/quadrille-figure-XXXXXX",
             folder == NULL ? "/tmp" : folder);
    descriptor = mkstemp(path);
    file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file == NULL) {
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
        path[0] = '\0';
        return status;
    }
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
    char data[512];
    qdr_status status = write_data(figure, data, sizeof data, error);

    if (status == QDR_OK)
        status = run_script(figure, data, path, error);
    if (data[0] != '\0')
        unlink(data);
    return status;
}
