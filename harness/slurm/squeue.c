/* harness/slurm/squeue.c -- see squeue.h. */
#include "harness/slurm/squeue.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "harness/files/command.h"
#include "harness/files/files.h"
#include "harness/sweep/progress.h"

enum {
    MAX_ATTEMPTS = 3, /* to call squeue */
    SLOW_S = 10
};

/* Has SLURM's commands, all of which follow this one, read the machine's own
 * configuration, unless the user has named another. For one that is not there
 * they would wait a minute each. */
static qdr_status use_configuration(const qdr_sweep *sweep, qdr_error *error)
{
    const char *named = getenv("SLURM_CONF");
    const char *path =
        named != NULL ? named : sweep->machine->slurm->slurm_conf;
    qdr_status status;

    if (path == NULL)
        return QDR_OK;
    if (access(path, F_OK) != 0)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "SLURM is not running: %.300s does not exist; "
                        "`./quadrille cluster start` starts that of machine "
                        "cluster",
                        path);
    if (named != NULL)
        return QDR_OK;
    status = qdr_file_require_trust(path, error);
    if (status == QDR_OK)
        setenv("SLURM_CONF", path, 1);
    return status;
}

/* The last line that is not empty: of what a program complains. */
static const char *last_line(char *text)
{
    char *line, *last = NULL;

    while ((line = strsep(&text, "\n")) != NULL)
        if (line[0] != '\0')
            last = line;
    return last != NULL ? last : "it says nothing";
}

/* A controller that is busy, or is being started again, may fail once; one that
 * let us wait is not there. */
static qdr_status run_squeue(char **out_text)
{
    const struct timespec pause = {2, 0};
    qdr_command command = {.when_slow = "quadrille sweep: squeue does not "
                                        "answer yet\n"};
    qdr_status status;
    qdr_error reason;
    double start_s;

    qdr_command_add(&command, "squeue");
    qdr_command_add(&command, "--noheader");
    qdr_command_add(&command, "--array");
    qdr_command_add(&command, "--me");
    qdr_command_add(&command, "--format=%%i|%%K|%%T|%%r|%%Z");
    for (int attempt = 1;; attempt++) {
        start_s = qdr_progress_now_s();
        status = qdr_command_run(&command, true, out_text, &reason);
        if (status == QDR_OK || attempt == MAX_ATTEMPTS ||
            qdr_progress_now_s() > start_s + SLOW_S)
            break;
        free(*out_text);
        nanosleep(&pause, NULL);
    }
    qdr_command_cleanup(&command);
    return status;
}

qdr_status qdr_squeue(const qdr_sweep *sweep, char **out_text, qdr_error *error)
{
    qdr_status status = use_configuration(sweep, error);

    if (status != QDR_OK)
        return status;
    status = run_squeue(out_text);
    if (status == QDR_OK)
        return QDR_OK;
    status = qdr_fail(error, QDR_ERROR_SYSTEM,
                      "squeue failed, so the jobs are not known: %.200s",
                      *out_text == NULL ? "it does not start"
                                        : last_line(*out_text));
    free(*out_text);
    return status;
}
