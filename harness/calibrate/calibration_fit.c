/* harness/calibrate/calibration_fit.c -- has R fit the numbers; see
 * calibration.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/calibration.h"
#include "harness/files/r_script.h"

const char *qdr_calibrated_key(qdr_calibrated_number number)
{
    static const char *const keys[QDR_NUM_CALIBRATED] = {
        [QDR_CALIBRATED_ALPHA] = "alpha_us",
        [QDR_CALIBRATED_BETA] = "beta_ns",
        [QDR_CALIBRATED_GAMMA] = "gamma_ns",
        [QDR_CALIBRATED_EXCESS] = "link_excess",
        [QDR_CALIBRATED_TWO_WAY] = "two_way",
        [QDR_CALIBRATED_EAGER] = "eager_bytes",
        [QDR_CALIBRATED_SENDER] = "sender_free_us",
        [QDR_CALIBRATED_RECEIVER] = "receiver_free_us",
        [QDR_CALIBRATED_INSIDE_ALPHA] = "inside_alpha_us",
        [QDR_CALIBRATED_INSIDE_BETA] = "inside_beta_ns",
        [QDR_CALIBRATED_NODE_RANKS] = "node_ranks",
        [QDR_CALIBRATED_ADAPTER_RANKS] = "adapter_ranks"};
    return keys[number];
}

static FILE *open_file(const qdr_calibration *calibration, const char *name)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];

    snprintf(path, sizeof path, "%s/%s", calibration->sweep->folder, name);
    return fopen(path, "r");
}

/* R writes "key,estimate,low,high,library", a line for each number, those of
 * levels if it has them. */
static bool read_fit(const qdr_calibration *calibration,
                     qdr_calibrated_network *network)
{
    FILE *file = open_file(calibration, QDR_CALIBRATION_FIT);
    int count = 0;
    bool is_whole;

    if (file == NULL)
        return false;
    if (fscanf(file, "%*[^\n]\n") != EOF)
        for (; count < QDR_NUM_CALIBRATED; count++) {
            qdr_calibrated *to = &network->numbers[count];
            char key[32];
            if (fscanf(file, "%31[^,],%lf,%lf,%lf,%127[^\n]\n", key,
                       &to->estimate, &to->low, &to->high,
                       network->library) != 5 ||
                strcmp(key, qdr_calibrated_key((qdr_calibrated_number)count)) !=
                    0)
                break;
        }
    is_whole = feof(file) && (count == QDR_CALIBRATED_INSIDE_ALPHA ||
                              count == QDR_NUM_CALIBRATED);
    fclose(file);
    network->count = count;
    return is_whole;
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
