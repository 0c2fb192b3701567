/* harness/slurm/copies.c -- see copies.h. */
#include "harness/slurm/copies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "harness/slurm/shell.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launcher.h"

/* Runs `command 'from' 'FOLDER/program/name'`. */
static qdr_status copy(const char *command, const char *from,
                       const qdr_sweep *sweep, const char *name,
                       qdr_error *error)
{
    char to[2 * QDR_PATH_LENGTH];
    char *text = NULL;
    size_t length;
    FILE *line = open_memstream(&text, &length);
    int code = -1;

    if (line == NULL)
        return qdr_fail_memory(error, "a command");
    snprintf(to, sizeof to, "%s/program/%s", sweep->folder, name);
    fputs(command, line);
    qdr_shell_word(line, from);
    qdr_shell_word(line, to);
    if (fclose(line) == 0)
        code = system(text);
    free(text);
    if (code == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot copy %.200s to %.200s",
                    from, to);
}

/* The built programs, once: what is there has passed the check of its digests.
 * install replaces what a running job may hold open. */
static qdr_status copy_built(const qdr_sweep *sweep, qdr_error *error)
{
    const char *const *programs = qdr_launcher_programs(sweep);
    char path[2 * QDR_PATH_LENGTH];
    qdr_status status = QDR_OK;

    for (int i = 0; programs[i] != NULL && status == QDR_OK; i++) {
        snprintf(path, sizeof path, "%s/%s", qdr_launcher_built_folder(),
                 programs[i]);
        status = copy("install -m 755", path, sweep, programs[i], error);
    }
    return status;
}

/* Files of the source tree, those that draw only if asked for. */
static qdr_status copy_sources(const qdr_sweep *sweep, bool figures,
                               qdr_error *error)
{
    static const struct {
        const char *from, *name, *command;
        bool draws;
    } files[] = {
        {"harness/slurm/job.sh", "job.sh", "install -m 755", false},
        {"harness/slurm/collect.sh", "collect.sh", "install -m 755", false},
        {"paper/draw_sweep.R", "draw_sweep.R", "install -m 644", true},
        {"analysis/R", "analysis", "cp -RT", true},
    };
    const char *root = getenv("QUADRILLE_ROOT");
    char path[2 * QDR_PATH_LENGTH];
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof files / sizeof *files && status == QDR_OK;
         i++) {
        snprintf(path, sizeof path, "%s/%s", root == NULL ? "." : root,
                 files[i].from);
        if (figures || !files[i].draws)
            status = copy(files[i].command, path, sweep, files[i].name, error);
    }
    return status;
}

/* The machine's lines of shell. */
static qdr_status write_setup(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    char *text = NULL;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    qdr_status status;

    for (unsigned i = 0; lines != NULL && i < slurm->num_setup; i++)
        fprintf(lines, "%s\n", slurm->setup[i]);
    if (lines == NULL || fclose(lines) != 0)
        return qdr_fail_memory(error, "the setup of a machine");
    status = qdr_folder_write(sweep, "program/setup.sh", text, error);
    free(text);
    return status;
}

qdr_status qdr_copy_programs(const qdr_sweep *sweep, bool figures,
                             qdr_error *error)
{
    char path[2 * QDR_PATH_LENGTH];
    qdr_status status;

    snprintf(path, sizeof path, "%s/program", sweep->folder);
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    status = copy_built(sweep, error);
    if (status == QDR_OK)
        status = copy_sources(sweep, figures, error);
    return status == QDR_OK ? write_setup(sweep, error) : status;
}
