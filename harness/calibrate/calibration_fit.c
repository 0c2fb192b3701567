/* harness/calibrate/calibration_fit.c -- fits the numbers; see calibration.h.
 */
#include <stdio.h>

#include "harness/calibrate/calibration.h"
#include "harness/calibrate/calibration_numbers.h"

qdr_status qdr_calibration_fit(const qdr_calibration *calibration,
                               qdr_calibrated_network *out_network,
                               qdr_error *error)
{
    char path[QDR_PATH_LENGTH + QDR_NAME_ROOM];
    qdr_item_times times;
    qdr_calibration_numbers numbers;
    qdr_status status;

    snprintf(path, sizeof path, "%s/" QDR_CALIBRATION_SAMPLES,
             calibration->sweep->folder);
    status = qdr_item_times_read(&times, path, error);
    if (status != QDR_OK)
        return QDR_ERROR_SYSTEM;
    qdr_calibration_numbers_fit(&times, &numbers);
    qdr_item_times_cleanup(&times);
    status = qdr_calibration_numbers_check(&numbers, error);
    if (status == QDR_OK) {
        qdr_calibration_report(&numbers, stdout);
        *out_network = numbers.network;
    }
    return status;
}
