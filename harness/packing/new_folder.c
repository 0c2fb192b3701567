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
#include "harness/files/plain_file.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

static qdr_status fail_system(const char *path, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                    strerror(errno));
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
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s exists; accepted: a new folder", folder->path);
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

qdr_status qdr_new_folder_copy_definition(const qdr_new_folder *folder,
                                          const char *from, qdr_error *error)
{
    char path[LONG_PATH];
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++) {
        const char *name = qdr_sweep_file_name(f);
        char *text;
        snprintf(path, sizeof path, "%.*s/%s", QDR_PATH_LENGTH, from, name);
        text = qdr_plain_read(path);
        if (text != NULL)
            status =
                qdr_new_folder_write(folder, name, text, strlen(text), error);
        else if (errno != ENOENT)
            status = fail_system(path, error);
        free(text);
    }
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
    if (status == QDR_OK && (chmod(folder->temporary, mode) != 0 ||
                             rename(folder->temporary, folder->path) != 0))
        status = fail_system(folder->path, error);
    if (status != QDR_OK)
        (void)qdr_folder_remove(folder->temporary, &ignored);
    return status;
}
