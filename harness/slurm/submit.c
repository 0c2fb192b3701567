/* harness/slurm/submit.c -- submits; see slurm.h. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "harness/slurm/copies.h"
#include "harness/slurm/queue.h"
#include "harness/slurm/shell.h"
#include "harness/slurm/slurm.h"
#include "harness/slurm/tasks.h"
#include "harness/sweep/folder.h"
#include "harness/sweep/launcher.h"

/* Whether the task is dead, or never was, and one of its launches not valid. */
static bool has_work(const qdr_sweep *sweep, const qdr_tasks *tasks,
                     const qdr_queue *queue, int64_t t)
{
    qdr_verdicts verdicts;

    if (queue->is_alive[t])
        return false;
    for (int64_t l = tasks->first[t]; l < tasks->first[t + 1]; l++)
        if (!qdr_folder_verdicts(sweep, l, &verdicts) || verdicts.invalid > 0)
            return true;
    return false;
}

/* The array's indices as sbatch wants them, "0-3,7"; how many. */
static int64_t list_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                          const qdr_queue *queue, FILE *list)
{
    int64_t num_listed = 0;

    for (int64_t t = 0; t < tasks->count; t++) {
        int64_t begin = t;
        while (t < tasks->count && has_work(sweep, tasks, queue, t))
            t++;
        if (t == begin)
            continue;
        fprintf(list, t - begin > 1 ? "%s%" PRId64 "-%" PRId64 : "%s%" PRId64,
                num_listed > 0 ? "," : "", begin, t - 1);
        num_listed += t - begin;
    }
    return num_listed;
}

/* Jobs work in the folder, which is how they are known as the sweep's. */
static void add_folder(FILE *line, const qdr_sweep *sweep)
{
    char *folder = realpath(sweep->folder, NULL);

    qdr_shell_option(line, "chdir", folder != NULL ? folder : sweep->folder);
    free(folder);
}

/* What both jobs are charged to. */
static void add_allotment(FILE *line, const qdr_slurm *slurm)
{
    qdr_shell_option(line, "partition", slurm->partition);
    qdr_shell_option(line, "account", slurm->account);
    qdr_shell_option(line, "qos", slurm->qos);
}

static void make_array(const qdr_sweep *sweep, const char *list, FILE *line)
{
    const qdr_slurm *slurm = sweep->machine->slurm;

    fprintf(line, "sbatch --parsable");
    qdr_shell_option(line, "job-name", sweep->experiment->name);
    add_folder(line, sweep);
    add_allotment(line, slurm);
    qdr_shell_option(line, "constraint", slurm->constraint);
    qdr_shell_option(line, "mem", slurm->memory);
    if (slurm->exclusive)
        fprintf(line, " --exclusive");
    fprintf(line, " --nodes=%d --ntasks-per-node=%d --time=%d", slurm->nodes,
            slurm->tasks_per_node, slurm->time_limit_minutes);
    fprintf(line, " --array='%s%%%d'", list, slurm->array_limit);
    qdr_shell_option(line, "output", "task-%a.log");
    fprintf(line, " program/job.sh");
}

/* After the array, whatever became of it. */
static void make_collector(const qdr_sweep *sweep, const char *array,
                           FILE *line)
{
    const qdr_slurm *slurm = sweep->machine->slurm;
    char name[QDR_PATH_LENGTH];

    snprintf(name, sizeof name, "%.1000s-collect", sweep->experiment->name);
    fprintf(line, "sbatch --parsable --dependency='afterany:%s'", array);
    qdr_shell_option(line, "job-name", name);
    add_folder(line, sweep);
    add_allotment(line, slurm);
    fprintf(line, " --ntasks=1 --time=%d", slurm->time_limit_minutes);
    qdr_shell_option(line, "output", "collect.log");
    fprintf(line, " program/collect.sh");
}

/* A line that `make` puts together; NULL: out of memory. */
static char *make_line(void (*make)(const qdr_sweep *, const char *, FILE *),
                       const qdr_sweep *sweep, const char *operand)
{
    char *text = NULL;
    size_t length;
    FILE *line = open_memstream(&text, &length);

    if (line == NULL)
        return NULL;
    make(sweep, operand, line);
    return fclose(line) == 0 ? text : NULL;
}

/* Runs sbatch; the job's id goes to `id`. */
static qdr_status submit(char *line, char *id, size_t size, qdr_error *error)
{
    FILE *pipe = line == NULL ? NULL : popen(line, "r");
    int code;

    free(line);
    id[0] = '\0';
    if (pipe == NULL || fgets(id, (int)size, pipe) == NULL)
        id[0] = '\0';
    code = pipe == NULL ? -1 : pclose(pipe);
    id[strcspn(id, ";\n")] = '\0';
    if (code == 0 && id[0] != '\0')
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_SYSTEM,
                    "sbatch failed (status %d); it says why above",
                    WIFEXITED(code) ? WEXITSTATUS(code) : code);
}

static qdr_status submit_both(const qdr_sweep *sweep, const char *list,
                              int64_t num_tasks, qdr_error *error)
{
    char array[64], collector[64];
    qdr_status status =
        submit(make_line(make_array, sweep, list), array, sizeof array, error);

    if (status == QDR_OK)
        status = submit(make_line(make_collector, sweep, array), collector,
                        sizeof collector, error);
    if (status == QDR_OK)
        printf("submitted %" PRId64 " tasks as job %s, collected by job %s; "
               "%s\n",
               num_tasks, array, collector, sweep->folder);
    return status;
}

/* Writes what jobs need, and cancels what would never run: held jobs, and
 * those without a heartbeat. */
static qdr_status prepare(const qdr_sweep *sweep, const qdr_submission *options,
                          const qdr_queue *queue, qdr_error *error)
{
    char digests[QDR_DIGESTS_LENGTH];
    qdr_status status = qdr_launcher_digests(sweep, digests, error);

    if (status == QDR_OK)
        status = qdr_folder_open(sweep, digests, QDR_NO_LOCK, options->restart,
                                 error);
    if (status == QDR_OK)
        status = qdr_copy_programs(sweep, options->figures, error);
    return status == QDR_OK ? qdr_queue_cancel(queue->lost_ids, error) : status;
}

/* Submits the tasks that have work, or prints how. */
static qdr_status submit_tasks(const qdr_sweep *sweep, const qdr_tasks *tasks,
                               const qdr_queue *queue, bool is_dry,
                               qdr_error *error)
{
    char *text = NULL;
    size_t length;
    FILE *list = open_memstream(&text, &length);
    int64_t num_tasks =
        list == NULL ? 0 : list_tasks(sweep, tasks, queue, list);
    qdr_status status = QDR_OK;

    if (list == NULL || fclose(list) != 0)
        return qdr_fail_memory(error, "the list of tasks");
    if (num_tasks == 0) {
        printf("nothing to submit: every launch is valid or running\n");
    } else if (is_dry) {
        char *line = make_line(make_array, sweep, text);
        printf("%s\n", line == NULL ? "out of memory" : line);
        free(line);
    } else {
        status = submit_both(sweep, text, num_tasks, error);
    }
    free(text);
    return status;
}

qdr_status qdr_slurm_submit(const qdr_sweep *sweep,
                            const qdr_submission *options, qdr_error *error)
{
    qdr_tasks tasks = {0};
    qdr_queue queue = {0};
    qdr_status status = qdr_tasks_init(&tasks, sweep, error);

    if (status == QDR_OK)
        status = qdr_queue_ask(&queue, sweep, tasks.count, error);
    if (status == QDR_OK && !options->dry_run)
        status = prepare(sweep, options, &queue, error);
    if (status == QDR_OK)
        status = submit_tasks(sweep, &tasks, &queue, options->dry_run, error);
    qdr_queue_cleanup(&queue);
    qdr_tasks_cleanup(&tasks);
    return status;
}
