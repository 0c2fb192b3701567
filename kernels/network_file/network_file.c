/* kernels/network_file/network_file.c -- see network_file.h. */
#define _GNU_SOURCE /* of O_PATH */
#include "kernels/network_file/network_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* As many links are followed from one to the next. */
enum { MAX_LINKS = 8 };

/* Replaces the path of a link, which must belong to this user or to root, by
 * its target. Owner and target are read from the same link, even if another
 * takes its place meanwhile. errno is EPERM for a link of another user. */
static bool follow(char path[PATH_MAX])
{
    char target[PATH_MAX];
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    int link = open(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
    ssize_t length = -1;
    struct stat about;

    if (link < 0)
        return false;
    if (fstat(link, &about) == 0) {
        errno = EPERM;
        if (about.st_uid == geteuid() || about.st_uid == 0)
            length = readlinkat(link, "", target, sizeof target - 1);
    }
    close(link);
    if (length < 0)
        return false;
    target[length] = '\0';
    if (target[0] == '/')
        folder = 0;
    if (folder + (size_t)length >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return false;
    }
    strcpy(path + folder, target);
    return true;
}

/* O_NONBLOCK: a FIFO would wait for its other end. */
static int open_file(const char *given)
{
    char path[PATH_MAX];

    if (strlen(given) >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(path, given);
    for (int num_links = 0;; num_links++) {
        int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (file >= 0 || errno != ELOOP || num_links == MAX_LINKS ||
            !follow(path))
            return file;
    }
}

/* Reads all of a file to text[QDR_NETWORK_FILE_BYTES + 1]; the last byte shows
 * that it is longer. -1: errno has the reason. */
static ssize_t read_all(int file, char *text)
{
    size_t length = 0;

    while (length <= QDR_NETWORK_FILE_BYTES) {
        ssize_t count =
            read(file, text + length, QDR_NETWORK_FILE_BYTES + 1 - length);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return -1;
        if (count == 0)
            break;
        length += (size_t)count;
    }
    return (ssize_t)length;
}

static const char *describe_errno(void)
{
    return errno == EPERM ? "a link of another user" : strerror(errno);
}

/* Of an open file, which may be any. */
static qdr_status take_text(int file, const char *path, char *text,
                            size_t *out_length, qdr_error *error)
{
    struct stat about;
    ssize_t length;

    if (fstat(file, &about) != 0 || !S_ISREG(about.st_mode))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: not a regular file; accepted: a network file",
                        path);
    length = read_all(file, text);
    if (length < 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "%.300s: %s", path,
                        strerror(errno));
    if (length > QDR_NETWORK_FILE_BYTES)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: longer than a network file; accepted: at most "
                        "%d bytes",
                        path, QDR_NETWORK_FILE_BYTES);
    text[length] = '\0';
    *out_length = (size_t)length;
    return QDR_OK;
}

qdr_status qdr_network_file_text(const char *path, char **out_text,
                                 size_t *out_length, qdr_error *error)
{
    int file = open_file(path);
    char *text;
    qdr_status status;

    if (file < 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%.300s: %s; accepted: a network file, as `quadrille "
                        "calibrate --network` writes it",
                        path, describe_errno());
    text = malloc(QDR_NETWORK_FILE_BYTES + 1);
    status = text == NULL ? qdr_fail_memory(error, "a network file")
                          : take_text(file, path, text, out_length, error);
    close(file);
    if (status == QDR_OK)
        *out_text = text;
    else
        free(text);
    return status;
}

const char *qdr_network_file_of_environment(void)
{
    const char *path = getenv(QDR_NETWORK_VARIABLE);

    return path != NULL && path[0] != '\0' ? path : NULL;
}

qdr_status qdr_network_file_read(const char *path, qdr_network *out_network,
                                 qdr_library_ranges *out_ranges,
                                 qdr_error *error)
{
    char *text = NULL;
    size_t length = 0;
    qdr_status status = qdr_network_file_text(path, &text, &length, error);

    if (status == QDR_OK)
        status = qdr_network_parse(text, length, path, out_network, out_ranges,
                                   error);
    free(text);
    return status;
}
