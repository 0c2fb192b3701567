/* harness/calibrate/call_times.h -- times of `auto` and of the MPI library's
 * own calls, from the samples of sweeps of configs/sweeps/against_library.yaml.
 */
#ifndef QUADRILLE_HARNESS_CALIBRATE_CALL_TIMES_H
#define QUADRILLE_HARNESS_CALIBRATE_CALL_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* A sample of one of both. */
typedef struct qdr_call_time {
    char operation[32];
    int procs;
    int64_t bytes;
    int replicate; /* of the launch, 1 to QDR_MAX_ESTIMATED */
    bool is_library;
    double time_us;
} qdr_call_time;

/* All samples. */
typedef struct qdr_call_times {
    qdr_call_time *of;
    int64_t count, capacity;
} qdr_call_times;

/* qdr_call_times_add appends the rows of a csv of samples (docs/result-format
 * .md), whose text it changes; those of other algorithms are left out. Refuses
 * what is no number, and more than QDR_MAX_ESTIMATED launches. Release with
 * qdr_call_times_cleanup; zeroed ones are legal, and empty. */
qdr_status qdr_call_times_add(qdr_call_times *to, char *csv, qdr_error *error);

/* qdr_call_times_cleanup frees them. */
void qdr_call_times_cleanup(qdr_call_times *times);

#endif
