/* harness/cli/command_calibrate.c -- `quadrille calibrate`: measures a
 * machine's communication costs and writes them as a machine.
 *
 * All files are made in a temporary folder; at the end either both the samples
 * and the machine's file are moved into place, or neither is.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/calibrate/calibration.h"
#include "harness/cli/bench_files.h"
#include "harness/cli/commands.h"
#include "harness/cli/output_path.h"
#include "harness/files/files.h"
#include "harness/sweep/launch_command.h"
#include "harness/sweep/launcher.h"
#include "kernels/core/pattern.h"

/* Of a simulated machine: more messages at the same time than most links
 * carry, in seconds. */
enum { SIMULATED_PROCS = 32 };

/* Both files that are written. */
typedef struct outputs {
    char machine[QDR_PATH_LENGTH], samples[QDR_PATH_LENGTH];
} outputs;

/* As many as face each other at no loss: an even number, of which none waits
 * for another's processor. */
static int choose_procs(const qdr_machine *machine)
{
    int procs = SIMULATED_PROCS;

    if (machine->kind == QDR_MACHINE_LOCAL)
        procs = qdr_launcher_num_processors();
    if (machine->kind == QDR_MACHINE_SLURM)
        procs = machine->max_procs;
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
                    : choose_procs(sweep->machine);
    if (max < 2)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--machine: %s has max_procs: %d; accepted: 2 or more",
                        sweep->machine_name, max);
    if (to->procs > max)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--procs: %d; accepted on %s: 2 to %d", to->procs,
                        sweep->machine_name, max);
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

static qdr_status require_absent(const char *path, qdr_error *error)
{
    if (access(path, F_OK) != 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "--output: %.300s exists; accepted: NAME.yaml if neither "
                    "NAME.yaml nor NAME.csv exists",
                    path);
}

/* FILE.yaml and FILE.csv, neither of which is there. */
static qdr_status set_outputs(outputs *to, const char *machine_name,
                              const char *given, qdr_error *error)
{
    static const char end[] = ".yaml";
    const char *root = getenv("QUADRILLE_ROOT");
    qdr_status status;
    int length;

    if (given != NULL && strlen(given) >= sizeof to->machine)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "--output: the path is too long; accepted: %d "
                        "characters",
                        QDR_PATH_LENGTH - 1);
    if (given != NULL)
        strcpy(to->machine, given);
    else
        snprintf(to->machine, sizeof to->machine,
                 "%.1900s/configs/machines/%s_calibrated%s",
                 root == NULL ? "." : root, machine_name, end);
    status = qdr_output_check("--output", end, to->machine, error);
    if (status != QDR_OK)
        return status;
    length = (int)(strlen(to->machine) - strlen(end));
    snprintf(to->samples, sizeof to->samples, "%.*s.csv", length, to->machine);
    status = require_absent(to->machine, error);
    return status == QDR_OK ? require_absent(to->samples, error) : status;
}

/* From the folder to where they belong. */
static qdr_status put_in_place(const char *folder, const outputs *to,
                               qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_status status;

    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_SAMPLES, folder);
    status = qdr_file_copy(path, to->samples, 0644, error);
    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_MACHINE, folder);
    if (status == QDR_OK)
        status = qdr_file_copy(path, to->machine, 0644, error);
    if (status == QDR_OK)
        printf("\nwritten: %s\nsamples: %s\n", to->machine, to->samples);
    return status;
}

static qdr_status measure(const qdr_calibration *calibration, const outputs *to,
                          qdr_error *error)
{
    const qdr_sweep *sweep = calibration->sweep;
    const qdr_process_layout layout = {.procs = calibration->procs};
    qdr_calibrated_network network;
    qdr_status status;

    if (qdr_launcher_is_oversubscribed(sweep, &layout))
        fprintf(stderr,
                "quadrille calibrate: %d ranks share %d processors; the "
                "numbers include the time that ranks wait for a processor\n",
                calibration->procs, qdr_launcher_num_processors());
    status = qdr_calibration_sample(calibration, error);
    if (status == QDR_OK)
        status = qdr_calibration_fit(calibration, &network, error);
    if (status == QDR_OK)
        status = qdr_calibration_write(calibration, &network, error);
    return status == QDR_OK ? put_in_place(sweep->folder, to, error) : status;
}

static qdr_status measure_in_folder(qdr_calibration *calibration,
                                    qdr_sweep *sweep, const outputs *to,
                                    qdr_error *error)
{
    char folder[QDR_PATH_LENGTH / 2];
    qdr_status status = qdr_bench_folder_make(folder, sizeof folder, error);

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
    outputs to;
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
        status = set_outputs(&to, sweep.machine_name,
                             qdr_options_text(options, "output"), error);
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
    {.is = {.name = "machine",
            .summary = "a file of configs/machines",
            .type = QDR_TEXT,
            .default_value = "local"},
     .operand = "M"},
    {.is = {.name = "procs",
            .summary = "ranks, half of which face the others; else one a "
                       "processor, on simulated machines up to 32",
            .type = QDR_INTEGER,
            .min = 2,
            .max = QDR_MAX_PROCS},
     .operand = "P"},
    {.is = {.name = "output",
            .summary = "the machine that is written, FILE.yaml, its samples "
                       "beside it; else configs/machines/M_calibrated.yaml",
            .type = QDR_TEXT},
     .operand = "FILE"},
    {.is = {.name = "samples",
            .summary = "of each length in each of 7 launches; on simulated "
                       "machines all are equal, and there is one",
            .type = QDR_INTEGER,
            .default_value = "50",
            .min = 1,
            .max = 1e5},
     .operand = "N"},
    {.is = {0}}};

const qdr_cli_command qdr_command_calibrate = {
    .name = "calibrate",
    .summary = "measures a machine's alpha, beta, gamma and link excess; "
               "writes them as a machine",
    .options = own_options,
    .run = run};
