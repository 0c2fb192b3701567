/* harness/calibrate/calibrated_machine.c -- writes the measured numbers as a
 * machine; see calibration.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "harness/calibrate/calibration.h"

/* When it was measured; a simulated machine is the same on every day. */
static void write_date(FILE *to)
{
    char date[32];
    time_t now = time(NULL);
    struct tm parts;

    if (gmtime_r(&now, &parts) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%d", &parts) > 0)
        fprintf(to, "on %s, ", date);
}

static void write_origin(const qdr_calibration *calibration,
                         const char *library, FILE *to)
{
    const qdr_machine *machine = calibration->sweep->machine;
    int count = qdr_calibration_launches(machine);

    fprintf(to,
            "# Written by `quadrille calibrate --machine %s --procs %d "
            "--samples %d`",
            calibration->sweep->machine_name, calibration->procs,
            calibration->num_samples);
    fputs(",\n# ", to);
    if (machine->kind != QDR_MACHINE_SIMULATED)
        write_date(to);
    fprintf(to, "with %s; the samples of %d launch%s are in %s.\n", library,
            count, count == 1 ? "" : "es", calibration->name);
}

static void write_intervals(const qdr_calibrated_network *network, FILE *to)
{
    fputs("\n# What the choice of an algorithm counts with; 95% intervals:\n",
          to);
    for (int i = 0; i < QDR_NUM_CALIBRATED; i++) {
        const qdr_calibrated *at = &network->numbers[i];
        fprintf(to, "#   %-11s ", qdr_calibrated_key((qdr_calibrated_number)i));
        if (isinf(at->high))
            fprintf(to,
                    "at least %.6g; pairs of ranks do not tell how much more\n",
                    at->low);
        else
            fprintf(to, "%.6g to %.6g\n", at->low, at->high);
    }
}

/* Of another alpha, with an end as busy as before. */
static double still_free(double free_us, double alpha_us, double new_alpha_us)
{
    double busy_us = alpha_us - free_us;

    return free_us > 0 && new_alpha_us > busy_us ? new_alpha_us - busy_us : 0;
}

/* Rows and columns remain the machine's, and so do the busy times of its ranks.
 */
static qdr_network make_network(const qdr_machine *machine,
                                const qdr_calibrated_network *from)
{
    qdr_network made = {0};
    double old_alpha_us;

    if (machine->network != NULL)
        made = *machine->network;
    old_alpha_us = made.alpha_us;
    made.alpha_us = from->numbers[QDR_CALIBRATED_ALPHA].estimate;
    made.beta_ns = from->numbers[QDR_CALIBRATED_BETA].estimate;
    made.gamma_ns = from->numbers[QDR_CALIBRATED_GAMMA].estimate;
    made.link_excess = from->numbers[QDR_CALIBRATED_EXCESS].estimate;
    made.sender_free_us =
        still_free(made.sender_free_us, old_alpha_us, made.alpha_us);
    made.receiver_free_us =
        still_free(made.receiver_free_us, old_alpha_us, made.alpha_us);
    return made;
}

static qdr_status write_all(const qdr_calibration *calibration,
                            const qdr_calibrated_network *network, FILE *to,
                            qdr_error *error)
{
    qdr_network made = make_network(calibration->sweep->machine, network);
    qdr_machine rest = *calibration->sweep->machine;
    char title[512];
    qdr_status status;

    snprintf(title, sizeof title, "%.490s, calibrated", rest.title);
    rest.title = title;
    rest.network = NULL;
    write_origin(calibration, network->library, to);
    status = qdr_machine_write(&rest, to, error);
    if (status != QDR_OK)
        return status;
    write_intervals(network, to);
    return qdr_network_write(&made, to, error);
}

qdr_status qdr_calibration_write(const qdr_calibration *calibration,
                                 const qdr_calibrated_network *network,
                                 qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_machine *read;
    FILE *file;
    qdr_status status;

    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_MACHINE,
             calibration->sweep->folder);
    file = fopen(path, "w");
    if (file == NULL)
        return qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    status = write_all(calibration, network, file, error);
    if (fclose(file) != 0 && status == QDR_OK)
        status = qdr_fail(error, QDR_ERROR_SYSTEM, "cannot write %.300s", path);
    if (status == QDR_OK)
        status = qdr_machine_load(path, NULL, &read, error);
    if (status == QDR_OK)
        qdr_machine_free(read);
    return status == QDR_ERROR_INPUT ? QDR_ERROR_CHECK : status;
}
