/* harness/sweep/launch/exit_reason.c -- see exit_reason.h. */
#include "harness/sweep/launch/exit_reason.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/files/open_nofollow.h"

/* The most informative line of the launch's log, or "". */
static void find_reason(const qdr_sweep *sweep, const qdr_attempt *attempt,
                        char *reason, size_t size)
{
    static const char *const marks[] = {
        "bench: ",    "noticed that process rank",
        "platform: ", "message layer: ",
        "deadlock",   "Segmentation"};
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
                snprintf(reason, size, ": %.*s", (int)strcspn(line, "\n"),
                         line);
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
    if (reason[0] == '\0') {
        qdr_attempt_path(sweep->folder, attempt, "log", path, sizeof path);
        snprintf(reason, sizeof reason, "; its output is in %.230s", path);
    }
    if (how->is_cell_overdue)
        snprintf(text, size, "ended by the cell limit of %g s",
                 sweep->experiment->cell_limit_s);
    else if (how->is_overdue)
        snprintf(text, size, "ended by the launch cap of %g s",
                 sweep->experiment->launch_cap_s);
    else if (WIFSIGNALED(wait_status))
        snprintf(text, size, "ended by signal %d%s", WTERMSIG(wait_status),
                 reason);
    else
        snprintf(text, size, "ended with status %d%s", WEXITSTATUS(wait_status),
                 reason);
}
