/* kernels/alltoallv/two_stage/alltoallv_two_stage.h -- which intermediate
 * carries which part of a message, in two_stage.
 *
 * Pure integers, in elements. The p messages that a source sends in stage 1 are
 * its slots 0 .. p-1; slot s goes to intermediate s, or, shuffled, to another.
 * Slot s carries one part of every message of the source, in the order of the
 * slots. The places of the parts follow from the message's length and the start
 * of its round robin, so no p x p array is kept.
 */
#ifndef QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_ALLTOALLV_TWO_STAGE_H
#define QUADRILLE_KERNELS_ALLTOALLV_TWO_STAGE_ALLTOALLV_TWO_STAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/rng.h"

/* The parameters, in the order of the algorithm's table. */
enum {
    QDR_TWO_STAGE_ELEMENT_BYTES,
    QDR_TWO_STAGE_SHUFFLE,
    QDR_TWO_STAGE_RESHUFFLE,
    QDR_TWO_STAGE_EXCHANGE
};

/* A message of a source and how it is split. */
typedef struct qdr_split {
    int dst;
    int first; /* slot of the first remaining element, the pointer k of
                  [ranka1995, Fig. 7] */
    int64_t elements;
} qdr_split;

/* qdr_split_all sets `first` of a source's messages, which are in order of
 * destination, and returns the total of their elements. */
int64_t qdr_split_all(qdr_split *splits, int64_t num_splits, int num_procs);

/* qdr_split_length returns the elements of `split` that `slot` carries. */
int64_t qdr_split_length(const qdr_split *split, int slot, int num_procs);

/* qdr_split_start returns the place in the message of the first of them. */
int64_t qdr_split_start(const qdr_split *split, int slot, int num_procs);

/* qdr_split_shuffle draws which slot each intermediate gets from a source of
 * `total` elements: the slots of ceil(total/p) elements among themselves, and
 * those of floor(total/p) [ranka1995, Sec. 6.3]. Not `is_shuffled`: slot s to
 * intermediate s. */
void qdr_split_shuffle(int *slot_of, int num_procs, int64_t total,
                       bool is_shuffled, qdr_rng *rng);

/* The traffic, as all ranks know it, without messages of a rank to itself. */
typedef struct qdr_volume {
    int num_procs;
    int64_t elements; /* t: max that a rank sends, or receives */
    int64_t sends;    /* max nonempty messages that a rank sends */
    int64_t receives; /* max nonempty messages that a rank receives */
} qdr_volume;

/* Max elements, and max nonempty parts, of a message of a stage. */
typedef struct qdr_stage_bound {
    int64_t elements, parts;
} qdr_stage_bound;

/* qdr_volume_bound_first returns the bound of stage 1, and
 * qdr_volume_bound_second that of stage 2. */
qdr_stage_bound qdr_volume_bound_first(const qdr_volume *traffic);
qdr_stage_bound qdr_volume_bound_second(const qdr_volume *traffic);

/* qdr_volume_is_short returns whether headers name the nonempty parts rather
 * than all p lengths: t/p < p [ranka1995, Sec. 6.1]. */
bool qdr_volume_is_short(const qdr_volume *traffic);

#endif
