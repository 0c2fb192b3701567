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

/* The most informative lines first: a program that died has said more of it
 * than who started it. */
static const char *const marks[] = {
    "platform: ",         "message layer: ", "error while loading",
    "ended by SIG",       "bench: ",         "deadlock",
    "Uncaught exception", "Segmentation",    "noticed that process rank"};
enum { NUM_MARKS = sizeof marks / sizeof *marks };

/* The first mark in the line; NUM_MARKS: it has none. */
static int find_mark(const char *line)
{
    int mark = 0;

    while (mark < NUM_MARKS && strstr(line, marks[mark]) == NULL)
        mark++;
    return mark;
}

/* The last of the most informative lines of the launch's log, or "". */
static void find_reason(const qdr_sweep *sweep, const qdr_attempt *attempt,
                        char *reason, size_t size)
{
    char path[QDR_PATH_LENGTH];
    char *line = NULL;
    size_t capacity = 0;
    int best = NUM_MARKS - 1;
    FILE *file;

    reason[0] = '\0';
    qdr_attempt_path(sweep->folder, attempt, "log", path, sizeof path);
    file = qdr_plain_fopen(path, "r");
    while (file != NULL && getline(&line, &capacity, file) > 0) {
        int mark = find_mark(line);
        if (mark <= best) {
            copy_line(line, reason, size);
            best = mark;
        }
    }
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
