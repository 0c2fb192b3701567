/* harness/slurm/task.c -- one array task, within its job; see slurm.h. */
#include <inttypes.h>
#include <stdlib.h>

#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"

qdr_status qdr_slurm_task(const char *folder, int64_t task, qdr_error *error)
{
    qdr_sweep sweep = {0};
    qdr_tasks tasks = {0};
    qdr_sweep_count count;
    qdr_status status = qdr_sweep_load_folder(&sweep, folder, error);

    if (status == QDR_OK && sweep.machine->slurm == NULL)
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%.200s: no sweep on a machine of kind slurm; "
                          "accepted: the folder of a submitted sweep",
                          folder);
    if (status == QDR_OK)
        status = qdr_tasks_init(&tasks, &sweep, error);
    if (status == QDR_OK && (task < 0 || task >= tasks.count))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "task %" PRId64 "; accepted: 0 to %" PRId64, task,
                          tasks.count - 1);
    if (status == QDR_OK) {
        int64_t num_launches = tasks.first[task + 1] - tasks.first[task];
        qdr_selection selection = {
            task, num_launches, malloc((size_t)num_launches * sizeof(int64_t))};
        if (selection.launches == NULL)
            status = qdr_fail_memory(error, "the launches of a task");
        for (int64_t i = 0; i < num_launches && status == QDR_OK; i++)
            selection.launches[i] = tasks.first[task] + i;
        if (status == QDR_OK)
            status = qdr_sweep_run(&sweep, &selection, 1, false, &count, error);
        free(selection.launches);
    }
    if (status == QDR_OK && count.invalid + count.missing > 0)
        status =
            qdr_fail(error, QDR_ERROR_CHECK,
                     "%" PRId64 " cells are INVALID, %" PRId64 " are missing",
                     count.invalid, count.missing);
    qdr_tasks_cleanup(&tasks);
    qdr_sweep_cleanup(&sweep);
    return status;
}
