/* harness/cli/pattern_figure.c -- see pattern_figure.h. */
#include "harness/cli/pattern_figure.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "kernels/core/pattern_file.h"

qdr_status qdr_pattern_figure_check(const char *path, qdr_error *error)
{
    const char *end = strrchr(path, '.');

    if (end != NULL && strcmp(end, ".svg") == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--figure: '%.300s'; accepted: names that end in .svg",
                    path);
}

/* Writes the messages to a file of its own, whose name goes to path[size]. */
static qdr_status write_messages(const qdr_pattern *pattern, char *path,
                                 size_t size, qdr_error *error)
{
    const char *folder = getenv("TMPDIR");
    qdr_status status;
    FILE *file;
    int descriptor;

    snprintf(path, size, "%s/quadrille-matrix-XXXXXX",
             folder == NULL ? "/tmp" : folder);
    descriptor = mkstemp(path);
    file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
    if (file == NULL) {
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM, "%s: %s", path, strerror(errno));
        path[0] = '\0';
        return status;
    }
    status = qdr_pattern_write(pattern, "csv", file, error);
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

static qdr_status run_script(const char *messages, int procs, const char *name,
                             const char *path, qdr_error *error)
{
    const char *root = getenv("QUADRILLE_ROOT");
    qdr_command command = {0};
    qdr_error reason = {""};
    char *said = NULL;
    qdr_status status;

    root = root == NULL ? "." : root;
    qdr_command_add(&command, "Rscript");
    qdr_command_add(&command, "%s/paper/draw_matrix.R", root);
    qdr_command_add(&command, "%s/analysis/R", root);
    qdr_command_add(&command, "%s", messages);
    qdr_command_add(&command, "%d", procs);
    qdr_command_add(&command, "%s, %d process%s", name, procs,
                    procs == 1 ? "" : "es");
    qdr_command_add(&command, "%s", path);
    status = qdr_command_run(&command, true, &said, &reason);
    if (status != QDR_OK)
        status = said == NULL ? qdr_fail(error, status, "%s", reason.text)
                              : blame(said, path, error);
    free(said);
    qdr_command_cleanup(&command);
    return status;
}

qdr_status qdr_pattern_draw(const qdr_pattern *pattern, const char *name,
                            const char *path, qdr_error *error)
{
    char messages[512];
    qdr_status status =
        write_messages(pattern, messages, sizeof messages, error);

    if (status == QDR_OK)
        status = run_script(messages, pattern->num_procs, name, path, error);
    if (messages[0] != '\0')
        unlink(messages);
    return status;
}
