/* kernels/plan/mpi/shared_slots.h -- places for plans in memory that the ranks
 * of a communicator share.
 *
 * Plans that are executed at the same time need rings of their own, and the
 * memory of a communicator is bounded: 240 KB a rank. The first plans that want
 * one get a slot, a ring for each rank; later ones use messages, until a plan
 * is freed.
 */
#ifndef QUADRILLE_KERNELS_PLAN_MPI_SHARED_SLOTS_H
#define QUADRILLE_KERNELS_PLAN_MPI_SHARED_SLOTS_H

#include <mpi.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "kernels/plan/mpi/shared_segment.h"
#include "kernels/shared_memory/ring.h"

/* Rings for any plan, and rings for plans of short chunks. */
enum {
    QDR_LONG_SLOTS = 3,
    QDR_SHORT_SLOTS = 32,
    QDR_NUM_SLOTS = QDR_LONG_SLOTS + QDR_SHORT_SLOTS
};
_Static_assert(QDR_LONG_SLOTS *QDR_RING_BYTES +
                       QDR_SHORT_SLOTS * QDR_SHORT_RING_BYTES <=
                   240000,
               "as docs/collectives.md says");

/* Those of a communicator; zeroed at first. */
typedef struct qdr_shared_slots {
    qdr_segment segment;
    bool is_refused;                     /* there is no memory to share */
    atomic_bool is_taken[QDR_NUM_SLOTS]; /* a thread may return one while
                                            another one plans */
    qdr_ring_group groups[QDR_NUM_SLOTS];
} qdr_shared_slots;

/* qdr_shared_slots_take takes a slot that no rank uses, the same on all ranks,
 * and maps the memory for the first. Without a free slot, or without memory, it
 * fails on every rank. `error` is not NULL. Collective over `comm`. */
qdr_status qdr_shared_slots_take(qdr_shared_slots *slots, MPI_Comm comm,
                                 bool is_short, qdr_ring_group **out_rings,
                                 qdr_error *error);

/* qdr_shared_slots_return ends that of a plan. Local. */
void qdr_shared_slots_return(qdr_shared_slots *slots,
                             const qdr_ring_group *rings);

/* qdr_shared_slots_cleanup releases the memory. Local. */
void qdr_shared_slots_cleanup(qdr_shared_slots *slots);

#endif
