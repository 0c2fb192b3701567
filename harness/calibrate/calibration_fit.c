/* harness/calibrate/calibration_fit.c -- has R fit the numbers; see
 * calibration.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/calibration.h"
#include "harness/files/r_script.h"
#include "kernels/core/network/network_numbers.h"

static FILE *open_file(const qdr_calibration *calibration, const char *name)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];

    snprintf(path, sizeof path, "%s/%s", calibration->sweep->folder, name);
    return fopen(path, "r");
}

static const qdr_calibrated *find(const qdr_calibrated_network *network,
                                  const char *key)
{
    for (int i = 0; i < network->count; i++)
        if (strcmp(network->rows[i].key, key) == 0)
            return &network->rows[i];
    return NULL;
}

/* Whether all numbers are there that every network has. */
static bool is_whole(const qdr_calibrated_network *network)
{
    bool is_it = find(network, QDR_CALIBRATED_TWO_WAY) != NULL;

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++)
        is_it &= qdr_network_numbers[i].group != QDR_NETWORK_NEEDED ||
                 find(network, qdr_network_numbers[i].name) != NULL;
    return is_it;
}

static bool is_key(const char *key)
{
    bool is_it = strcmp(key, QDR_CALIBRATED_TWO_WAY) == 0;

    for (int i = 0; i < QDR_NUM_NETWORK_NUMBERS; i++)
        is_it |= strcmp(key, qdr_network_numbers[i].name) == 0;
    return is_it;
}

/* R writes "key,estimate,low,high,library", a line for each number, once. */
static bool read_fit(const qdr_calibration *calibration,
                     qdr_calibrated_network *network)
{
    enum { MAX_ROWS = sizeof network->rows / sizeof *network->rows };
    FILE *file = open_file(calibration, QDR_CALIBRATION_FIT);
    bool is_read = false;

    if (file == NULL)
        return false;
    network->count = 0;
    if (fscanf(file, "%*[^\n]\n") != EOF)
        while (network->count < MAX_ROWS) {
            qdr_calibrated *to = &network->rows[network->count];
            if (fscanf(file, "%31[^,],%lf,%lf,%lf,%127[^\n]\n", to->key,
                       &to->estimate, &to->low, &to->high,
                       network->library) != 5 ||
                !is_key(to->key) || find(network, to->key) != NULL)
                break;
            network->count++;
        }
    is_read = feof(file) && is_whole(network);
    fclose(file);
    return is_read;
}

qdr_status qdr_calibration_fit(const qdr_calibration *calibration,
                               qdr_calibrated_network *out_network,
                               qdr_error *error)
{
    const char *folder = calibration->sweep->folder;
    qdr_calibrated_network network = {0};
    qdr_command command = {0};
    char *said = NULL;
    qdr_status status;

    qdr_r_script_add(&command, "analysis/scripts/fit_calibration.R");
    qdr_command_add(&command, "%s/" QDR_CALIBRATION_SAMPLES, folder);
    qdr_command_add(&command, "%s/" QDR_CALIBRATION_FIT, folder);
    status = qdr_r_script_run(&command, &said, error);
    if (status == QDR_OK && !read_fit(calibration, &network))
        status =
            qdr_fail(error, QDR_ERROR_SYSTEM,
                     "%.300s/" QDR_CALIBRATION_FIT " has no numbers", folder);
    if (status == QDR_OK) {
        fputs(said, stdout);
        *out_network = network;
    }
    free(said);
    qdr_command_cleanup(&command);
    return status;
}
