/* harness/sweep/launch/launch_queue.c -- see launch_queue.h. */
#include "harness/sweep/launch/launch_queue.h"

#include <stdio.h>

qdr_launch_queue qdr_launch_queue_begin(const qdr_sweep *sweep,
                                        const qdr_selection *selection)
{
    return (qdr_launch_queue){
        .sweep = sweep,
        .selection = selection,
        .num_launches = selection != NULL
                            ? selection->num_launches
                            : qdr_experiment_num_launches(sweep->experiment)};
}

static int64_t launch_at(const qdr_launch_queue *work, int64_t index)
{
    return work->selection == NULL ? index : work->selection->launches[index];
}

qdr_status qdr_launch_queue_find(qdr_launch_queue *work, const qdr_judge *judge,
                                 qdr_launch *out_launch, bool *out_is_found,
                                 qdr_error *error)
{
    qdr_status status = QDR_OK;

    *out_is_found = false;
    while (work->next < work->num_launches && !*out_is_found &&
           status == QDR_OK) {
        qdr_judged judged = {0};
        status = qdr_judge_launch(judge, launch_at(work, work->next++), &judged,
                                  error);
        *out_launch = judged.launch;
        *out_is_found =
            status == QDR_OK && judged.valid < judged.launch.num_cells;
        qdr_judged_print_problems(judge, &judged, stderr);
        if (status == QDR_OK && !*out_is_found) {
            /* A killed sweep may have left some. */
            qdr_attempts_tidy(judge->files, judged.launch.number);
            work->num_done += judged.valid;
        }
        qdr_judged_cleanup(&judged);
    }
    return status;
}

int64_t qdr_launch_queue_num_cells(const qdr_launch_queue *work)
{
    int64_t count = 0;

    if (work->selection == NULL)
        return qdr_experiment_num_cells(work->sweep->experiment);
    for (int64_t i = 0; i < work->num_launches; i++)
        count +=
            qdr_experiment_launch(work->sweep->experiment, launch_at(work, i))
                .num_cells;
    return count;
}
