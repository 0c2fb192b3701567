/* harness/files/lock.c -- see lock.h. */
#include "harness/files/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/plain_file.h"

enum { PATH_LENGTH = 4096, HOST_LENGTH = 65, OWNER_LENGTH = 128 };

/* The leases of this process. */
static struct lease {
    char *path;
    struct lease *next;
} * leases;

static pid_t owner; /* a child that exits must not remove its parent's */

/* "host pid". */
static void describe_self(char *text)
{
    char host[HOST_LENGTH] = "";

    gethostname(host, sizeof host - 1);
    snprintf(text, OWNER_LENGTH, "%.*s %" PRId64 "\n", HOST_LENGTH - 1, host,
             (int64_t)getpid());
}

/* Whether the lease's process is one of this host that is no more. */
static bool is_stale(const char *text, const char *self)
{
    size_t host_length = strcspn(self, " ");
    long pid;

    if (strncmp(text, self, host_length + 1) != 0)
        return false;
    pid = strtol(text + host_length, NULL, 10);
    return pid > 0 && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

/* The text of the lease, up to its line's end; "" if it is gone or empty. */
static void read_lease(const char *path, char *text)
{
    FILE *file = qdr_plain_fopen(path, "r");

    text[0] = '\0';
    if (file != NULL) {
        if (fgets(text, OWNER_LENGTH, file) == NULL)
            text[0] = '\0';
        fclose(file);
    }
}

/* Removes the lease if it is ours; one that we released may be another's. */
static void remove_own(const char *lease)
{
    char self[OWNER_LENGTH], text[OWNER_LENGTH];

    describe_self(self);
    read_lease(lease, text);
    if (strcmp(text, self) == 0)
        unlink(lease);
}

static void remove_leases(void)
{
    for (struct lease *one = leases; one != NULL && getpid() == owner;
         one = one->next)
        remove_own(one->path);
}

static void remember(const char *path)
{
    struct lease *one = malloc(sizeof *one);

    if (leases == NULL) {
        owner = getpid();
        atexit(remove_leases);
    }
    for (const struct lease *known = leases; known != NULL; known = known->next)
        if (strcmp(known->path, path) == 0) {
            free(one);
            return;
        }
    if (one == NULL)
        return;
    *one = (struct lease){strdup(path), leases};
    if (one->path != NULL)
        leases = one;
    else
        free(one);
}

/* Whether the lease exists and stays empty for a second. A lease is written,
 * to the disk or the server, before it gets its name or at once afterwards, so
 * the process that made an empty one died before writing. */
static bool is_empty(const char *path)
{
    const struct timespec moment = {0, 100000000};
    char text[OWNER_LENGTH];

    for (int i = 0; i < 10; i++) {
        read_lease(path, text);
        if (text[0] != '\0' || access(path, F_OK) != 0)
            return false;
        nanosleep(&moment, NULL);
    }
    return true;
}

static bool has_no(int code)
{
    return code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP;
}

/* Others must read a lease whatever the umask: one that they cannot read looks
 * empty to them, and they would take it over. */
static bool write_lease(int file, const char *self)
{
    fchmod(file, 0644);
    return write(file, self, strlen(self)) == (ssize_t)strlen(self) &&
           fsync(file) == 0;
}

/* Closes a file that is no lease; errno becomes `code`. */
static int give_up(int file, int code)
{
    if (file >= 0)
        close(file);
    errno = code;
    return -1;
}

/* Where the file system has no links. */
static int create_lease(const char *path, const char *self)
{
    int file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0644);

    if (file < 0 || write_lease(file, self))
        return file;
    unlink(path);
    return give_up(file, ENOSPC);
}

/* Makes the lease unless there is one: -1 with EEXIST; else its descriptor. It
 * is written under a name of its own, and then linked. */
static int make_lease(const char *path, const char *self)
{
    char own[PATH_LENGTH + 8];
    struct stat about;
    int file, code = 0;

    snprintf(own, sizeof own, "%s.XXXXXX", path);
    file = mkstemp(own);
    if (file < 0)
        return -1;
    if (!write_lease(file, self))
        code = ENOSPC;
    else if (link(own, path) != 0)
        code = errno;
    /* A file server may have linked it, and its answer be lost. */
    if (code == EEXIST && fstat(file, &about) == 0 && about.st_nlink == 2)
        code = 0;
    unlink(own);
    if (code == 0)
        return file;
    give_up(file, code);
    return code == EPERM || has_no(code) ? create_lease(path, self) : -1;
}

/* Takes the lease at `path`. A stale one is removed by the process that holds
 * the lease PATH.take, and looks again before: nobody else can have replaced
 * it since. That lease may be stale, too, and so on. */
static int take_at(const char *path, const char *self, int depth, char *holder)
{
    enum { MAX_DEPTH = 4 };
    char taking[PATH_LENGTH];
    int file = make_lease(path, self), lock;

    if (file >= 0 || errno != EEXIST)
        return file;
    read_lease(path, holder);
    errno = EWOULDBLOCK;
    if (depth == MAX_DEPTH || strlen(path) + 8 > sizeof taking ||
        !(is_stale(holder, self) || is_empty(path)))
        return -1;
    snprintf(taking, sizeof taking, "%s.take", path);
    lock = take_at(taking, self, depth + 1, holder);
    if (lock < 0)
        return -1;
    read_lease(path, holder);
    if (is_stale(holder, self) || is_empty(path))
        unlink(path);
    file = make_lease(path, self);
    unlink(taking);
    close(lock);
    if (file < 0)
        errno = EWOULDBLOCK;
    return file;
}

static int take_lease(const char *path)
{
    static char reported[PATH_LENGTH]; /* callers try again and again */
    char self[OWNER_LENGTH], holder[OWNER_LENGTH] = "";
    int file;

    describe_self(self);
    read_lease(path, holder);
    if (strcmp(holder, self) == 0)
        return qdr_plain_open(path, O_RDWR);
    file = take_at(path, self, 0, holder);
    if (file >= 0)
        remember(path);
    else if (errno == EWOULDBLOCK && strcmp(reported, path) != 0) {
        snprintf(reported, sizeof reported, "%s", path);
        fprintf(stderr, "quadrille: %s is locked by %.*s\n", path,
                (int)strcspn(holder, "\n"), holder);
        errno = EWOULDBLOCK;
    }
    return file;
}

void qdr_file_unlock(const char *path, int lock)
{
    char lease[PATH_LENGTH];

    snprintf(lease, sizeof lease, "%s.lease", path);
    remove_own(lease);
    close(lock);
}

/* Opens and locks the file; false with *out_file < 0: it cannot be opened. Its
 * last holder may remove it between the two: the lock of a file without a name
 * excludes nobody. */
static bool open_and_lock(const char *path, int operation, int *out_file)
{
    struct stat about;

    for (;;) {
        *out_file = qdr_plain_open(path, O_RDWR | O_CREAT);
        if (*out_file < 0 || flock(*out_file, operation | LOCK_NB) != 0)
            return false;
        if (fstat(*out_file, &about) != 0 || about.st_nlink > 0)
            return true;
        close(*out_file);
    }
}

int qdr_file_lock(const char *path, bool is_shared)
{
    static bool is_reported;
    char lease[PATH_LENGTH];
    int file, code;

    if (open_and_lock(path, is_shared ? LOCK_SH : LOCK_EX, &file) || file < 0)
        return file;
    code = errno;
    if (!has_no(code)) {
        close(file);
        errno = code;
        return -1;
    }
    if (!is_reported)
        fprintf(stderr,
                "quadrille: %s: %s on this file system; using files *.lease "
                "instead of locks\n",
                path, strerror(code));
    is_reported = true;
    if (is_shared)
        return file;
    close(file);
    snprintf(lease, sizeof lease, "%s.lease", path);
    return take_lease(lease);
}

bool qdr_file_is_locked(const char *path)
{
    int file = qdr_plain_open(path, O_RDWR);
    int operation = file < 0 ? LOCK_SH : LOCK_EX; /* as NFS permits */
    char lease[PATH_LENGTH], self[OWNER_LENGTH], holder[OWNER_LENGTH];
    bool is_locked;

    if (file < 0)
        file = qdr_plain_open(path, O_RDONLY);
    is_locked = file >= 0 && flock(file, operation | LOCK_NB) != 0 &&
                errno == EWOULDBLOCK;
    if (file >= 0)
        close(file);
    snprintf(lease, sizeof lease, "%s.lease", path);
    describe_self(self);
    read_lease(lease, holder);
    return is_locked || (holder[0] != '\0' && !is_stale(holder, self));
}
