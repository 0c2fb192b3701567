/* harness/sweep/folder/file_ownership.c -- see file_ownership.h. */
#include "harness/sweep/folder/file_ownership.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pwd.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/sweep/loading/sweep.h"

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

/* Files of ours that others could write. */
typedef struct mended {
    bool is_wanted;
    int count;
    char first[LONG_PATH];
} mended;

/* Takes the right to write from others. */
static qdr_status mend(const char *path, const struct stat *about,
                       mended *found, qdr_error *error)
{
    const mode_t shared = S_IWGRP | S_IWOTH;
    int file;
    bool is_mended;

    if (!found->is_wanted || (about->st_mode & shared) == 0)
        return QDR_OK;
    file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    is_mended =
        file >= 0 && fchmod(file, about->st_mode & 07777 & ~shared) == 0;
    if (file >= 0)
        close(file);
    if (!is_mended)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "%.300s: others can write it, and it cannot be "
                        "changed: %s",
                        path, strerror(errno));
    if (found->count++ == 0)
        snprintf(found->first, sizeof found->first, "%s", path);
    return QDR_OK;
}

/* One file or folder in the results folder, if it is there. */
static qdr_status check_part(const char *path, mended *found, qdr_error *error)
{
    struct stat about;

    if (lstat(path, &about) != 0)
        return errno == ENOENT ? QDR_OK
                               : qdr_fail(error, QDR_ERROR_INPUT, "%.300s: %s",
                                          path, strerror(errno));
    if (about.st_uid != geteuid())
        return refuse_owner(path, about.st_uid, error);
    return S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)
               ? mend(path, &about, found, error)
               : qdr_fail(error, QDR_ERROR_INPUT,
                          "%.300s is a link or the like; accepted: a file, or "
                          "none",
                          path);
}

static int is_part(const struct dirent *entry)
{
    return strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
}

/* Our own files of a folder, whatever else is there. */
static qdr_status mend_files(const char *path, mended *found, qdr_error *error)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, is_part, alphasort);
    qdr_status status = QDR_OK;

    for (int i = 0; i < count; i++) {
        char part[LONG_PATH];
        struct stat about;
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path,
                 entries[i]->d_name);
        if (status == QDR_OK && lstat(part, &about) == 0 &&
            S_ISREG(about.st_mode) && about.st_uid == geteuid())
            status = mend(part, &about, found, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

static qdr_status check_folder(const char *path, mended *found,
                               qdr_error *error)
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
            status = check_part(part, found, error);
        free(entries[i]);
    }
    free(entries);
    return status;
}

qdr_status qdr_folder_require_own(const char *path, bool mends,
                                  qdr_error *error)
{
    static const char *const files[] = {"experiment.yaml", "machine.yaml",
                                        "hardware.yaml", "software.yaml",
                                        "definition.json"};
    static const char *const folders[] = {"inputs",         "program",
                                          "program/lib",    "program/analysis",
                                          "program/report", "logs"};
    char part[LONG_PATH];
    struct stat about;
    mended found = {.is_wanted = mends};
    qdr_status status = QDR_OK;

    if (stat(path, &about) == 0)
        status = about.st_uid != geteuid()
                     ? refuse_owner(path, about.st_uid, error)
                     : mend(path, &about, &found, error);
    if (status == QDR_OK)
        status = mend_files(path, &found, error);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path, files[i]);
        if (status == QDR_OK)
            status = check_part(part, &found, error);
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        snprintf(part, sizeof part, "%.*s/%s", QDR_PATH_LENGTH, path,
                 folders[i]);
        if (status == QDR_OK)
            status = check_part(part, &found, error);
        if (status == QDR_OK)
            status = check_folder(part, &found, error);
    }
    if (found.count > 0)
        fprintf(stderr,
                "quadrille sweep: others could write %d of its files, such as "
                "%s; now they cannot\n",
                found.count, found.first);
    return status;
}
