/* harness/files/lock.c -- see lock.h. */
#include "harness/files/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* Another user's file in a shared folder cannot be opened with O_CREAT, and
 * need not be written. */
static int open_file(const char *path)
{
    const int flags = O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    int file = open(path, O_RDONLY | flags);

    if (file < 0 && errno == ENOENT)
        file = open(path, O_RDWR | O_CREAT | O_EXCL | flags, 0644);
    if (file < 0 && errno == EEXIST) /* somebody has made it just now */
        file = open(path, O_RDONLY | flags);
    return file;
}

int qdr_file_lock(const char *path)
{
    int file = open_file(path);
    struct stat about;
    int code = EINVAL;

    if (file < 0)
        return -1;
    if (fstat(file, &about) == 0 && S_ISREG(about.st_mode)) {
        if (flock(file, LOCK_EX | LOCK_NB) == 0 || errno == ENOLCK ||
            errno == ENOSYS || errno == EOPNOTSUPP)
            return file;
        code = errno;
    }
    close(file);
    errno = code;
    return -1;
}
