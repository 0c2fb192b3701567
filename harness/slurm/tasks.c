/* harness/slurm/tasks.c -- see tasks.h. */
#include "harness/slurm/tasks.h"

#include <stdlib.h>

#include "harness/sweep/estimate.h"

qdr_status qdr_tasks_init(qdr_tasks *tasks, const qdr_sweep *sweep,
                          qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);
    qdr_tasks made = {0};
    double size_s = slurm->task_minutes * 60, filled_s = 0;

    /* Released by qdr_tasks_cleanup. */
    made.first = malloc(((size_t)num_launches + 1) * sizeof *made.first);
    if (made.first == NULL)
        return qdr_fail_memory(error, "the tasks of a sweep");
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(sweep->experiment, l);
        made.seconds += qdr_estimate_launch_s(sweep, &launch);
    }
    /* Fewer, larger ones if there would be too many; half a task of slack,
     * because launches do not divide evenly. */
    if (made.seconds / size_s > slurm->max_tasks - 0.5)
        size_s = made.seconds / (slurm->max_tasks - 0.5);
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(sweep->experiment, l);
        double seconds = qdr_estimate_launch_s(sweep, &launch);
        bool is_full =
            filled_s + seconds > size_s && made.count < slurm->max_tasks;
        if (l == 0 || is_full) {
            made.first[made.count++] = l;
            filled_s = 0;
        }
        filled_s += seconds;
    }
    made.first[made.count] = num_launches;
    *tasks = made;
    return QDR_OK;
}

void qdr_tasks_cleanup(qdr_tasks *tasks)
{
    free(tasks->first);
    *tasks = (qdr_tasks){0};
}
