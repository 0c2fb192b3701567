/* kernels/plan/preset_row.c -- see preset_row.h.
 *
 * Chosen by measuring on one machine, in shared memory: what is the fastest, or
 * about that, at every size and density that was tried. */
#include "kernels/plan/preset_row.h"

static const qdr_preset_row rows[QDR_NUM_COLLECTIVES] = {
    [QDR_ALLTOALL] = {"scattered", {.kind = QDR_WINDOW, .window = 32}},
    [QDR_ALLTOALLV] = {"scattered", {.kind = QDR_WINDOW, .window = 32}},
    /* Of short messages the root need not wait until they are taken. */
    [QDR_BCAST] = {"reb", {.kind = QDR_POSTED_ALL}},
    [QDR_SCATTER] = {"scatter", {.kind = QDR_POSTED}},
    [QDR_GATHER] = {"gather", {.kind = QDR_POSTED}},
    [QDR_ALLGATHER] = {"collect_hybrid", {.kind = QDR_POSTED}},
    [QDR_REDUCE] = {"combine_to_one_hybrid", {.kind = QDR_POSTED}},
    [QDR_ALLREDUCE] = {"combine_to_all_folded", {.kind = QDR_POSTED}},
    [QDR_REDUCE_SCATTER] = {"distributed_combine_hybrid", {.kind = QDR_POSTED}},
};

const qdr_preset_row *qdr_preset_row_of(qdr_collective collective)
{
    return &rows[collective];
}
