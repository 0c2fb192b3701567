/* kernels/shared_memory/ring.c -- see ring.h. */
#include "kernels/shared_memory/ring.h"

static qdr_ring *ring_of(const qdr_ring_group *group, int rank)
{
    return (qdr_ring *)(void *)(group->first + rank * group->stride);
}

/* The place of a chunk's bytes in a ring. */
static char *place_of(qdr_ring *ring, uint64_t number, int64_t bytes)
{
    uint64_t at = number % QDR_RING_ENTRIES;

    return bytes <= QDR_RING_SHORT ? ring->entries[at].bytes
                                   : (char *)(ring + 1) + at * QDR_RING_CHUNK;
}

/* Learns how far all ranks are; waits until it is chunk `number`. */
static int wait_for_all(qdr_ring_group *group, uint64_t number,
                        const qdr_ring_waiting *waiting)
{
    uint64_t lowest = group->number;

    for (int r = 0; r < group->num_ranks; r++) {
        uint64_t last;
        int code =
            qdr_wait_for(&ring_of(group, r)->finished, number, waiting, &last);
        if (code != 0)
            return code;
        lowest = last < lowest ? last : lowest;
    }
    group->all_have = lowest;
    return 0;
}

void qdr_ring_start(qdr_ring_group *group, uint64_t number)
{
    group->number = group->all_have = number;
    atomic_store_explicit(&ring_of(group, group->rank)->finished, number,
                          memory_order_release);
}

int qdr_ring_begin(qdr_ring_group *group, int64_t bytes,
                   const qdr_ring_waiting *waiting, char **out_place)
{
    uint64_t number = group->number + 1;
    int code = 0;

    if (number > QDR_RING_ENTRIES &&
        group->all_have < number - QDR_RING_ENTRIES)
        code = wait_for_all(group, number - QDR_RING_ENTRIES, waiting);
    *out_place = place_of(ring_of(group, group->rank), number, bytes);
    return code;
}

void qdr_ring_publish(qdr_ring_group *group)
{
    qdr_ring *own = ring_of(group, group->rank);
    uint64_t number = group->number + 1;

    atomic_store_explicit(&own->entries[number % QDR_RING_ENTRIES].number,
                          number, memory_order_release);
}

int qdr_ring_find(const qdr_ring_group *group, int rank, int64_t bytes,
                  const qdr_ring_waiting *waiting, const char **out_place)
{
    qdr_ring *ring = ring_of(group, rank);
    uint64_t number = group->number + 1, last;

    *out_place = place_of(ring, number, bytes);
    return qdr_wait_for(&ring->entries[number % QDR_RING_ENTRIES].number,
                        number, waiting, &last);
}

void qdr_ring_finish(qdr_ring_group *group)
{
    qdr_ring *own = ring_of(group, group->rank);

    group->number++;
    atomic_store_explicit(&own->finished, group->number, memory_order_release);
}
