/* harness/calibrate/calibration_items.h -- the items that a calibration times.
 *
 * Pure. The ranks of a line are used (timed_line.h). Half of them lie on either
 * side of a cut: the one in place i faces the one in place i + size / 2.
 * docs/calibrating.md explains why.
 */
#ifndef QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_ITEMS_H
#define QUADRILLE_HARNESS_CALIBRATE_CALIBRATION_ITEMS_H

#include <stdint.h>

#include "harness/calibrate/timed_line.h"

/* The header of the csv of samples, with its line end; docs/data-dictionary.md.
 */
#define QDR_ITEM_TIMES_HEADER                                                  \
    "launch,library,quantity,bytes,pairs,messages,sample,time_ns\n"

/* What an item times. */
typedef enum qdr_quantity {
    QDR_QUANTITY_MESSAGE, /* there and back between the first pair */
    QDR_QUANTITY_COMBINE, /* MPI_Reduce_local, doubles, on rank 0 */
    QDR_QUANTITY_LINK,    /* one way, several pairs at the same time */
    QDR_QUANTITY_BOTH,    /* both ways at the same time, the first pair */
    QDR_QUANTITY_SEND,    /* messages one after another: until the sender is
                             free */
    QDR_QUANTITY_STREAM,  /* the same from all senders to one receiver: until
                             the last one has arrived */
    QDR_QUANTITY_STEP,    /* there and back, at lengths around a power of two,
                             where libraries change from eager sends */
    /* On nodes of several ranks: */
    QDR_QUANTITY_INSIDE,  /* there and back between two ranks of a node */
    QDR_QUANTITY_ADAPTER, /* one way, from all ranks of a node at the same time
                             to another node */
    /* With four ranks or more: */
    QDR_QUANTITY_CROWD, /* one message of each sender to one receiver */
    QDR_NUM_QUANTITIES
} qdr_quantity;

/* qdr_quantity_string returns its word in the csv. */
const char *qdr_quantity_string(qdr_quantity quantity);

/* One thing to time, at one length. */
typedef struct qdr_item {
    qdr_quantity quantity;
    int bytes;
    int pairs;    /* that send; 0: none */
    int messages; /* of a sender, one after another */
    int repeats;  /* in one execution: repeats a short item until it is long
                     enough to time */
} qdr_item;

enum {
    QDR_MAX_ITEMS = 128,
    QDR_MAX_ITEM_BYTES = 4194304,
    QDR_MAX_STREAM = 64 /* messages of all senders */
};

/* qdr_items_list writes the items of a line of at least 2 ranks to
 * out_items[QDR_MAX_ITEMS], in an order drawn from `seed`, and returns their
 * number. */
int qdr_items_list(const qdr_timed_line *line, uint64_t seed,
                   qdr_item *out_items);

#endif
