/* harness/calibrate/calibration_samples.c -- the launches of a calibration; see
 * calibration.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "harness/calibrate/calibration.h"
#include "harness/calibrate/calibration_items.h"
#include "harness/files/command.h"
#include "harness/files/files.h"
#include "harness/sweep/folder/folder.h"
#include "harness/sweep/launch/launch_command.h"
#include "harness/sweep/launch/launcher.h"
#include "harness/sweep/launch/measuring.h"

/* One mpirun is one draw; as many give a rank-based interval of 95%. */
enum { LAUNCHES = 7 };

static const char header[] = QDR_ITEM_TIMES_HEADER;

int qdr_calibration_line(const qdr_machine *machine, int procs)
{
    int columns = machine->network == NULL ? 0 : machine->network->columns;

    return columns >= 2 && columns < procs ? columns : procs;
}

int qdr_calibration_launches(const qdr_machine *machine)
{
    return machine->kind == QDR_MACHINE_SIMULATED ? 1 : LAUNCHES;
}

/* The files that simulated launches find in their folder. */
static qdr_status prepare(const qdr_sweep *sweep, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int f = 0; f < QDR_NUM_SWEEP_FILES && status == QDR_OK; f++)
        if (sweep->files[f] != NULL)
            status =
                qdr_folder_write(sweep, qdr_sweep_file_name((qdr_sweep_file)f),
                                 sweep->files[f], error);
    return status == QDR_OK ? qdr_folder_link(sweep, qdr_programs_link,
                                              qdr_built_folder(), error)
                            : status;
}

static void make_command(const qdr_calibration *calibration, int launch,
                         qdr_command *made)
{
    const qdr_sweep *sweep = calibration->sweep;
    const qdr_process_layout layout = {.procs = calibration->procs};
    bool is_simulated = sweep->machine->kind == QDR_MACHINE_SIMULATED;

    if (is_simulated) {
        qdr_command_add(made, "env");
        qdr_command_add(made, "--chdir=%s", sweep->folder);
    }
    qdr_launch_command_add_ranks(made, sweep, &layout);
    if (is_simulated)
        qdr_command_add(made, "./%s/calibrate_simulated.so", qdr_programs_link);
    else
        qdr_command_add(made, "%s/calibrate", qdr_built_folder());
    qdr_command_add(made, "%d", launch);
    qdr_command_add(made, "%d",
                    qdr_calibration_line(sweep->machine, calibration->procs));
    qdr_command_add(made, "%d", calibration->num_samples);
    qdr_command_add(made, "%d", sweep->node_ranks);
}

/* One launch's samples, without their header unless they are the first. */
static qdr_status run_launch(const qdr_calibration *calibration, int launch,
                             FILE *to, qdr_error *error)
{
    qdr_command command = {0};
    char *text = NULL;
    qdr_status status;

    make_command(calibration, launch, &command);
    if (calibration->sweep->machine->kind == QDR_MACHINE_LOCAL)
        qdr_measuring_begin();
    status = qdr_command_run(&command, false, &text, error);
    if (status == QDR_OK && strncmp(text, header, strlen(header)) != 0)
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM,
                     "launch %d printed '%.*s'; accepted: the csv of samples",
                     launch, (int)strcspn(text, "\n") % 100, text);
    if (status == QDR_OK)
        fputs(launch == 1 ? text : text + strlen(header), to);
    free(text);
    qdr_command_cleanup(&command);
    return status;
}

qdr_status qdr_calibration_sample(const qdr_calibration *calibration,
                                  qdr_error *error)
{
    const qdr_sweep *sweep = calibration->sweep;
    const qdr_process_layout layout = {.procs = calibration->procs};
    int count = qdr_calibration_launches(sweep->machine);
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    bool is_watched = isatty(STDERR_FILENO);
    FILE *file;
    qdr_status status = prepare(sweep, error);

    if (status != QDR_OK)
        return status;
    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_SAMPLES, sweep->folder);
    file = fopen(path, "w");
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    qdr_launcher_set_environment(sweep, &layout);
    for (int launch = 1; launch <= count && status == QDR_OK; launch++) {
        fprintf(stderr,
                is_watched ? "\r\033[Klaunch %d of %d" : "launch %d of %d\n",
                launch, count);
        status = run_launch(calibration, launch, file, error);
    }
    if (is_watched)
        fprintf(stderr, "\r\033[K");
    if (fclose(file) != 0 && status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    return status;
}
