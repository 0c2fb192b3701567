/* workloads/graph/numbering.h -- which rank owns which part.
 *
 * A partitioner numbers its parts: bisection gives neighbours close numbers.
 * Schedules that go by the numbers, such as ls and ps, depend on it, and no
 * paper says how it numbered its parts. So the numbering is a parameter.
 */
#ifndef QUADRILLE_WORKLOADS_GRAPH_NUMBERING_H
#define QUADRILLE_WORKLOADS_GRAPH_NUMBERING_H

#include "kernels/core/problem/parameter.h"
#include "kernels/core/problem/pattern.h"

/* Of a workload's table. */
#define QDR_NUMBERING_PARAMETER                                                \
    {                                                                          \
        .name = "numbering", .plural = "numberings",                           \
        .summary =                                                             \
            "of the parts: 0 the partitioner's, else drawn from it and "       \
            "the seed",                                                        \
        .type = QDR_INTEGER, .default_value = "0", .min = 0, .max = 0x1p53     \
    }

/* A numbering of `procs` parts: a permutation drawn from `number` and the
 * traffic's seed, each equally likely; of number 0 the identity. */
typedef struct qdr_numbering {
    int procs;
    uint64_t seed;
    int64_t number;
} qdr_numbering;

/* qdr_numbering_parts renumbers the owners part[count] of vertices. */
qdr_status qdr_numbering_parts(const qdr_numbering *of, int64_t count,
                               int *part, qdr_error *error);

/* qdr_numbering_pattern renumbers the ranks of a pattern. */
qdr_status qdr_numbering_pattern(const qdr_numbering *of, qdr_pattern *pattern,
                                 qdr_error *error);

#endif
