/* kernels/plan/mpi/shared_slots.c -- see shared_slots.h. */
#include "kernels/plan/mpi/shared_slots.h"

#include <stddef.h>

#include "kernels/messaging/agreement.h"

/* Where the ring of a slot begins in a rank's memory; of QDR_NUM_SLOTS, its
 * length. */
static int64_t place_of(int slot)
{
    int num_long = slot < QDR_LONG_SLOTS ? slot : QDR_LONG_SLOTS;

    return (int64_t)num_long * QDR_RING_BYTES +
           (int64_t)(slot - num_long) * QDR_SHORT_RING_BYTES;
}

static qdr_status map(qdr_shared_slots *slots, MPI_Comm comm, qdr_error *error)
{
    qdr_status status =
        qdr_segment_map(comm, place_of(QDR_NUM_SLOTS), &slots->segment, error);
    int rank;

    slots->is_refused = status != QDR_OK;
    MPI_Comm_rank(comm, &rank);
    for (int i = 0; i < QDR_NUM_SLOTS && status == QDR_OK; i++)
        slots->groups[i] =
            (qdr_ring_group){.rank = rank,
                             .num_ranks = slots->segment.num_ranks,
                             .first = slots->segment.first + place_of(i),
                             .stride = slots->segment.stride};
    return status;
}

/* A slot that no rank uses, for plans of short chunks from the end: the same on
 * all ranks, as `is_taken` is. -1: none. */
static int find_free(const int64_t *is_taken, bool is_short)
{
    int end = is_short ? QDR_NUM_SLOTS : QDR_LONG_SLOTS;

    while (end > 0 && is_taken[end - 1])
        end--;
    return end - 1;
}

qdr_status qdr_shared_slots_take(qdr_shared_slots *slots, MPI_Comm comm,
                                 bool is_short, qdr_ring_group **out_rings,
                                 qdr_error *error)
{
    /* What any rank uses, and the last number of each slot: ranks free plans at
     * different times, and a plan may have failed on one rank alone. */
    int64_t common[2 * QDR_NUM_SLOTS];
    qdr_status status = QDR_OK;
    int slot;

    if (slots->is_refused)
        return qdr_fail(error, QDR_ERROR_SYSTEM,
                        "no memory that the ranks share; accepted: algorithms "
                        "that send messages");
    if (slots->segment.first == NULL)
        status = map(slots, comm, error);
    if (status != QDR_OK)
        return status;
    for (int i = 0; i < QDR_NUM_SLOTS; i++) {
        common[i] = slots->is_taken[i];
        common[QDR_NUM_SLOTS + i] =
            common[i] ? 0 : (int64_t)slots->groups[i].number;
    }
    status = qdr_agree_max(comm, common, 2 * QDR_NUM_SLOTS, error);
    if (status != QDR_OK)
        return status;
    slot = find_free(common, is_short);
    if (slot < 0)
        return qdr_fail(error, QDR_ERROR_MEMORY,
                        "no slot in shared memory for another plan of this "
                        "communicator; accepted: up to %d at a time, and %d "
                        "of up to %d bytes a rank",
                        QDR_LONG_SLOTS, QDR_SHORT_SLOTS, QDR_RING_SHORT);
    slots->is_taken[slot] = true;
    qdr_ring_start(&slots->groups[slot],
                   (uint64_t)common[QDR_NUM_SLOTS + slot]);
    *out_rings = &slots->groups[slot];
    return QDR_OK;
}

void qdr_shared_slots_return(qdr_shared_slots *slots,
                             const qdr_ring_group *rings)
{
    slots->is_taken[rings - slots->groups] = false;
}

void qdr_shared_slots_cleanup(qdr_shared_slots *slots)
{
    qdr_segment_unmap(&slots->segment);
}
