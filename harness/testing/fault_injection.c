/* harness/testing/fault_injection.c -- breaks a launch, for tests.
 *
 * Preloaded into an unchanged program (LD_PRELOAD). When rank 1 receives for
 * the QDR_FAULT_FIRST-th time (default 20th) at least QDR_FAULT_BYTES (default
 * 0) and the file QDR_FAULT_TOKEN exists, the file is removed, so that the
 * fault affects one launch, and QDR_FAULT happens: `die` kills the rank, `hang`
 * stops it for ever, `flip` damages a byte of each later message, up to the
 * QDR_FAULT_LAST-th if that is set. Other faults: `slow` makes every MPI_Send
 * and MPI_Isend of at least QDR_FAULT_BYTES take QDR_FAULT_NS longer; `late`
 * does so to a random half of those of rank 1, and appends 1 or 0 for each to
 * the file QDR_FAULT_LOG; with `nolock` the file system has no locks; with
 * `full` ranks cannot write to it while the token exists; with `unreadable` the
 * file called QDR_FAULT_FILE cannot be opened for reading. With `operation` the
 * QDR_FAULT_FIRST-th operation on files that changes something, in a process
 * called QDR_FAULT_PROGRAM, fails once, while the token exists, with the number
 * QDR_FAULT_ERRNO, or, if that is 0, kills the process.
 */
#define _GNU_SOURCE /* of program_invocation_short_name, RTLD_NEXT */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <mpi.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void strike(const char *fault, char *received, int count)
{
    if (strcmp(fault, "die") == 0)
        raise(SIGKILL);
    while (strcmp(fault, "hang") == 0)
        pause();
    if (count > 0)
        received[0] ^= 1;
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    static long num_receives, is_struck;
    const char *fault = getenv("QDR_FAULT");
    const char *token = getenv("QDR_FAULT_TOKEN");
    const char *first = getenv("QDR_FAULT_FIRST");
    const char *last = getenv("QDR_FAULT_LAST");
    const char *min = getenv("QDR_FAULT_BYTES");
    int code = PMPI_Recv(buffer, count, type, peer, tag, comm, status);
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank != 1 || fault == NULL || token == NULL ||
        strcmp(fault, "full") == 0 ||
        (min != NULL && count < strtol(min, NULL, 10)))
        return code;
    num_receives++;
    if (num_receives == (first == NULL ? 20 : strtol(first, NULL, 10)))
        is_struck = syscall(SYS_unlink, token) == 0;
    if (is_struck && (last == NULL || num_receives <= strtol(last, NULL, 10)))
        strike(fault, buffer, count);
    return code;
}

/* Whether this operation fails, with errno. */
static int operation_fails(void)
{
    static long count;
    const char *fault = getenv("QDR_FAULT");
    const char *token = getenv("QDR_FAULT_TOKEN");
    const char *program = getenv("QDR_FAULT_PROGRAM");
    const char *first = getenv("QDR_FAULT_FIRST");
    const char *code = getenv("QDR_FAULT_ERRNO");

    if (fault == NULL || strcmp(fault, "operation") != 0 || program == NULL ||
        strcmp(program, program_invocation_short_name) != 0 || token == NULL ||
        first == NULL || code == NULL || ++count != strtol(first, NULL, 10) ||
        syscall(SYS_unlink, token) != 0)
        return 0;
    errno = atoi(code);
    if (errno == 0)
        raise(SIGKILL);
    return 1;
}

int rename(const char *from, const char *to)
{
    return operation_fails() ? -1 : (int)syscall(SYS_rename, from, to);
}

int unlink(const char *path)
{
    return operation_fails() ? -1 : (int)syscall(SYS_unlink, path);
}

int mkdir(const char *path, mode_t mode)
{
    return operation_fails() ? -1 : (int)syscall(SYS_mkdir, path, mode);
}

int chmod(const char *path, mode_t mode)
{
    return operation_fails() ? -1 : (int)syscall(SYS_chmod, path, mode);
}

int mkstemp(char *template)
{
    void *found = dlsym(RTLD_NEXT, "mkstemp");
    int (*real)(char *);

    memcpy(&real, &found, sizeof real); /* ISO C has no such conversion */
    return operation_fails() ? -1 : real(template);
}

int open(const char *name, int flags, ...)
{
    va_list rest;
    unsigned mode = 0;

    va_start(rest, flags);
    if ((flags & O_CREAT) != 0)
        mode = va_arg(rest, unsigned);
    va_end(rest);
    if ((flags & O_CREAT) != 0 && operation_fails())
        return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, name, flags, mode);
}

int flock(int file, int operation)
{
    const char *fault = getenv("QDR_FAULT");

    if (fault == NULL || strcmp(fault, "nolock") != 0)
        return (int)syscall(SYS_flock, file, operation);
    errno = ENOLCK;
    return -1;
}

int fsync(int file)
{
    const char *fault = getenv("QDR_FAULT");
    const char *token = getenv("QDR_FAULT_TOKEN");
    int is_rank = 0;

    if (operation_fails())
        return -1;
    PMPI_Initialized(&is_rank);
    if (!is_rank || fault == NULL || token == NULL ||
        strcmp(fault, "full") != 0 || access(token, F_OK) != 0)
        return (int)syscall(SYS_fsync, file);
    errno = ENOSPC;
    return -1;
}

int openat(int folder, const char *name, int flags, ...)
{
    const char *fault = getenv("QDR_FAULT");
    const char *file = getenv("QDR_FAULT_FILE");
    va_list rest;
    unsigned mode = 0;

    va_start(rest, flags);
    if ((flags & O_CREAT) != 0)
        mode = va_arg(rest, unsigned);
    va_end(rest);
    if ((flags & O_CREAT) != 0 && operation_fails())
        return -1;
    if (fault == NULL || file == NULL || strcmp(fault, "unreadable") != 0 ||
        strcmp(name, file) != 0 || (flags & O_ACCMODE) != O_RDONLY)
        return (int)syscall(SYS_openat, folder, name, flags, mode);
    errno = EIO;
    return -1;
}

static int64_t now_ns(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Whether this send is one of the random half. The draws are the same in every
 * launch. */
static int is_drawn(void)
{
    static uint32_t state = 1;
    const char *path = getenv("QDR_FAULT_LOG");
    FILE *log = path == NULL ? NULL : fopen(path, "a");
    int drawn;

    state = state * 1664525 + 1013904223;
    drawn = (int)(state >> 31);
    if (log != NULL) {
        fprintf(log, "%d\n", drawn);
        fclose(log);
    }
    return drawn;
}

static int is_delayed(int count)
{
    const char *fault = getenv("QDR_FAULT");
    const char *min = getenv("QDR_FAULT_BYTES");
    int rank;

    if (fault == NULL || min == NULL || count < strtol(min, NULL, 10))
        return 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return strcmp(fault, "slow") == 0 ||
           (strcmp(fault, "late") == 0 && rank == 1 && is_drawn());
}

/* Before a send starts. */
static void delay(int count)
{
    const char *length = getenv("QDR_FAULT_NS");
    int64_t end_ns;

    if (length == NULL || !is_delayed(count))
        return;
    end_ns = now_ns() + strtoll(length, NULL, 10);
    while (now_ns() < end_ns)
        ;
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm, MPI_Request *request)
{
    delay(count);
    return PMPI_Isend(buffer, count, type, peer, tag, comm, request);
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int peer,
             int tag, MPI_Comm comm)
{
    delay(count);
    return PMPI_Send(buffer, count, type, peer, tag, comm);
}
