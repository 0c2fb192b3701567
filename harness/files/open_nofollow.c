/* harness/files/open_nofollow.c -- see open_nofollow.h. */
#define _GNU_SOURCE /* of O_PATH */
#include "harness/files/open_nofollow.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/files/digest.h"

/* The folder of a path, however it is reached; *out_name is the rest. */
static int open_folder(const char *path, const char **out_name)
{
    const char *end = strrchr(path, '/');
    char *folder;
    int made;

    *out_name = end == NULL ? path : end + 1;
    folder = end == NULL
                 ? strdup(".")
                 : strndup(path, end == path ? 1 : (size_t)(end - path));
    made = folder == NULL ? -1 : open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    free(folder);
    return made;
}

/* Closes a file; errno stays, unless `code` is not 0. */
static int refuse(int file, int code)
{
    int kept = code != 0 ? code : errno;

    close(file);
    errno = kept;
    return -1;
}

/* The file in a folder, if it is one that `flags` may change. O_NONBLOCK: a
 * FIFO would wait for its other end. */
static int open_once(int folder, const char *name, int flags)
{
    int file =
        openat(folder, name,
               (flags & ~O_TRUNC) | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0666);
    struct stat about;

    if (file < 0)
        return -1;
    if (fstat(file, &about) != 0)
        return refuse(file, 0);
    if (!S_ISREG(about.st_mode))
        return refuse(file, EINVAL);
    if ((flags & O_TRUNC) != 0 && about.st_nlink > 1)
        return refuse(file, EMLINK);
    if ((flags & O_TRUNC) != 0 && ftruncate(file, 0) != 0)
        return refuse(file, 0);
    fcntl(file, F_SETFL, flags & O_APPEND); /* without O_NONBLOCK again */
    return file;
}

int qdr_plain_open(const char *path, int flags)
{
    const char *name;
    int folder = open_folder(path, &name);
    int file = folder < 0 ? -1 : open_once(folder, name, flags);
    /* ENXIO: a FIFO that nobody reads, a socket. */
    bool is_other = folder >= 0 && file < 0 &&
                    (errno == ELOOP || errno == EINVAL || errno == EMLINK ||
                     errno == ENXIO);

    if (is_other && (flags & O_CREAT) != 0 && unlinkat(folder, name, 0) == 0)
        file = open_once(folder, name, flags | O_EXCL);
    if (folder >= 0) {
        int kept = errno;
        close(folder);
        errno = kept;
    }
    return file;
}

FILE *qdr_plain_fopen(const char *path, const char *mode)
{
    int flags = mode[0] == 'r'   ? O_RDONLY
                : mode[0] == 'w' ? O_WRONLY | O_CREAT | O_TRUNC
                                 : O_WRONLY | O_CREAT | O_APPEND;
    int number = qdr_plain_open(path, flags);
    FILE *file = number < 0 ? NULL : fdopen(number, mode);

    if (number >= 0 && file == NULL)
        refuse(number, 0);
    return file;
}

char *qdr_plain_read(const char *path)
{
    return qdr_read_stream(qdr_plain_fopen(path, "r"));
}

qdr_status qdr_plain_folder(const char *path, qdr_error *error)
{
    struct stat about;

    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    if (lstat(path, &about) == 0 && S_ISDIR(about.st_mode))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%.300s is a link or a file; accepted: a folder", path);
}
