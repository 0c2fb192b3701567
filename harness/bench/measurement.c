/* harness/bench/measurement.c -- see measurement.h. */
#include "harness/bench/measurement.h"

#include <stdlib.h>

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
