/* workloads/workload.h -- the row that describes what makes traffic.
 *
 * A workload yields a pattern from its parameters: the same parameters, the
 * same pattern, on every machine. Each is one file and one line in
 * workloads.def.
 */
#ifndef QUADRILLE_WORKLOADS_WORKLOAD_H
#define QUADRILLE_WORKLOADS_WORKLOAD_H

#include <stdint.h>

#include "kernels/core/pattern.h"

/* qdr_workload_params holds the parameters of every workload; each uses those
 * it names. */
typedef struct qdr_workload_params {
    int procs;
    double density; /* share of the p (p - 1) pairs that carry a message */
    int64_t bytes;  /* of a message */
    uint64_t seed;
    int root;              /* of a broadcast */
    const char *path;      /* of a file; or NULL */
    int degree;            /* messages from, and to, every rank */
    int fan_out;           /* k of bounded traffic: messages from a rank */
    double non_uniformity; /* l: share of them that are heavy */
    int64_t traffic;       /* t: elements, of `bytes` each, from a rank */
} qdr_workload_params;

/* The parameters that not every workload uses; all use procs and bytes. */
enum {
    QDR_USES_DENSITY = 1 << 0,
    QDR_USES_SEED = 1 << 1,
    QDR_USES_ROOT = 1 << 2,
    QDR_USES_PATH = 1 << 3,
    QDR_USES_DEGREE = 1 << 4,
    QDR_USES_BOUNDED = 1 << 5 /* fan_out, non_uniformity and traffic */
};

typedef struct qdr_workload {
    const char *name;
    const char *summary; /* one line for the help text */
    unsigned uses;

    /* Refuses parameters that cannot be met, without making the pattern; or
     * NULL: only generate tells. */
    qdr_status (*check)(const qdr_workload_params *params, qdr_error *error);

    /* Makes the pattern; release it with qdr_pattern_cleanup. Refuses
     * parameters that cannot be met, saying what is accepted. */
    qdr_status (*generate)(const qdr_workload_params *params,
                           qdr_pattern *pattern, qdr_error *error);
} qdr_workload;

/* qdr_workload_count returns the number of rows. */
int qdr_workload_count(void);

/* qdr_workload_at returns row `index`; constant, lives for ever. */
const qdr_workload *qdr_workload_at(int index);

/* qdr_workload_find sets *out_workload to the row called `name`, or fails with
 * a line that lists the names. */
qdr_status qdr_workload_find(const char *name,
                             const qdr_workload **out_workload,
                             qdr_error *error);

#endif
