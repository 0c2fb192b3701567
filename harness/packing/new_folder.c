/* harness/packing/new_folder.c -- see new_folder.h. */
#include "harness/packing/new_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/files.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

static qdr_status fail_system(const char *path, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                    strerror(errno));
}

static qdr_status refuse_existing(const qdr_new_folder *folder,
                                  qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s exists; accepted: a new folder", folder->path);
}

qdr_status qdr_new_folder_begin(qdr_new_folder *folder, const char *path,
                                qdr_error *error)
{
    size_t length = strlen(path);
    struct stat found;

    while (length > 1 && path[length - 1] == '/')
        length--;
    if (length == 0 || length >= QDR_PATH_LENGTH - QDR_NAME_ROOM)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "'%.100s' is no path of a folder; accepted: 1 to %d "
                        "characters",
                        path, QDR_PATH_LENGTH - QDR_NAME_ROOM - 1);
    snprintf(folder->path, sizeof folder->path, "%.*s", (int)length, path);
    if (lstat(folder->path, &found) == 0)
        return refuse_existing(folder, error);
    snprintf(folder->temporary, sizeof folder->temporary, "%.*s.XXXXXX",
             QDR_PATH_LENGTH - QDR_NAME_ROOM, folder->path);
    if (mkdtemp(folder->temporary) == NULL)
        return fail_system(folder->path, error);
    return QDR_OK;
}

qdr_status qdr_new_folder_write(const qdr_new_folder *folder, const char *name,
                                const void *data, size_t length,
                                qdr_error *error)
{
    char path[LONG_PATH];
    FILE *file;
    bool is_written;

    snprintf(path, sizeof path, "%s/%.60s", folder->temporary, name);
    file = fopen(path, "wxe");
    if (file == NULL)
        return fail_system(path, error);
    is_written = fwrite(data, 1, length, file) == length && fflush(file) == 0 &&
                 fsync(fileno(file)) == 0;
    return fclose(file) == 0 && is_written ? QDR_OK : fail_system(path, error);
}

/* Renames it over a folder that is made here, so that the folder of another is
 * not replaced. */
static qdr_status put_in_place(const qdr_new_folder *folder, qdr_error *error)
{
    qdr_status status;

    if (mkdir(folder->path, 0700) != 0)
        return errno == EEXIST ? refuse_existing(folder, error)
                               : fail_system(folder->path, error);
    if (rename(folder->temporary, folder->path) == 0)
        return QDR_OK;
    status = fail_system(folder->path, error);
    rmdir(folder->path);
    return status;
}

qdr_status qdr_new_folder_end(const qdr_new_folder *folder, qdr_status status,
                              qdr_error *error)
{
    /* mkdtemp makes it the user's alone; others get what a folder's search
     * needs where they may read. */
    mode_t mode = qdr_usual_mode();
    qdr_error ignored;

    mode |= (mode & 0444) >> 2;
    if (status == QDR_OK && chmod(folder->temporary, mode) != 0)
        status = fail_system(folder->path, error);
    if (status == QDR_OK)
        status = put_in_place(folder, error);
    if (status != QDR_OK)
        (void)qdr_folder_remove(folder->temporary, &ignored);
    return status;
}
