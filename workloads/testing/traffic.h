/* workloads/testing/traffic.h -- traffic of workloads, for tests. */
#ifndef QUADRILLE_WORKLOADS_TESTING_TRAFFIC_H
#define QUADRILLE_WORKLOADS_TESTING_TRAFFIC_H

#include "workloads/workload.h"

/* qdr_traffic_make makes the traffic of the workload called `name`, with the
 * parameters in the format: "degree=%d;bytes=16". Release it with
 * qdr_traffic_cleanup. */
__attribute__((format(printf, 5, 6))) qdr_status
qdr_traffic_make(const char *name, qdr_workload_input input,
                 qdr_traffic *traffic, qdr_error *error, const char *format,
                 ...);

/* An input that a workload must refuse, and words that its error must have. */
typedef struct qdr_refusal {
    qdr_workload_input input;
    const char *parameters, *words;
} qdr_refusal;

/* qdr_traffic_refuses checks that the workload called `name` refuses each of
 * refusals[count] as bad input, and makes nothing; else the test fails. */
void qdr_traffic_refuses(const char *name, const qdr_refusal *refusals,
                         size_t count);

#endif
