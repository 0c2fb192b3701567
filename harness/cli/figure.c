/* harness/cli/figure.c -- see figure.h. */
#include "harness/cli/figure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/command.h"

qdr_status qdr_figure_check(const char *path, qdr_error *error)
{
    const char *end = strrchr(path, '.'), *slash = strrchr(path, '/');
    char *folder;
    qdr_status status = QDR_OK;

    if (end == NULL || strcmp(end, ".svg") != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--figure: '%.300s'; accepted: names that end in .svg",
                        path);
    folder =
        slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    if (folder == NULL)
        return qdr_fail_memory(error, "a path");
    if (access(folder, W_OK | X_OK) != 0)
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "--figure: %.300s: %s; accepted: a folder that one can "
                     "write to",
                     folder, strerror(errno));
    free(folder);
    return status;
}

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

/* Of what R said, the last line that holds something. */
static qdr_status blame(char *said, const char *path, qdr_error *error)
{
    char *line, *rest = NULL, *last = NULL;

    for (line = strtok_r(said, "\n", &rest); line != NULL;
         line = strtok_r(NULL, "\n", &rest))
        if (strcmp(line, "Execution halted") != 0)
            last = line;
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.200s was not drawn: %.250s",
                    path, last == NULL ? "Rscript said nothing" : last);
}

static qdr_status run_script(const qdr_figure *figure, const char *data,
                             const char *path, qdr_error *error)
{
    const char *root = getenv("QUADRILLE_ROOT");
    qdr_command command = {0};
    qdr_error reason = {""};
    char *said = NULL;
    qdr_status status;

    root = root == NULL ? "." : root;
    qdr_command_add(&command, "Rscript");
    qdr_command_add(&command, "%s/paper/%s", root, figure->script);
    qdr_command_add(&command, "%s/analysis/R", root);
    qdr_command_add(&command, "%s", data);
    for (int i = 0; figure->words[i] != NULL; i++)
        qdr_command_add(&command, "%s", figure->words[i]);
    qdr_command_add(&command, "%s", path);
    status = qdr_command_run(&command, true, &said, &reason);
    if (status != QDR_OK)
        status = said == NULL ? qdr_fail(error, status, "%s", reason.text)
                              : blame(said, path, error);
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
