/* workloads/vector/broadcast.c -- one rank has a vector for all.
 *
 * Source: the one-to-all broadcast of [ponnusamy1992, Sec. 3.6].
 */
#include "workloads/vector/vector.h"

const qdr_workload qdr_workload_broadcast = {
    .name = "broadcast",
    .summary = "a vector from a root to every other rank",
    .has_vector = true,
    .parameters = qdr_vector_parameters,
    .ordinary = {[QDR_BCAST] = ""},
    .check = qdr_vector_check,
    .amount = qdr_vector_amount,
    .generate = qdr_vector_generate,
};
