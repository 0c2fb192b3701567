/* kernels/plan/default_algorithm.c -- see default_algorithm.h.
 *
 * Chosen by measurements on one machine, in shared memory: the fastest, or
 * close to it, at every size and density measured. */
#include "kernels/plan/default_algorithm.h"

static const qdr_default_algorithm rows[QDR_NUM_COLLECTIVES] = {
    [QDR_ALLTOALL] = {"scattered", {.kind = QDR_WINDOW, .window = 32}},
    [QDR_ALLTOALLV] = {"scattered", {.kind = QDR_WINDOW, .window = 32}},
    /* The root of short messages need not wait for their receivers; long ones
     * that it starts at once would share its port. */
    [QDR_BCAST] = {"reb", {.kind = QDR_PACED}},
    [QDR_SCATTER] = {"scatter_mst", {.kind = QDR_PACED}},
    [QDR_GATHER] = {"gather_mst", {.kind = QDR_PACED}},
    [QDR_ALLGATHER] = {"allgather_hybrid", {.kind = QDR_PACED}},
    [QDR_REDUCE] = {"reduce_hybrid", {.kind = QDR_PACED}},
    [QDR_ALLREDUCE] = {"allreduce_folded", {.kind = QDR_PACED}},
    [QDR_REDUCE_SCATTER] = {"reduce_scatter_hybrid", {.kind = QDR_PACED}},
};

const qdr_default_algorithm *qdr_default_algorithm_of(qdr_collective collective)
{
    return &rows[collective];
}
