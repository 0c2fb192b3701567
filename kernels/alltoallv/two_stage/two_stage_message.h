/* kernels/alltoallv/two_stage/two_stage_message.h -- the messages of two_stage.
 *
 * A message is a header of 32-bit words and then elements. Word 0 is the number
 * of elements [ranka1995, Fig. 7: entry 0]; then, dense, the length of each of
 * p parts, or, short, the number of nonempty parts and the peer and length of
 * each. The elements of the parts follow in the same order; in a dense message
 * that is the order of the peers. A part's peer is its destination in stage 1,
 * its source in stage 2. Where sources shuffle, slots travel along: a message
 * of stage 1 contains the number of its slot; in stage 2 each part has its
 * slot.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_MESSAGE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_TWO_STAGE_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/alltoallv/two_stage/alltoallv_two_stage.h"

/* How slots travel along. */
typedef enum qdr_slots { QDR_NO_SLOT, QDR_ONE_SLOT, QDR_SLOT_EACH } qdr_slots;

/* How the messages of a stage are packed. */
typedef struct qdr_format {
    int num_procs, element_bytes;
    bool is_short;
    qdr_slots slots;
    qdr_stage_bound bound; /* of a message */
} qdr_format;

/* qdr_format_bytes returns the max bytes of a message, in whole words. */
int64_t qdr_format_bytes(const qdr_format *format);

/* qdr_header_begin starts a header in `words`, which have room for the longest
 * message; `slot` is written if one is. */
void qdr_header_begin(const qdr_format *format, int32_t *words, int slot);

/* qdr_header_add names a part of length > 0, parts in order of peer; false if
 * the message would grow beyond its bound. */
bool qdr_header_add(const qdr_format *format, int32_t *words, int peer,
                    int slot, int64_t length);

/* qdr_header_end returns the bytes of the header; the elements follow it. */
int64_t qdr_header_end(const qdr_format *format, const int32_t *words);

/* qdr_header_give_up makes a message of a rank that failed, and returns its
 * length in bytes. */
int64_t qdr_header_give_up(int32_t *words);

/* Adjacent elements in the data that a rank received. */
typedef struct qdr_part {
    int32_t peer, slot;
    int32_t length; /* elements */
    int32_t next;   /* in a list, or -1 */
    int64_t at;     /* bytes from the start: of the message, or of all */
} qdr_part;

/* qdr_message_decode writes the nonempty parts of a message to `parts`, which
 * have room for p, and returns their number. It returns -1 for a malformed
 * message, or one whose sender gave up. It may read qdr_format_bytes of the
 * message. Unshuffled, the slot of a part is -1. */
int qdr_message_decode(const qdr_format *format, const int32_t *words,
                       qdr_part *parts);

/* Lists of parts in a common store. In stage 1 a list holds the parts for one
 * destination: the arrays of pointers and lengths of [ranka1995, Sec. 6.2]. In
 * stage 2 it holds the parts of one slot, from which a destination assembles
 * its messages. */
typedef struct qdr_part_lists {
    int num_lists;
    int64_t count, capacity;
    qdr_part *parts;
    int32_t *first, *last; /* [num_lists], -1 if empty */
} qdr_part_lists;

/* qdr_part_lists_init allocates empty lists; false without memory, or beyond
 * 2^31 - 1 parts. Release with qdr_part_lists_cleanup in either case. */
bool qdr_part_lists_init(qdr_part_lists *lists, int num_lists,
                         int64_t capacity);
void qdr_part_lists_cleanup(qdr_part_lists *lists);

/* qdr_part_lists_clear empties all lists and keeps their memory. */
void qdr_part_lists_clear(qdr_part_lists *lists);

/* qdr_part_lists_append appends a part to `list`; false if the store is full.
 */
bool qdr_part_lists_append(qdr_part_lists *lists, int list,
                           const qdr_part *part);

#endif
