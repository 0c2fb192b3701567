/* kernels/core/program/own_data.h -- which messages use a rank's own data where
 * its caller has them.
 *
 * A rank works on a vector in its *region*. Its contribution need not be copied
 * there before it changes:
 *
 *   a send of bytes that are all still its own reads the caller's buffer;
 *   the first message that is combined with such bytes arrives in their place
 *   in the region, and the caller's bytes are combined with it there;
 *   other messages find a copy of these bytes in the region.
 *
 * So of a vector that is sent, and combined with one that comes, nothing is
 * copied. The copies that are left are made while messages travel: after the
 * leading instructions of a program, none of which needs them.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROGRAM_OWN_DATA_H
#define QUADRILLE_KERNELS_CORE_PROGRAM_OWN_DATA_H

#include "kernels/core/problem/buffer_layout.h"
#include "kernels/core/program/touched_bytes.h"

/* What happened to the data of a segment: neither, one of these, or both. */
enum {
    QDR_COPIED = 1, /* a message needs their copy in the region */
    QDR_CHANGED = 2 /* in the region; or they were never the rank's own */
};

/* What follows for the messages and the segments of a rank. */
typedef struct qdr_own_data {
    bool *is_straight;    /* [num_messages] a send that reads the caller's
                             buffer, or a receive that arrives in its place */
    unsigned char *ended; /* [num_segments] after all messages */
} qdr_own_data;

/* qdr_own_data_init finds them for a rank that has the bytes `own` of the
 * vector; NULL: all. A message is straight only if `may_be`[message]; NULL:
 * any. Local. Release with qdr_own_data_cleanup; a zeroed one is legal. */
qdr_status qdr_own_data_init(qdr_own_data *data,
                             const qdr_touched_bytes *touched,
                             const qdr_vector_part *own, const bool *may_be,
                             qdr_error *error);
void qdr_own_data_cleanup(qdr_own_data *data);

#endif
