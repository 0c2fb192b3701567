/* harness/sweep/launch_files.c -- see launch_files.h. */
#include "harness/sweep/launch_files.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/lock.h"
#include "harness/files/plain_file.h"

int qdr_launch_lock(const qdr_sweep *sweep, int64_t launch)
{
    char path[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "lock", path);
    return qdr_file_lock(path, false);
}

void qdr_launch_unlock(const qdr_sweep *sweep, int64_t launch, int lock)
{
    char path[QDR_PATH_LENGTH];

    qdr_launch_path(sweep, launch, "lock", path);
    unlink(path);
    qdr_file_unlock(path, lock);
}

/* FOLDER/launch-N.suffix, as NAME.foreign or NAME.2.foreign ... */
static void aside_path(const qdr_sweep *sweep, int64_t launch,
                       const char *suffix, int number, char *path)
{
    char whole[QDR_NAME_ROOM / 2];

    if (number == 1)
        snprintf(whole, sizeof whole, "%s.foreign", suffix);
    else
        snprintf(whole, sizeof whole, "%s.%d.foreign", suffix, number);
    qdr_launch_path(sweep, launch, whole, path);
}

bool qdr_launch_set_aside(const qdr_sweep *sweep, int64_t launch,
                          const char *const from[2], const char *problem)
{
    static const char *const suffixes[] = {"csv", "json"};
    char to[2][QDR_PATH_LENGTH];
    int number = 0;

    do {
        number++;
        for (int i = 0; i < 2; i++)
            aside_path(sweep, launch, suffixes[i], number, to[i]);
    } while (access(to[0], F_OK) == 0 || access(to[1], F_OK) == 0);
    for (int i = 0; i < 2; i++)
        if (rename(from[i], to[i]) != 0 && errno != ENOENT) {
            fprintf(stderr,
                    "quadrille sweep: launch %" PRId64
                    " not started: %s: %s, and it cannot be set aside: %s\n",
                    launch, from[i], problem, strerror(errno));
            return false;
        }
    fprintf(stderr, "quadrille sweep: %s: %s; now %s, and measured again\n",
            from[1], problem, to[1]);
    return true;
}

bool qdr_launch_clear(const qdr_sweep *sweep, int64_t launch,
                      qdr_verdicts *out_verdicts)
{
    char csv[QDR_PATH_LENGTH], json[QDR_PATH_LENGTH];
    const char *const from[] = {csv, json};
    qdr_launch_state state = qdr_launch_verdicts(sweep, launch, out_verdicts);

    qdr_launch_path(sweep, launch, "csv", csv);
    qdr_launch_path(sweep, launch, "json", json);
    if (state == QDR_LAUNCH_DAMAGED || state == QDR_LAUNCH_FOREIGN)
        return qdr_launch_set_aside(sweep, launch, from, out_verdicts->problem);
    if (state == QDR_LAUNCH_UNREADABLE)
        fprintf(stderr,
                "quadrille sweep: launch %" PRId64 " not started: %s: %s\n",
                launch, json, out_verdicts->problem);
    return state != QDR_LAUNCH_UNREADABLE;
}

int64_t qdr_launch_running(const qdr_sweep *sweep, int64_t launch)
{
    char path[QDR_PATH_LENGTH];
    char *text;
    int64_t cell = -1;

    qdr_launch_path(sweep, launch, "running", path);
    text = qdr_plain_read(path);
    if (text != NULL && sscanf(text, "%" SCNd64, &cell) != 1)
        cell = -1;
    free(text);
    return cell;
}
