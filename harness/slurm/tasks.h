/* harness/slurm/tasks.h -- which launches (one mpirun each) an array task runs.
 */
#ifndef QUADRILLE_HARNESS_SLURM_TASKS_H
#define QUADRILLE_HARNESS_SLURM_TASKS_H

#include "harness/sweep/loading/sweep.h"

/* Tasks 0, 1, ... of a sweep: the launches first[t] .. first[t + 1] - 1, by
 * estimated time about task_minutes of the machine each, in at most max_tasks.
 * They depend on configuration and machine only, so a job needs only its
 * number. Release with qdr_tasks_cleanup. */
typedef struct qdr_tasks {
    int64_t count;
    int64_t *first; /* [count + 1] */
    int *nodes;     /* [count] as many as the largest of its launches needs */
    double seconds; /* estimated, of all */
} qdr_tasks;

/* qdr_tasks_init distributes the launches of a sweep, whose machine is a
 * cluster, to tasks. Fails only if memory runs out. */
qdr_status qdr_tasks_init(qdr_tasks *tasks, const qdr_sweep *sweep,
                          qdr_error *error);

/* qdr_tasks_cleanup frees the contents and zeroes `tasks`; a zeroed one is
 * legal. */
void qdr_tasks_cleanup(qdr_tasks *tasks);

#endif
