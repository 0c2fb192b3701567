/* harness/sweep/owner.c -- see owner.h. */
#include "harness/sweep/owner.h"

#include <dirent.h>
#include <errno.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/sweep/sweep.h"

enum { LONG_PATH = QDR_PATH_LENGTH + 512 };

/* A user's name, or number if it has none here. */
static void name_user(uid_t user, char *name, size_t size)
{
    const struct passwd *entry = getpwuid(user);

    if (entry != NULL)
        snprintf(name, size, "%s", entry->pw_name);
    else
        snprintf(name, size, "user %ld", (long)user);
}

static qdr_status refuse_owner(const char *path, uid_t owner, qdr_error *error)
{
    char theirs[64], ours[64];

    name_user(owner, theirs, sizeof theirs);
    name_user(geteuid(), ours, sizeof ours);
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s belongs to %s; accepted: what belongs to %s (sweep "
                    "status, compare and figures read results of others)",
                    path, theirs, ours);
}

/* One file or folder in the results folder, if it is there. */
static qdr_status check_part(const char *path, qdr_error *error)
{
    struct stat about;

    if (lstat(path, &about) != 0)
        return errno == ENOENT ? QDR_OK
                               : qdr_fail(error, QDR_ERROR_INPUT, "%.300s: %s",
                                          path, strerror(errno));
    if (about.st_uid != geteuid())
        return refuse_owner(path, about.st_uid, error);
    return S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s is a link or the like; accepted: a file, or "
                          "none",
                          path);
}

static int is_part(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

static qdr_status check_folder(const char *path, qdr_error *error)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_part, alphasort);
    qdr_status status = QDR_OK;

    if (count < 0 && errno != ENOENT && errno != ENOTDIR)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    for (int i = 0; i < count; i++) {
        char part[LONG_PATH];
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path,
                 entries[i]->d_name);
        if (status == QDR_OK)
            status = check_part(part, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

qdr_status qdr_folder_require_own(const char *path, qdr_error *error)
{
    static const char *const files[] = {
        "experiment.yaml", "machine.yaml",  "hardware.yaml", "software.yaml",
        "program.sha256",  "inputs.sha256", "launches"};
    static const char *const folders[] = {"inputs", "program", "program/lib",
                                          "program/analysis"};
    char part[LONG_PATH];
    struct stat about;
    qdr_status status = QDR_OK;

    if (stat(path, &about) == 0 && about.st_uid != geteuid())
        return refuse_owner(path, about.st_uid, error);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path, files[i]);
        if (status == QDR_OK)
            status = check_part(part, error);
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path,
                 folders[i]);
        if (status == QDR_OK)
            status = check_part(part, error);
        if (status == QDR_OK)
            status = check_folder(part, error);
    }
    return status;
}
