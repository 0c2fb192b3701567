/* kernels/preload/preload_side.h -- what a call that exchanges messages sends,
 * or receives. */
#ifndef QUADRILLE_KERNELS_PRELOAD_PRELOAD_SIDE_H
#define QUADRILLE_KERNELS_PRELOAD_PRELOAD_SIDE_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

#include "kernels/messaging/typed_message.h"
#include "kernels/preload/preload_peers.h"

/* One side of a call. Its arguments are arrays, or one number for all peers. */
typedef struct qdr_side {
    const int *counts, *places;
    int count; /* is_uniform */
    bool is_uniform;
    MPI_Datatype type;
    const MPI_Datatype *types; /* not NULL: places are bytes */
    MPI_Comm own;              /* to try types in */
    MPI_Aint extent;           /* of `type` */
    MPI_Count size;
} qdr_side;

/* qdr_side_read reads the type; false: MPI refuses the side. */
bool qdr_side_read(qdr_side *of, const qdr_peers *peers, MPI_Comm own);

/* qdr_side_bytes returns the bytes of message `i`, or -1 if MPI refuses it. The
 * type of a message without elements may be none. */
int64_t qdr_side_bytes(const qdr_side *of, int i);

/* qdr_side_message returns message `i`, which is to or from `peer`. */
qdr_typed_message qdr_side_message(const qdr_side *of, int i, int peer);

/* qdr_side_list writes the messages with bytes to `out`, but for the last
 * `num_done`; returns their number, or -1 if MPI refuses one. Plain ones of up
 * to `limit` bytes become bytes, which go through mailboxes. */
int qdr_side_list(const qdr_side *of, const qdr_peers *peers, int num_done,
                  int64_t limit, qdr_typed_message *out, int64_t *out_bytes);

#endif
