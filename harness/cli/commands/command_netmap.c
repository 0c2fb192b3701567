/* harness/cli/commands/command_netmap.c -- `quadrille netmap`: which node or
 * pair of nodes of a machine is slow, or does not answer.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/cli/commands/commands.h"
#include "harness/cli/output/netmap_output.h"
#include "harness/files/files.h"
#include "harness/machine/cores.h"
#include "harness/sweep/launch/launch_command.h"

/* The nodes of a job; 0: not known. */
static int job_nodes(void)
{
    const char *nodes = getenv("SLURM_JOB_NUM_NODES");

    if (nodes == NULL)
        nodes = getenv("SLURM_NNODES");
    return nodes == NULL ? 0 : atoi(nodes);
}

/* One rank on each node of the job, or of the cluster on this machine; on other
 * machines max_procs, because their files do not state the number of nodes. */
static qdr_process_layout choose_layout(const qdr_sweep *sweep, bool of_ranks)
{
    const qdr_machine *machine = sweep->machine;
    const char *tasks = getenv("SLURM_NTASKS");
    int nodes = job_nodes();

    if (machine->kind == QDR_MACHINE_LOCAL && sweep->links != NULL && !of_ranks)
        return (qdr_process_layout){.procs = sweep->links->nodes,
                                    .nodes = sweep->links->nodes,
                                    .tasks_per_node = 1};

    if (machine->kind == QDR_MACHINE_SLURM && of_ranks && tasks != NULL)
        return (qdr_process_layout){.procs = atoi(tasks)};
    if (machine->kind == QDR_MACHINE_SLURM && !of_ranks && nodes > 0)
        return (qdr_process_layout){
            .procs = nodes, .nodes = nodes, .tasks_per_node = 1};
    return (qdr_process_layout){.procs = of_ranks && qdr_num_processors() <
                                                         machine->max_procs
                                             ? qdr_num_processors()
                                             : machine->max_procs};
}

static qdr_status set_layout(qdr_netmap_request *to, const qdr_options *options,
                             qdr_error *error)
{
    const qdr_sweep *sweep = to->sweep;
    const int max = sweep->machine->max_procs;

    if (qdr_options_given(options, "procs"))
        to->layout = (qdr_process_layout){
            .procs = (int)qdr_options_integer(options, "procs")};
    else
        to->layout = choose_layout(sweep, to->of_ranks);
    if (to->layout.procs >= 2 && to->layout.procs <= max)
        return QDR_OK;
    if (to->layout.nodes == 1)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "the job has 1 node; accepted: 2 or more, or --ranks");
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--procs: %d; accepted on %s: 2 to %d", to->layout.procs,
                    sweep->machine_name, max);
}

/* A simulated network has no slow node; a cluster has jobs. */
static qdr_status require_job(const qdr_sweep *sweep, qdr_error *error)
{
    if (sweep->machine->kind == QDR_MACHINE_SIMULATED)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--machine: %s is simulated; accepted: machines of "
                        "kind local or slurm",
                        sweep->machine_name);
    if (sweep->machine->slurm == NULL || getenv("SLURM_JOB_ID") != NULL)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--machine: %s is of kind slurm; accepted: in a job, for "
                    "example salloc --nodes=%d --ntasks-per-node=1 "
                    "./quadrille netmap --machine %s, or sbatch --nodes=%d "
                    "--ntasks-per-node=1 --wrap './quadrille netmap --machine "
                    "%s'",
                    sweep->machine_name, sweep->machine->slurm->nodes,
                    sweep->machine_name, sweep->machine->slurm->nodes,
                    sweep->machine_name);
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    const char *output = qdr_options_text(options, "output");
    qdr_sweep sweep = {0};
    qdr_netmap_request request = {
        .sweep = &sweep,
        .bytes = (int)qdr_options_integer(options, "bytes"),
        .limit_s = qdr_options_real(options, "limit"),
        .of_ranks = qdr_options_given(options, "ranks")};
    qdr_status status = qdr_sweep_load_machine(
        &sweep, qdr_options_text(options, "machine"), error);

    if (status == QDR_OK)
        status = require_job(&sweep, error);
    if (status == QDR_OK)
        status = set_layout(&request, options, error);
    if (status == QDR_OK && output != NULL)
        status = qdr_netmap_output_check(output, error);
    if (status == QDR_OK)
        status = qdr_launch_require(&sweep, error);
    if (status == QDR_OK)
        status = qdr_netmap_report(&request, output, error);
    qdr_sweep_cleanup(&sweep);
    return status;
}

static const qdr_option own_options[] = {
    QDR_OPTION(TEXT, "machine", "M", "local",
               "a file of configs/machines, of kind local or slurm"),
    QDR_OPTION(INTEGER, "procs", "P", NULL,
               "ranks; one of each node takes part; else one on each node of "
               "the job or of the cluster on this machine, or the machine's "
               "max_procs",
               .min = 2, .max = QDR_MAX_PROCS),
    {.is = {.name = "ranks",
            .summary = "measures ranks, also of one node, in place of nodes"}},
    QDR_OPTION(INTEGER, "bytes", "N", "524288",
               "of the messages whose rate is measured", .min = 1024,
               .max = 1 << 26),
    QDR_OPTION(REAL, "limit", "SECONDS", "10",
               "for the messages of a pair in one direction; a pair that takes "
               "longer does not answer",
               .min = 1, .max = 3600),
    QDR_OPTION(TEXT, "output", "DIR", NULL,
               "a new folder for pairs.csv, nodes.csv, mpigraph.txt and, with "
               "R, heatmap.svg"),
    {.is = {0}}};

const qdr_cli_command qdr_command_netmap = {
    .name = "netmap",
    .summary = "which node or pair of nodes is slow, or does not answer; exit "
               "status 1 if one is",
    .options = own_options,
    .run = run};
