/* harness/slurm/copies.c -- see copies.h. */
#include "harness/slurm/copies.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include "harness/files/digest.h"
#include "harness/files/files.h"
#include "harness/files/open_nofollow.h"
#include "harness/sweep/folder/folder.h"
#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/launcher.h"

enum { PATH_LENGTH = 2 * QDR_PATH_LENGTH };

/* FOLDER/program/name */
static void make_path(const qdr_sweep *sweep, const char *name, char *path)
{
    snprintf(path, PATH_LENGTH, "%s/program/%s", sweep->folder, name);
}

/* A file that is there already as it should be may be running, on a node whose
 * file system would take a new one of that name badly: it stays. */
static qdr_status copy_once(const char *from, const char *to, mode_t mode,
                            qdr_error *error)
{
    char wanted[QDR_DIGEST_LENGTH + 1], there[QDR_DIGEST_LENGTH + 1];
    qdr_error absent;
    qdr_status status = qdr_digest_file(from, wanted, error);

    if (status != QDR_OK || (qdr_digest_file(to, there, &absent) == QDR_OK &&
                             strcmp(wanted, there) == 0))
        return status;
    return qdr_file_copy(from, to, mode, error);
}

static int is_library(const struct dirent *entry)
{
    return strstr(entry->d_name, ".so") != NULL;
}

/* Libraries that a build for other nodes has put next to its programs; most
 * builds have none. */
static qdr_status copy_libraries(const qdr_sweep *sweep, qdr_error *error)
{
    char folder[QDR_PATH_LENGTH], from[PATH_LENGTH], to[PATH_LENGTH];
    char name[264];
    struct dirent **entries = NULL;
    int count;
    qdr_status status = QDR_OK;

    snprintf(folder, sizeof folder, "%.*s/lib", QDR_PATH_LENGTH - 8,
             qdr_built_folder());
    count = scandir(folder, &entries, is_library, alphasort);
    make_path(sweep, "lib", to);
    if (count > 0)
        status = qdr_plain_folder(to, error);
    for (int i = 0; i < count; i++) {
        snprintf(name, sizeof name, "lib/%.255s", entries[i]->d_name);
        make_path(sweep, name, to);
        snprintf(from, sizeof from, "%s/%.255s", folder, entries[i]->d_name);
        if (status == QDR_OK)
            status = copy_once(from, to, 0755, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* The built programs: those of the sweep, as its folder has recorded. */
static qdr_status copy_built(const qdr_sweep *sweep, qdr_error *error)
{
    const char *const *programs = qdr_launcher_programs(sweep);
    char from[PATH_LENGTH], to[PATH_LENGTH];
    qdr_status status = QDR_OK;

    for (int i = 0; programs[i] != NULL && status == QDR_OK; i++) {
        snprintf(from, sizeof from, "%s/%s", qdr_built_folder(), programs[i]);
        make_path(sweep, programs[i], to);
        status = copy_once(from, to, 0755, error);
    }
    if (status == QDR_OK)
        status = copy_libraries(sweep, error);
    /* Programs built by other means have none. */
    snprintf(from, sizeof from, "%s/provenance", qdr_built_folder());
    make_path(sweep, "provenance", to);
    if (status == QDR_OK && access(from, F_OK) == 0)
        status = copy_once(from, to, 0644, error);
    return status;
}

static qdr_status copy_script(const char *from, const char *to,
                              qdr_error *error)
{
    return copy_once(from, to, 0755, error);
}

/* Files of the source tree; those that draw only if requested. */
static qdr_status copy_sources(const qdr_sweep *sweep, bool figures,
                               qdr_error *error)
{
    static const struct {
        const char *from, *name;
        qdr_status (*copy)(const char *from, const char *to, qdr_error *error);
        bool draws;
    } files[] = {
        {"harness/slurm/job.sh", "job.sh", copy_script, false},
        {"harness/slurm/collect.sh", "collect.sh", copy_script, false},
        {"analysis/scripts/draw_sweep.R", "draw_sweep.R", copy_script, true},
        {"analysis/R", "analysis", qdr_folder_copy, true},
        {"analysis/report", "report", qdr_folder_copy, true},
    };
    const char *root = getenv("QUADRILLE_ROOT");
    char from[PATH_LENGTH], to[PATH_LENGTH];
    qdr_status status = QDR_OK;

    for (size_t i = 0; i < sizeof files / sizeof *files && status == QDR_OK;
         i++) {
        snprintf(from, sizeof from, "%s/%s", root == NULL ? "." : root,
                 files[i].from);
        make_path(sweep, files[i].name, to);
        if (figures || !files[i].draws)
            status = files[i].copy(from, to, error);
    }
    return status;
}

/* The machine's lines of shell. */
static qdr_status write_setup(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    char *text = NULL;
    char path[PATH_LENGTH];
    char *kept;
    size_t length;
    FILE *lines = open_memstream(&text, &length);
    qdr_status status = QDR_OK;

    for (unsigned i = 0; lines != NULL && i < slurm->num_setup; i++)
        fprintf(lines, "%s\n", slurm->setup[i]);
    if (lines == NULL || fclose(lines) != 0)
        return qdr_fail_memory(error, "the setup of a machine");
    make_path(sweep, "setup.sh", path);
    kept = qdr_plain_read(path);
    /* An empty file has no text. */
    if (access(path, F_OK) != 0 || strcmp(kept != NULL ? kept : "", text) != 0)
        status = qdr_folder_write(sweep, "program/setup.sh", text, error);
    free(kept);
    free(text);
    return status;
}

static int is_listed(const struct dirent *entry)
{
    return entry->d_name[0] != '.' &&
           strncmp(entry->d_name, "digests.", strlen("digests.")) != 0;
}

/* Adds the digests of the files of program/NAME, not of its subfolders. */
static qdr_status list_folder(const qdr_sweep *sweep, const char *name,
                              FILE *to, qdr_error *error)
{
    char folder[PATH_LENGTH], path[PATH_LENGTH + 264];
    char digest[QDR_DIGEST_LENGTH + 1];
    struct dirent **entries = NULL;
    qdr_status status = QDR_OK;
    int count;

    make_path(sweep, name, folder);
    count = scandir(folder, &entries, is_listed, alphasort);
    for (int i = 0; i < count; i++) {
        struct stat about;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        if (status == QDR_OK && stat(path, &about) == 0 &&
            S_ISREG(about.st_mode)) {
            status = qdr_digest_file(path, digest, error);
            fprintf(to, "%s  program/%s%s%s\n", digest, name,
                    name[0] == '\0' ? "" : "/", entries[i]->d_name);
        }
        free(entries[i]);
    }
    free(entries);
    return status;
}

/* Writes the list of some folders' files, which is called by its digest. */
static qdr_status write_list(const qdr_sweep *sweep, const char *const *folders,
                             char *out_digest, qdr_error *error)
{
    char *text = NULL, name[QDR_NAME_ROOM + QDR_DIGEST_LENGTH];
    char path[PATH_LENGTH], there[QDR_DIGEST_LENGTH + 1];
    size_t length;
    FILE *to = open_memstream(&text, &length);
    qdr_status status = QDR_OK;

    for (; to != NULL && *folders != NULL && status == QDR_OK; folders++)
        status = list_folder(sweep, *folders, to, error);
    if (to == NULL || fclose(to) != 0) {
        free(text);
        return qdr_fail_memory(error, "the digests of programs");
    }
    qdr_digest_bytes(text, length, out_digest);
    snprintf(name, sizeof name, "digests.%s", out_digest);
    make_path(sweep, name, path);
    if (status == QDR_OK && (qdr_digest_file(path, there, NULL) != QDR_OK ||
                             strcmp(there, out_digest) != 0))
        status = qdr_file_write(path, text, error);
    free(text);
    return status;
}

/* A collecting job draws, too. */
static qdr_status write_lists(const qdr_sweep *sweep, qdr_job_digests *out,
                              qdr_error *error)
{
    static const char *const of_tasks[] = {"", "lib", NULL};
    static const char *const of_collector[] = {"", "lib", "analysis", "report",
                                               NULL};
    qdr_status status = write_list(sweep, of_tasks, out->tasks, error);

    return status == QDR_OK
               ? write_list(sweep, of_collector, out->collector, error)
               : status;
}

static qdr_status make_log_folder(const qdr_sweep *sweep, qdr_error *error)
{
    char path[PATH_LENGTH];
    qdr_status status;

    snprintf(path, sizeof path, "%s/" QDR_LOG_FOLDER, sweep->folder);
    status = qdr_plain_folder(path, error);
    if (status == QDR_OK && chmod(path, 0700) != 0)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                          strerror(errno));
    return status;
}

qdr_status qdr_copy_programs(const qdr_sweep *sweep, bool figures,
                             qdr_job_digests *out, qdr_error *error)
{
    char path[PATH_LENGTH];
    qdr_status status;

    snprintf(path, sizeof path, "%s/program", sweep->folder);
    status = qdr_plain_folder(path, error);
    if (status == QDR_OK)
        status = copy_built(sweep, error);
    if (status == QDR_OK)
        status = copy_sources(sweep, figures, error);
    if (status == QDR_OK)
        status = write_setup(sweep, error);
    if (status == QDR_OK)
        status = write_lists(sweep, out, error);
    return status == QDR_OK ? make_log_folder(sweep, error) : status;
}
