/* harness/slurm/heartbeats.c -- see heartbeats.h. */
#include "harness/slurm/heartbeats.h"

#include <stdlib.h>

#include "harness/sweep/progress/heartbeat.h"
#include "harness/sweep/progress/progress.h"

struct qdr_heartbeat {
    int64_t beat;   /* the last one seen */
    double since_s; /* when it was new here; 0: never looked at */
    bool has_changed;
    bool is_probed; /* in this look at all tasks */
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
    int64_t beat = qdr_heartbeat_last(sweep, task);
    double now_s = qdr_progress_now_s();

    heart->is_probed = true;
    if (heart->since_s == 0 || beat != heart->beat) {
        heart->has_changed = heart->since_s != 0;
        heart->beat = beat;
        heart->since_s = now_s;
    } else if (now_s - heart->since_s >= hearts->silent_s) {
        return QDR_HEART_SILENT;
    }
    return heart->has_changed ? QDR_HEART_BEATS : QDR_HEART_UNKNOWN;
}

void qdr_heartbeats_forget_others(qdr_heartbeats *hearts)
{
    for (int64_t t = 0; t < hearts->num_tasks; t++) {
        if (!hearts->tasks[t].is_probed)
            hearts->tasks[t] = (struct qdr_heartbeat){0};
        hearts->tasks[t].is_probed = false;
    }
}

void qdr_heartbeats_cleanup(qdr_heartbeats *hearts)
{
    free(hearts->tasks);
    *hearts = (qdr_heartbeats){0};
}
