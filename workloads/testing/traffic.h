/* workloads/testing/traffic.h -- traffic of workloads, for tests. */
#ifndef QUADRILLE_WORKLOADS_TESTING_TRAFFIC_H
#define QUADRILLE_WORKLOADS_TESTING_TRAFFIC_H

#include "workloads/workload.h"

/* qdr_traffic_make makes the traffic of the workload called `name`, with the
 * parameters in the format: "degree=%d;bytes=16"; if it cannot, the test fails.
 * Release it with qdr_traffic_cleanup. */
__attribute__((format(printf, 4, 5))) void
qdr_traffic_make(const char *name, qdr_workload_input input,
                 qdr_traffic *traffic, const char *format, ...);

/* Parameters that a workload must refuse, and words that its error must have.
 */
typedef struct qdr_refusal {
    int procs;
    const char *parameters, *words;
} qdr_refusal;

/* qdr_traffic_refuses checks that the workload called `name` refuses each of
 * refusals[count], in the input, as bad input, and makes nothing; else the test
 * fails. */
void qdr_traffic_refuses(const char *name, qdr_workload_input input,
                         const qdr_refusal *refusals, size_t count);

#endif
