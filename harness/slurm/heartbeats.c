/* harness/slurm/heartbeats.c -- see heartbeats.h. */
#include "harness/slurm/heartbeats.h"

#include <stdlib.h>

#include "harness/sweep/beat.h"
#include "harness/sweep/progress.h"

struct qdr_heartbeat {
    int64_t beat;   /* the last one seen */
    double since_s; /* when it was new here; 0: never looked at */
    bool has_changed;
};

qdr_status qdr_heartbeats_init(qdr_heartbeats *hearts, int64_t num_tasks,
                               double silent_s, qdr_error *error)
{
    /* Released by qdr_heartbeats_cleanup. */
    struct qdr_heartbeat *tasks = calloc((size_t)num_tasks + 1, sizeof *tasks);

    *hearts = (qdr_heartbeats){tasks, num_tasks, silent_s};
    return tasks == NULL ? qdr_fail_memory(error, "the heartbeats of a sweep")
                         : QDR_OK;
}

qdr_heart qdr_heartbeats_read(qdr_heartbeats *hearts, const qdr_sweep *sweep,
                              int64_t task)
{
    struct qdr_heartbeat *heart = &hearts->tasks[task];
    int64_t beat = qdr_beat_last(sweep, task);
    double now_s = qdr_progress_now_s();

    if (heart->since_s == 0 || beat != heart->beat) {
        heart->has_changed = heart->since_s != 0;
        heart->beat = beat;
        heart->since_s = now_s;
    } else if (now_s - heart->since_s >= hearts->silent_s) {
        return QDR_HEART_SILENT;
    }
    return heart->has_changed ? QDR_HEART_BEATS : QDR_HEART_UNKNOWN;
}

void qdr_heartbeats_forget(qdr_heartbeats *hearts, int64_t task)
{
    hearts->tasks[task] = (struct qdr_heartbeat){0};
}

void qdr_heartbeats_cleanup(qdr_heartbeats *hearts)
{
    free(hearts->tasks);
    *hearts = (qdr_heartbeats){0};
}
