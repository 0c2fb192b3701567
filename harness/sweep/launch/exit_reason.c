/* harness/sweep/launch/exit_reason.c -- see exit_reason.h. */
#include "harness/sweep/launch/exit_reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/files/open_nofollow.h"

/* Without the place in SimGrid's source. */
static void copy_line(const char *line, char *reason, size_t size)
{
    const char *critical = strstr(line, "/CRITICAL] ");
    const char *from = critical == NULL ? line : strchr(critical, ' ') + 1;

    snprintf(reason, size, ": %.*s", (int)strcspn(from, "\n"), from);
}

/* The most informative line of the launch's log, or "". */
static void find_reason(const qdr_sweep *sweep, const qdr_attempt *attempt,
                        char *reason, size_t size)
{
    static const char *const marks[] = {
        "bench: ",      "noticed that process rank", "platform: ",
        "deadlock",     "message layer: ",           "Segmentation",
        "ended by SIG", "Uncaught exception",        "error while loading"};
    char path[QDR_PATH_LENGTH];
    char *line = NULL;
    size_t capacity = 0;
    FILE *file;

    reason[0] = '\0';
    qdr_attempt_path(sweep->folder, attempt, "log", path, sizeof path);
    file = qdr_plain_fopen(path, "r");
    while (file != NULL && reason[0] == '\0' &&
           getline(&line, &capacity, file) > 0)
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            if (strstr(line, marks[i]) != NULL)
                copy_line(line, reason, size);
    free(line);
    if (file != NULL)
        fclose(file);
}

void qdr_describe_exit(const qdr_sweep *sweep, const qdr_attempt *attempt,
                       const qdr_exit_reason *how, char *text, size_t size)
{
    int wait_status = how->wait_status;
    char reason[256], path[QDR_PATH_LENGTH];

    find_reason(sweep, attempt, reason, sizeof reason);
    qdr_attempt_path(sweep->folder, attempt, "log", path, sizeof path);
    if (how->is_cell_overdue)
        snprintf(text, size, "ended by the cell limit of %g s",
                 sweep->experiment->cell_limit_s);
    else if (how->is_overdue)
        snprintf(text, size, "ended by the launch cap of %g s",
                 sweep->experiment->launch_cap_s);
    else if (WIFSIGNALED(wait_status))
        snprintf(text, size, "ended by signal %d%s; its output is in %s",
                 WTERMSIG(wait_status), reason, path);
    else
        snprintf(text, size, "ended with status %d%s; its output is in %s",
                 WEXITSTATUS(wait_status), reason, path);
}
