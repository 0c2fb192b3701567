/* kernels/alltoallv/distributed_random/distributed_random_parameters.h -- the
 * parameters of drs_n, drs_n_one_sided and drs_n_polling. */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_PARAMETERS_H
#define QUADRILLE_KERNELS_ALLTOALLV_DISTRIBUTED_RANDOM_DISTRIBUTED_RANDOM_PARAMETERS_H

#include "kernels/core/problem/parameter.h"

/* In the order of the algorithms' tables. All have the first, drs_n_polling
 * also the second. */
enum { QDR_DRS_DELAY_US, QDR_DRS_IMPROVEMENTS };

/* The first parameter, the same for all three algorithms. */
#define QDR_DRS_DELAY_PARAMETER                                                \
    {                                                                          \
        .name = "delay_us", .plural = "delays_us", .unit = "us",               \
        .summary = "before a busy destination is asked again",                 \
        .type = QDR_REAL, .default_value = "0", .min = 0, .max = 1e9           \
    }

/* The words of QDR_DRS_IMPROVEMENTS: those that are switched on. */
enum {
    QDR_IMPROVED_NOT,
    QDR_IMPROVED_BUSY_MEASURE,
    QDR_IMPROVED_GO_AHEAD,
    QDR_IMPROVED_BOTH,
    QDR_IMPROVED_GO_AHEAD_PULLED,
    QDR_IMPROVED_BOTH_PULLED
};

#endif
