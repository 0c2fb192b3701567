/* kernels/plan/block_ids.h -- whether sender and receiver list the blocks of a
 * message in the same order. */
#ifndef QUADRILLE_KERNELS_PLAN_BLOCK_IDS_H
#define QUADRILLE_KERNELS_PLAN_BLOCK_IDS_H

#include <mpi.h>

#include "kernels/core/buffer_layout.h"

/* The identifiers of a rank's blocks, NULL: it gives none. */
typedef struct qdr_block_ids {
    const int64_t *sends, *receives;
} qdr_block_ids;

/* qdr_block_ids_compare fails with QDR_ERROR_INPUT on every rank if the two
 * ends of a message have blocks with identifiers, and do not list the same ones
 * with the same lengths in the same order. `layout` was made of `places`,
 * whose receives are known where they have identifiers. Collective over
 * `comm`; `error` is not NULL. */
qdr_status qdr_block_ids_compare(const qdr_block_ids *ids,
                                 const qdr_given_blocks *places,
                                 const qdr_buffer_layout *layout, MPI_Comm comm,
                                 qdr_error *error);

#endif
