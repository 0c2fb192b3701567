/* harness/sweep/progress/heartbeat.c -- see heartbeat.h. */
#include "harness/sweep/progress/heartbeat.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/files/open_nofollow.h"

enum { LONG_PATH = QDR_PATH_LENGTH + QDR_NAME_ROOM };

static void beat_path(const qdr_sweep *sweep, int64_t task, char *path)
{
    snprintf(path, LONG_PATH, "%s/task-%05" PRId64 ".beat", sweep->folder,
             task);
}

void qdr_heartbeat(const qdr_sweep *sweep, int64_t task)
{
    int64_t last = qdr_heartbeat_last(sweep, task);
    char path[LONG_PATH], text[32];
    int length = snprintf(text, sizeof text, "%019" PRId64 "\n", last + 1);
    int file;

    beat_path(sweep, task, path);
    file = qdr_plain_open(path, O_WRONLY | O_CREAT);
    if (file < 0)
        return;
    /* Always as long, in place: that needs no room on a full disk. */
    if (pwrite(file, text, (size_t)length, 0) != length)
        fprintf(stderr, "quadrille sweep: %.300s: %s\n", path, strerror(errno));
    close(file);
}

int64_t qdr_heartbeat_last(const qdr_sweep *sweep, int64_t task)
{
    char path[LONG_PATH];
    char *text;
    int64_t beat = -1;

    beat_path(sweep, task, path);
    text = qdr_plain_read(path);
    if (text == NULL || sscanf(text, "%" SCNd64, &beat) != 1)
        beat = -1;
    free(text);
    return beat;
}
