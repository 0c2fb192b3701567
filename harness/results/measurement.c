/* harness/results/measurement.c -- see measurement.h. */
#include "harness/results/measurement.h"

#include <stdlib.h>

const char *qdr_end_string(qdr_end end)
{
    static const char *const words[QDR_NUM_ENDS] = {
        [QDR_END_COUNT] = "count", [QDR_END_PRECISION] = "precision",
        [QDR_END_MAX] = "most",    [QDR_END_TIME] = "time",
        [QDR_END_TRIES] = "tries",
    };

    return words[end];
}

double qdr_autocorrelation(const int64_t *samples, int count)
{
    double mean = 0, variance = 0, covariance = 0;

    if (count < 3)
        return 0;
    for (int i = 0; i < count; i++)
        mean += (double)samples[i] / count;
    for (int i = 0; i < count; i++) {
        double from_mean = (double)samples[i] - mean;
        variance += from_mean * from_mean;
        if (i > 0)
            covariance += from_mean * ((double)samples[i - 1] - mean);
    }
    return variance > 0 ? covariance / variance : 0;
}

void qdr_samples_cleanup(qdr_samples *samples)
{
    free(samples->time_ns);
    free(samples->local_max_ns);
    free(samples->late_ns);
    free(samples->rank_ns);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        free(samples->phase_ns[phase]);
    *samples = (qdr_samples){0};
}

void qdr_measurement_cleanup(qdr_measurement *measurement)
{
    qdr_samples_cleanup(&measurement->samples);
    free(measurement->process);
    *measurement = (qdr_measurement){0};
}

void qdr_chosen_mode_print(const qdr_measurement *measurement, char *text,
                           size_t size)
{
    if (qdr_kernel_has_mode(measurement->chosen))
        qdr_mode_print(&measurement->chosen_mode, text, size);
    else
        snprintf(text, size, "%s", qdr_kind_string(measurement->chosen->kind));
}
