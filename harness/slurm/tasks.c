/* harness/slurm/tasks.c -- see tasks.h. */
#include "harness/slurm/tasks.h"

#include <stdlib.h>

#include "harness/sweep/progress/estimate.h"

/* The number of nodes; if a launch does not set it, as many full nodes as its
 * ranks need. */
static int nodes_of(const qdr_sweep *sweep, int64_t number)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    qdr_launch launch = qdr_experiment_launch(sweep->experiment, number);
    int per_node = slurm->tasks_per_node;

    return launch.layout.nodes > 0
               ? launch.layout.nodes
               : (launch.layout.procs + per_node - 1) / per_node;
}

/* Launches in their order, until a task has size_s of work, or the next needs
 * another number of nodes. */
static void fill(qdr_tasks *made, const qdr_sweep *sweep, int64_t num_launches,
                 double size_s, bool is_split)
{
    int max = sweep->machine->slurm->max_tasks;
    double filled_s = 0;

    made->count = 0;
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(sweep->experiment, l);
        double seconds = qdr_estimate_launch_s(sweep, &launch);
        int nodes = nodes_of(sweep, l);
        bool is_full = filled_s + seconds > size_s && made->count < max;
        bool is_other =
            is_split && l > 0 && nodes != made->nodes[made->count - 1];
        if (l == 0 || is_full || is_other) {
            made->first[made->count] = l;
            made->nodes[made->count++] = nodes;
            filled_s = 0;
        }
        if (nodes > made->nodes[made->count - 1])
            made->nodes[made->count - 1] = nodes;
        filled_s += seconds;
    }
    made->first[made->count] = num_launches;
}

qdr_status qdr_tasks_init(qdr_tasks *tasks, const qdr_sweep *sweep,
                          qdr_error *error)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    int64_t num_launches = qdr_experiment_num_launches(sweep->experiment);
    qdr_tasks made = {0};
    double size_s = slurm->task_minutes * 60;

    /* Released by qdr_tasks_cleanup. */
    made.first = malloc(((size_t)num_launches + 1) * sizeof *made.first);
    made.nodes = malloc(((size_t)num_launches + 1) * sizeof *made.nodes);
    if (made.first == NULL || made.nodes == NULL) {
        qdr_tasks_cleanup(&made);
        return qdr_fail_memory(error, "the tasks of a sweep");
    }
    for (int64_t l = 0; l < num_launches; l++) {
        qdr_launch launch = qdr_experiment_launch(sweep->experiment, l);
        made.seconds += qdr_estimate_launch_s(sweep, &launch);
    }
    /* Fewer, larger ones if there would be too many; half a task of slack,
     * because launches do not divide evenly. */
    if (made.seconds / size_s > slurm->max_tasks - 0.5)
        size_s = made.seconds / (slurm->max_tasks - 0.5);
    fill(&made, sweep, num_launches, size_s, true);
    if (made.count > slurm->max_tasks)
        fill(&made, sweep, num_launches, size_s, false);
    *tasks = made;
    return QDR_OK;
}

void qdr_tasks_cleanup(qdr_tasks *tasks)
{
    free(tasks->first);
    free(tasks->nodes);
    *tasks = (qdr_tasks){0};
}
