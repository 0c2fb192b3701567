/* harness/netmap/netmap_launch.c -- see netmap_launch.h. */
#define _GNU_SOURCE /* of pipe2 */
#include "harness/netmap/netmap_launch.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/launch/measuring.h"

/* A launch (one mpirun) that runs. */
typedef struct running {
    pid_t group;
    int output;
    char line[1024]; /* what has come of the next line */
    size_t length;
    double began_s, heard_s;
} running;

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* MPI libraries connect thousands of ranks in less than a minute. */
double qdr_netmap_start_limit_s(double limit_s)
{
    return fmax(60, 6 * limit_s);
}

/* It prints a line a second. */
double qdr_netmap_silence_s(double limit_s)
{
    return limit_s + 5;
}

static void make_command(const qdr_netmap_request *request, qdr_command *made)
{
    qdr_launch_command_add_ranks(made, request->sweep, &request->layout);
    qdr_command_add(made, "%s/netmap", qdr_built_folder());
    qdr_command_add(made, "%d", request->bytes);
    qdr_command_add(made, "%g", request->limit_s);
    qdr_command_add(made, "%d", request->of_ranks);
}

/* In the child; returns only on failure. A group of its own is ended as a
 * whole; it also ends when this process does. */
static void become(const qdr_command *command, const char *log, int output,
                   pid_t parent)
{
    int input = open("/dev/null", O_RDONLY);
    int errors = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0644);

    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent || input < 0 || errors < 0)
        return;
    dup2(input, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(errors, STDERR_FILENO);
    execvp(command->words[0], command->words);
    dprintf(STDERR_FILENO, "%s: %s\n", command->words[0], strerror(errno));
}

static qdr_status start(const qdr_netmap_request *request, const char *log,
                        running *out, qdr_error *error)
{
    qdr_command command = {0};
    int ends[2] = {-1, -1};
    pid_t parent = getpid(), child = -1;

    make_command(request, &command);
    if (command.is_incomplete) {
        qdr_command_cleanup(&command);
        return qdr_fail_memory(error, "a command");
    }
    fflush(stdout);
    if (pipe2(ends, O_CLOEXEC) == 0)
        child = fork();
    if (child == 0) {
        become(&command, log, ends[1], parent);
        _exit(127);
    }
    qdr_command_cleanup(&command);
    if (ends[1] >= 0)
        close(ends[1]);
    if (child < 0) {
        if (ends[0] >= 0)
            close(ends[0]);
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot start a process: %s",
                        strerror(errno));
    }
    setpgid(child, child);
    *out = (running){.group = child,
                     .output = ends[0],
                     .began_s = now_s(),
                     .heard_s = now_s()};
    return QDR_OK;
}

/* Adds what has come, line by line; false: that was the end. */
static bool read_some(running *r, qdr_netmap_record *record, qdr_status *status,
                      qdr_error *error)
{
    char some[4096];
    ssize_t count = read(r->output, some, sizeof some);

    if (count < 0 && errno == EINTR)
        return true;
    for (ssize_t i = 0; i < count && *status == QDR_OK; i++) {
        if (some[i] != '\n') {
            if (r->length + 1 < sizeof r->line)
                r->line[r->length++] = some[i];
            continue;
        }
        r->line[r->length] = '\0';
        r->length = 0;
        *status = qdr_netmap_record_read(record, r->line, error);
    }
    if (count > 0)
        r->heard_s = now_s();
    return count > 0;
}

/* Until when it may be silent, and what it is if it is longer. Before it has
 * numbered its nodes, ranks start one after another. */
static double deadline(const running *r, const qdr_netmap_request *request,
                       const qdr_netmap_record *record, qdr_netmap_end *out_end)
{
    *out_end = QDR_NETMAP_SILENT;
    if (record->num_nodes > 0)
        return r->heard_s + qdr_netmap_silence_s(request->limit_s);
    *out_end = QDR_NETMAP_NOT_STARTED;
    for (int rank = 0; rank < record->num_ranks; rank++)
        if (qdr_netmap_record_lag(record, rank) > request->limit_s)
            return 0;
    return r->began_s + qdr_netmap_start_limit_s(request->limit_s);
}

/* For a reader who waits. */
static void show_progress(const qdr_netmap_record *record)
{
    if (!isatty(STDERR_FILENO))
        return;
    fprintf(stderr, "\r\033[K");
    if (record->from >= 0 && !record->is_done)
        fprintf(stderr, "%s -> %s", record->names[record->from],
                record->names[record->to]);
}

static qdr_status follow(running *r, const qdr_netmap_request *request,
                         qdr_netmap_record *record, qdr_netmap_end *out_end,
                         qdr_error *error)
{
    qdr_status status = QDR_OK;

    *out_end = QDR_NETMAP_DONE;
    while (!record->is_done && status == QDR_OK) {
        struct pollfd ready = {.fd = r->output, .events = POLLIN};
        qdr_netmap_end late;
        double left_s = deadline(r, request, record, &late) - now_s();
        if (left_s <= 0) {
            *out_end = late;
            break;
        }
        if (poll(&ready, 1, (int)fmin(1000, 1 + left_s * 1000)) <= 0)
            continue;
        if (!read_some(r, record, &status, error)) {
            *out_end = QDR_NETMAP_ENDED;
            break;
        }
        show_progress(record);
    }
    return status;
}

/* Waits for so long until it has ended. */
static bool has_ended(pid_t child, double wait_s)
{
    const double until = now_s() + wait_s;
    const struct timespec moment = {.tv_nsec = 20000000};
    pid_t ended;

    while ((ended = waitpid(child, NULL, WNOHANG)) == 0 && now_s() < until)
        nanosleep(&moment, NULL);
    return ended != 0;
}

/* A launcher ends its ranks on all nodes if it can: it gets time for it. */
static void end(running *r, qdr_netmap_end how)
{
    enum { OWN_S = 3, TERMINATE_S = 3 };

    /* What it prints now, nobody needs; but it must not wait for a reader. */
    close(r->output);
    if (how == QDR_NETMAP_DONE || how == QDR_NETMAP_ENDED)
        if (has_ended(r->group, OWN_S))
            return;
    kill(-r->group, SIGTERM);
    if (has_ended(r->group, TERMINATE_S))
        return;
    kill(-r->group, SIGKILL);
    waitpid(r->group, NULL, 0);
}

qdr_status qdr_netmap_launch(const qdr_netmap_request *request, const char *log,
                             qdr_netmap_record *record, qdr_netmap_end *out_end,
                             qdr_error *error)
{
    running r;
    qdr_status status;

    if (request->sweep->machine->kind == QDR_MACHINE_LOCAL)
        qdr_measuring_begin();
    qdr_launcher_set_environment(request->sweep, &request->layout);
    status = start(request, log, &r, error);
    if (status != QDR_OK)
        return status;
    status = follow(&r, request, record, out_end, error);
    end(&r, *out_end);
    return status;
}
