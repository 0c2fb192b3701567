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
#include <unistd.h>

enum { PATH_LENGTH = 4096, HOST_LENGTH = 65, OWNER_LENGTH = 128 };

/* The leases of this process. */
static struct lease {
    char *path;
    struct lease *next;
} * leases;

static pid_t owner; /* a child that exits must not remove its parent's */

static void remove_leases(void)
{
    for (struct lease *one = leases; one != NULL && getpid() == owner;
         one = one->next)
        unlink(one->path);
}

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

static void remember(const char *path)
{
    struct lease *one = malloc(sizeof *one);

    if (leases == NULL) {
        owner = getpid();
        atexit(remove_leases);
    }
    if (one == NULL)
        return;
    *one = (struct lease){strdup(path), leases};
    if (one->path != NULL)
        leases = one;
    else
        free(one);
}

/* The text of the lease; "" if it is gone. */
static void read_lease(const char *path, char *text)
{
    FILE *file = fopen(path, "re");

    text[0] = '\0';
    if (file != NULL) {
        if (fgets(text, OWNER_LENGTH, file) == NULL)
            text[0] = '\0';
        fclose(file);
    }
}

static int take_lease(const char *path)
{
    char self[OWNER_LENGTH], text[OWNER_LENGTH];
    int file;

    describe_self(self);
    file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file < 0 && errno == EEXIST) {
        read_lease(path, text);
        if (strcmp(text, self) == 0)
            return open(path, O_RDWR | O_CLOEXEC);
        if (is_stale(text, self) && unlink(path) == 0)
            file = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (file < 0) {
            fprintf(stderr, "quadrille: %s is locked by %.*s\n", path,
                    (int)strcspn(text, "\n"), text);
            errno = EWOULDBLOCK;
        }
    }
    if (file < 0)
        return -1;
    remember(path);
    if (write(file, self, strlen(self)) == (ssize_t)strlen(self))
        return file;
    close(file);
    unlink(path);
    return -1;
}

void qdr_file_unlock(const char *path, int lock)
{
    char lease[PATH_LENGTH], self[OWNER_LENGTH], text[OWNER_LENGTH];

    snprintf(lease, sizeof lease, "%s.lease", path);
    describe_self(self);
    read_lease(lease, text);
    if (strcmp(text, self) == 0)
        unlink(lease);
    close(lock);
}

static bool has_no_locks(int code)
{
    return code == ENOLCK || code == ENOSYS || code == EOPNOTSUPP;
}

int qdr_file_lock(const char *path, bool is_shared)
{
    static bool is_told;
    char lease[PATH_LENGTH];
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    int code;

    if (file < 0 || flock(file, (is_shared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0)
        return file;
    code = errno;
    if (!has_no_locks(code)) {
        close(file);
        errno = code;
        return -1;
    }
    if (!is_told)
        fprintf(stderr,
                "quadrille: %s: %s on this file system; using files *.lease "
                "instead of locks\n",
                path, strerror(code));
    is_told = true;
    if (is_shared)
        return file;
    close(file);
    snprintf(lease, sizeof lease, "%s.lease", path);
    return take_lease(lease);
}
