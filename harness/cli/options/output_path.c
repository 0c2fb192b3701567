/* harness/cli/options/output_path.c -- see output_path.h. */
#include "harness/cli/options/output_path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

qdr_status qdr_output_check(const char *option, const char *end,
                            const char *path, qdr_error *error)
{
    const char *point = strrchr(path, '.'), *slash = strrchr(path, '/');
    char *folder;
    qdr_status status = QDR_OK;

    if (end[0] != '\0' && (point == NULL || strcmp(point, end) != 0))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: '%.300s'; accepted: file names that end in %s",
                        option, path, end);
    folder =
        slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    if (folder == NULL)
        return qdr_fail_memory(error, "a path");
    if (access(folder, W_OK | X_OK) != 0)
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "%s: %.300s: %s; accepted: a folder with write permission",
                     option, folder, strerror(errno));
    free(folder);
    return status;
}
