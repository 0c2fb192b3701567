/* kernels/building_blocks/primitive.h -- the building blocks of InterCom
 * [barnett1994, Sec. 4]: the messages of one member of a group.
 *
 * A group is d members on a linear array, a vector in d parts. Written as in
 * the paper's strategies, where it has a letter:
 *
 *   S  scatter     the root's vector, part m to member m    short and long
 *   G  gather      the reverse of it                         short and long
 *   M  broadcast   on a minimum spanning tree, whole         short
 *   R  combine-to-one, the reverse of it                     short
 *   C  collect     in buckets, round a ring                  long
 *   D  distributed combine, the reverse of it                long
 *
 * and, beyond the paper, of two members:
 *
 *   X  combine-to-all by one exchange of what both have      short
 *
 * The first four halve the array: its root sends to the nearest member of the
 * other half, and both go on as roots of their halves. No two messages of a
 * round meet on a link, whatever the group's size and root.
 */
#ifndef QUADRILLE_KERNELS_BUILDING_BLOCKS_PRIMITIVE_H
#define QUADRILLE_KERNELS_BUILDING_BLOCKS_PRIMITIVE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"

/* The primitives above. A reverse follows the primitive that it reverses. */
typedef enum qdr_primitive {
    QDR_MST_SCATTER,
    QDR_MST_GATHER,
    QDR_MST_BROADCAST,
    QDR_MST_COMBINE,
    QDR_BUCKET_COLLECT,
    QDR_BUCKET_COMBINE,
    QDR_EXCHANGE_COMBINE,
    QDR_NUM_PRIMITIVES
} qdr_primitive;

/* Properties of a primitive. */
typedef struct qdr_primitive_traits {
    char letter;
    bool is_among_all; /* d - 1 rounds, no root; else a tree of ceil(lg d) */
    bool is_whole;     /* the vector travels whole; else in parts */
    bool is_reverse;   /* of the one before it in the table */
    bool combines;
} qdr_primitive_traits;

/* qdr_primitive_at returns the properties of a primitive; constant, live for
 * ever. */
const qdr_primitive_traits *qdr_primitive_at(qdr_primitive primitive);

/* A group, of two members for an exchange, and the root's place in it, if the
 * primitive has a root. */
typedef struct qdr_group {
    int size, root;
} qdr_group;

/* qdr_primitive_rounds returns its number of rounds. */
int qdr_primitive_rounds(qdr_primitive primitive, int size);

/* One message of a member: parts first .. last, to or from member `peer`. */
typedef struct qdr_group_message {
    int round; /* from 0 */
    bool is_send;
    int peer;
    int first, last;
} qdr_group_message;

/* qdr_primitive_visit calls `visit` for every message of `member`, until a call
 * fails. Those of a reverse come in descending order of rounds. */
qdr_status qdr_primitive_visit(
    qdr_primitive primitive, qdr_group group, int member,
    qdr_status (*visit)(void *context, const qdr_group_message *message),
    void *context);

/* qdr_primitive_scattered sets *out_first .. *out_last to the parts that a
 * scatter brings to `member`, including those that it sends on. */
void qdr_primitive_scattered(qdr_group group, int member, int *out_first,
                             int *out_last);

#endif
