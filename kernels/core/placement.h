/* kernels/core/placement.h -- where a rank's messages stand in its buffers. */
#ifndef QUADRILLE_KERNELS_CORE_PLACEMENT_H
#define QUADRILLE_KERNELS_CORE_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/pattern.h"

/* How the messages of a pattern are placed when nobody says where. */
typedef enum qdr_layout {
    QDR_PACKED, /* one behind another */
    QDR_SLOTS,  /* a place for every rank, in order, all of the length of the
                   first message: as MPI_Alltoall has them */
    QDR_SHARED  /* all sends are one vector at the start of the buffer */
} qdr_layout;

typedef struct qdr_placement {
    int rank;
    qdr_layout layout;                 /* packed for the caller's own places */
    int64_t num_sends, num_receives;   /* a local copy is in both */
    qdr_block *sends;                  /* by destination, in the send buffer */
    qdr_block *receives;               /* by source, in the receive buffer */
    int64_t send_bytes, receive_bytes; /* least lengths of the two buffers */
} qdr_placement;

/* qdr_placement_init places rank's row and column of `pattern`; in slots, no
 * message may be longer than the first. Release with qdr_placement_cleanup. */
qdr_status qdr_placement_init(qdr_placement *placement,
                              const qdr_pattern *pattern, int rank,
                              qdr_layout layout, qdr_error *error);

/* qdr_placement_init_blocks takes the caller's own places, in any order; they
 * are copied. Refuses peers outside 0..num_procs-1, a peer named twice,
 * negative numbers, an end beyond 2^63 - 1 bytes, and a message to the rank
 * itself that is not in both, or of two lengths. num_receives may be -1: they
 * are not known yet. Blocks may overlap among the
 * sends, not among the receives. Release with qdr_placement_cleanup. */
qdr_status qdr_placement_init_blocks(qdr_placement *placement, int rank,
                                     int num_procs, const qdr_block *sends,
                                     int64_t num_sends,
                                     const qdr_block *receives,
                                     int64_t num_receives, qdr_error *error);

/* qdr_placement_cleanup releases it; a zeroed one is legal. */
void qdr_placement_cleanup(qdr_placement *placement);

/* qdr_placement_find returns the block of `peer` among `blocks`, which are
 * sorted by peer, or NULL. */
const qdr_block *qdr_placement_find(const qdr_block *blocks, int64_t num_blocks,
                                    int peer);

/* qdr_placement_copy_own carries out the local copy, if there is one. */
void qdr_placement_copy_own(const qdr_placement *placement, const char *send,
                            char *receive);

#endif
