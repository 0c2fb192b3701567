/* harness/cli/commands/command_calibrate.c -- `quadrille calibrate`: measures a
 * machine's communication costs and writes them as a machine or as a network
 * file, which the library reads.
 *
 * All files are made in a temporary folder; at the end either all are moved
 * into place, or none is.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/calibration.h"
#include "harness/cli/commands/commands.h"
#include "harness/cli/output/bench_files.h"
#include "harness/cli/output/calibrate_outputs.h"
#include "harness/files/files.h"
#include "harness/machine/cores.h"
#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/launcher.h"
#include "kernels/core/problem/problem.h"

/* Of a simulated machine: more messages at the same time than most links
 * carry, in seconds. */
enum { SIMULATED_PROCS = 32 };

/* All ranks of an even number of nodes. */
static int simulated_procs(int node_ranks)
{
    int two = 2 * node_ranks;

    return two > SIMULATED_PROCS ? two : SIMULATED_PROCS / two * two;
}

/* As many as face each other at no loss: an even number, of which none waits
 * for another's processor. */
static int choose_procs(const qdr_sweep *sweep)
{
    const qdr_machine *machine = sweep->machine;
    const char *tasks = getenv("SLURM_NTASKS");
    int procs = 0;

    if (machine->kind == QDR_MACHINE_SIMULATED)
        procs = simulated_procs(sweep->node_ranks);
    if (machine->kind == QDR_MACHINE_LOCAL)
        procs = sweep->links == NULL
                    ? qdr_num_processors()
                    : sweep->links->nodes * sweep->links->ranks_per_node;
    if (machine->kind == QDR_MACHINE_SLURM)
        procs = tasks == NULL ? machine->max_procs : atoi(tasks);
    if (procs > machine->max_procs)
        procs = machine->max_procs;
    procs = qdr_calibration_line(machine, procs) / 2 * 2;
    return procs < 2 ? 2 : procs;
}

static qdr_status set_procs(qdr_calibration *to, const qdr_options *options,
                            qdr_error *error)
{
    const qdr_sweep *sweep = to->sweep;
    int max = sweep->machine->max_procs;

    to->procs = qdr_options_given(options, "procs")
                    ? (int)qdr_options_integer(options, "procs")
                    : choose_procs(sweep);
    if (max < 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--machine: %s has max_procs: %d; accepted: 2 or more",
                        sweep->machine_name, max);
    if (to->procs > max)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--procs: %d; accepted on %s: 2 to %d", to->procs,
                        sweep->machine_name, max);
    /* With a node that is not full, the shares of an adapter are not known. */
    if (sweep->node_ranks > 1 && to->procs > sweep->node_ranks &&
        to->procs % sweep->node_ranks != 0)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--procs: %d; accepted on %s, which has nodes of %d "
                        "ranks: 2 to %d, and multiples of %d",
                        to->procs, sweep->machine_name, sweep->node_ranks,
                        sweep->node_ranks, sweep->node_ranks);
    return QDR_OK;
}

/* Launches of a cluster wait for a job nowhere but in its queue. */
static qdr_status require_job(const qdr_sweep *sweep, qdr_error *error)
{
    if (sweep->machine->slurm == NULL || getenv("SLURM_JOB_ID") != NULL)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--machine: %s is of kind slurm; accepted: in a job, for "
                    "example salloc --nodes=%d --ntasks-per-node=%d "
                    "./quadrille calibrate --machine %s",
                    sweep->machine_name, sweep->machine->slurm->nodes,
                    sweep->machine->slurm->tasks_per_node, sweep->machine_name);
}

static qdr_status measure(const qdr_calibration *calibration,
                          const qdr_calibrate_outputs *to, qdr_error *error)
{
    const qdr_sweep *sweep = calibration->sweep;
    const qdr_process_layout layout = {.procs = calibration->procs};
    qdr_calibrated_network network;
    qdr_status status;

    if (qdr_launcher_is_oversubscribed(sweep, &layout))
        fprintf(stderr,
                "quadrille calibrate: %d ranks share %d processors; the "
                "numbers include the time that ranks wait for a processor\n",
                calibration->procs, qdr_num_processors());
    status = qdr_calibration_sample(calibration, error);
    if (status == QDR_OK)
        status = qdr_calibration_fit(calibration, &network, error);
    if (status == QDR_OK && to->machine[0] != '\0')
        status = qdr_calibration_write(calibration, &network, error);
    if (status == QDR_OK && to->network[0] != '\0')
        status = qdr_calibration_write_network(calibration, &network,
                                               to->topology, error);
    if (status == QDR_OK && to->library[0] != '\0')
        status = qdr_calibration_compare(calibration, error);
    if (status == QDR_OK && to->library[0] != '\0')
        status = qdr_calibration_write_network(calibration, &network,
                                               to->topology, error);
    return status == QDR_OK
               ? qdr_calibrate_outputs_put(sweep->folder, to, error)
               : status;
}

/* A temporary folder; sweeps on several nodes need one that all of them see,
 * as where the result goes. */
static qdr_status make_folder(const qdr_sweep *sweep,
                              const qdr_calibrate_outputs *to, char *folder,
                              size_t size, qdr_error *error)
{
    if (to->library[0] == '\0' || sweep->machine->slurm == NULL)
        return qdr_folder_make_temporary("calibrate", folder, size, error);
    if (strlen(to->network) + 8 > size)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--network: the path is too long; accepted: %d "
                        "characters",
                        (int)size - 8);
    snprintf(folder, size, "%s.XXXXXX", to->network);
    return mkdtemp(folder) != NULL ? QDR_OK
                                   : qdr_fail(error, QDR_ERROR_SYSTEM,
                                              "cannot make %.300s", folder);
}

static qdr_status measure_in_folder(qdr_calibration *calibration,
                                    qdr_sweep *sweep,
                                    const qdr_calibrate_outputs *to,
                                    qdr_error *error)
{
    char folder[QDR_PATH_LENGTH / 2];
    qdr_status status = make_folder(sweep, to, folder, sizeof folder, error);

    if (status != QDR_OK)
        return status;
    strcpy(sweep->folder, folder);
    status = measure(calibration, to, error);
    /* Kept so that the user can find the cause. */
    return status == QDR_ERROR_SYSTEM
               ? status
               : qdr_bench_folder_remove(folder, status, error);
}

static qdr_status run(const qdr_line *line, qdr_error *error)
{
    const qdr_options *options = line->options;
    qdr_sweep sweep = {0};
    qdr_calibrate_outputs to;
    qdr_calibration calibration = {
        .sweep = &sweep,
        .num_samples = (int)qdr_options_integer(options, "samples")};
    qdr_status status = qdr_sweep_load_machine(
        &sweep, qdr_options_text(options, "machine"), error);

    if (status == QDR_OK)
        status = set_procs(&calibration, options, error);
    if (status == QDR_OK)
        status = require_job(&sweep, error);
    if (status == QDR_OK)
        status = qdr_calibrate_outputs_set(&to, &sweep, options, error);
    if (status == QDR_OK)
        status = qdr_launch_require(&sweep, error);
    if (status == QDR_OK) {
        const char *slash = strrchr(to.samples, '/');
        calibration.name = slash == NULL ? to.samples : slash + 1;
        status = measure_in_folder(&calibration, &sweep, &to, error);
    }
    qdr_sweep_cleanup(&sweep);
    return status;
}

static const qdr_option own_options[] = {
    QDR_OPTION(TEXT, "machine", "M", "local", "a file of configs/machines"),
    QDR_OPTION(
        INTEGER, "procs", "P", NULL,
        "ranks, half of which face the others; else one a processor, those of "
        "the job, or on simulated machines up to 32 or two nodes",
        .min = 2, .max = QDR_MAX_PROCS),
    QDR_OPTION(TEXT, "output", "FILE", NULL,
               "the machine that is written, FILE.yaml, its samples beside it; "
               "else configs/machines/M_calibrated.yaml"),
    QDR_OPTION(TEXT, "network", "FILE", NULL,
               "a network file that is written, which the library reads where "
               "QUADRILLE_NETWORK names it; no machine without --output; "
               "samples in FILE.csv"),
    QDR_OPTION(WORD, "topology", "WORD", "switched",
               "of --network: which messages share links; else the machine's",
               .words = qdr_network_topology_words),
    {.is = {.name = "against_library",
            .summary = "also compares auto with the MPI library's calls on 2, "
                       "4, 8, ... and P ranks; where these are faster, auto "
                       "takes them; the comparison in FILE.library.csv"}},
    QDR_OPTION(INTEGER, "samples", "N", "50",
               "of each length in each of 7 launches; on simulated machines "
               "all are equal, and there is one",
               .min = 1, .max = 1e5),
    {.is = {0}}};

const qdr_cli_command qdr_command_calibrate = {
    .name = "calibrate",
    .summary = "measures the costs of a machine's messages; writes them as a "
               "machine or as a network file",
    .options = own_options,
    .run = run};
