/* harness/cli/commands/hidden.c -- see hidden.h. */
#include "harness/cli/commands/hidden.h"

#include <string.h>

#include "harness/slurm/slurm.h"
#include "harness/sweep/launch/process_timing.h"
#include "kernels/core/problem/problem.h"

/* sweep task FOLDER N, within a job. */
static qdr_status run_task(int argc, char **argv, qdr_error *error)
{
    static const qdr_parameter number = {
        .name = "number", .type = QDR_INTEGER, .max = 1e9};
    qdr_value value;
    qdr_status status =
        qdr_parameter_read(&number, "TASK", argv[argc - 1], &value, error);

    return status == QDR_OK ? qdr_slurm_task(argv[0], value.integer, error)
                            : status;
}

/* sweep processes FOLDER ATTEMPT, within a launch. */
static qdr_status time_processes(int argc, char **argv, qdr_error *error)
{
    return qdr_sweep_time_processes(argv[0], argv[argc - 1], error);
}

static const qdr_hidden_command commands[] = {
    {{"sweep", "task"}, 2, 2, run_task},
    {{"sweep", "processes"}, 2, 2, time_processes},
    {{"cluster", "links"}, 2, 4, qdr_cluster_links},
    {{"cluster", "counters"}, 1, 1, qdr_cluster_counters},
};

const qdr_hidden_command *qdr_hidden_find(int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        const qdr_hidden_command *is = &commands[i];
        if (argc - 3 >= is->min_operands && argc - 3 <= is->max_operands &&
            strcmp(argv[1], is->words[0]) == 0 &&
            strcmp(argv[2], is->words[1]) == 0)
            return is;
    }
    return NULL;
}
