/* kernels/core/proof/block_holders.c -- see block_holders.h. */
#include "kernels/core/proof/block_holders.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"
#include "kernels/core/base/rng.h"

enum { NONE = -1, FIRST_SIZE = 1024 /* a power of two */ };

static bool new_table(qdr_block_holders *h, int64_t size)
{
    h->table = malloc((size_t)size * sizeof *h->table);
    if (h->table == NULL)
        return false;
    for (int64_t i = 0; i < size; i++)
        h->table[i].rank = NONE;
    h->table_size = size;
    h->num_entries = 0;
    return true;
}

bool qdr_block_holders_init(qdr_block_holders *holders)
{
    *holders = (qdr_block_holders){.first_free = NONE};
    return new_table(holders, FIRST_SIZE);
}

void qdr_block_holders_cleanup(qdr_block_holders *holders)
{
    free(holders->table);
    free(holders->intervals);
    *holders = (qdr_block_holders){0};
}

static int64_t home_of(const qdr_block_holders *h, int rank, int64_t block)
{
    uint64_t mixed = qdr_mix64((uint64_t)block * 0x9e3779b97f4a7c15u +
                               (uint64_t)(unsigned)rank);

    return (int64_t)(mixed & (uint64_t)(h->table_size - 1));
}

/* Where the entry is, or, if there is none, would be (linear probing). */
static int64_t find(const qdr_block_holders *h, int rank, int64_t block)
{
    int64_t at = home_of(h, rank, block);

    while (h->table[at].rank != NONE &&
           (h->table[at].rank != rank || h->table[at].block != block))
        at = (at + 1) & (h->table_size - 1);
    return at;
}

static bool grow(qdr_block_holders *h)
{
    struct qdr_held *old = h->table;
    int64_t size = h->table_size;

    if (!new_table(h, 2 * size)) {
        h->table = old;
        return false;
    }
    for (int64_t i = 0; i < size; i++)
        if (old[i].rank != NONE) {
            h->table[find(h, old[i].rank, old[i].block)] = old[i];
            h->num_entries++;
        }
    free(old);
    return true;
}

/* Frees an entry; later entries that it displaced move up. */
static void remove_entry(qdr_block_holders *h, int64_t at)
{
    int64_t mask = h->table_size - 1, gap = at;

    h->num_entries--;
    for (;;) {
        int64_t home;
        at = (at + 1) & mask;
        if (h->table[at].rank == NONE)
            break;
        home = home_of(h, h->table[at].rank, h->table[at].block);
        if (((at - home) & mask) < ((at - gap) & mask))
            continue;
        h->table[gap] = h->table[at];
        gap = at;
    }
    h->table[gap].rank = NONE;
}

/* A new interval; NONE: out of memory. */
static int64_t new_interval(qdr_block_holders *h, qdr_interval made)
{
    int64_t index = h->first_free;

    if (index != NONE) {
        h->first_free = h->intervals[index].next;
    } else {
        qdr_interval *room =
            qdr_reserve(h->intervals, &h->interval_capacity,
                        (int64_t)h->num_intervals + 1, sizeof *room);
        if (room == NULL)
            return NONE;
        h->intervals = room;
        index = h->num_intervals++;
    }
    h->intervals[index] = made;
    return index;
}

const qdr_interval *qdr_block_holders_first(const qdr_block_holders *holders,
                                            int rank, int64_t block,
                                            int64_t from)
{
    const struct qdr_held *held = &holders->table[find(holders, rank, block)];
    int64_t index = held->rank == NONE ? NONE : held->first;

    while (index != NONE && holders->intervals[index].end <= from)
        index = holders->intervals[index].next;
    return index == NONE ? NULL : &holders->intervals[index];
}

/* Removes begin .. end - 1 from the list that begins at *link. */
static bool cut(qdr_block_holders *h, int64_t *link, int64_t begin, int64_t end)
{
    /* By its place, as the array may move. */
    int64_t last = NONE, index = *link;

    while (index != NONE && h->intervals[index].begin < end) {
        qdr_interval *at = &h->intervals[index];
        int64_t next = at->next;
        if (at->end <= begin) {
            last = index;
        } else if (at->begin < begin && at->end > end) {
            int64_t rest =
                new_interval(h, (qdr_interval){end, at->end, at->set, next});
            if (rest == NONE)
                return false;
            at = &h->intervals[index];
            at->end = begin;
            at->next = rest;
            return true;
        } else if (at->begin < begin) {
            at->end = begin;
            last = index;
        } else if (at->end > end) {
            at->begin = end;
            return true;
        } else {
            if (last == NONE)
                *link = next;
            else
                h->intervals[last].next = next;
            at->next = h->first_free;
            h->first_free = index;
        }
        index = next;
    }
    return true;
}

/* Puts an interval into a gap of the list, and joins it to equal neighbours. */
static bool insert(qdr_block_holders *h, int64_t *link, qdr_interval held)
{
    int64_t last = NONE, index = *link;

    while (index != NONE && h->intervals[index].end <= held.begin) {
        last = index;
        index = h->intervals[index].next;
    }
    if (index != NONE && h->intervals[index].begin == held.end &&
        h->intervals[index].set == held.set) {
        h->intervals[index].begin = held.begin;
        if (last != NONE && h->intervals[last].end == held.begin &&
            h->intervals[last].set == held.set) {
            h->intervals[last].end = h->intervals[index].end;
            h->intervals[last].next = h->intervals[index].next;
            h->intervals[index].next = h->first_free;
            h->first_free = index;
        }
        return true;
    }
    if (last != NONE && h->intervals[last].end == held.begin &&
        h->intervals[last].set == held.set) {
        h->intervals[last].end = held.end;
        return true;
    }
    held.next = index;
    index = new_interval(h, held);
    if (index == NONE)
        return false;
    if (last == NONE)
        *link = index;
    else
        h->intervals[last].next = index;
    return true;
}

bool qdr_block_holders_put(qdr_block_holders *holders, int rank, int64_t block,
                           qdr_interval held)
{
    struct qdr_held *entry;
    int64_t at = find(holders, rank, block);

    if (holders->table[at].rank == NONE) {
        if (2 * (holders->num_entries + 1) > holders->table_size) {
            if (!grow(holders))
                return false;
            at = find(holders, rank, block);
        }
        holders->table[at] = (struct qdr_held){block, rank, NONE};
        holders->num_entries++;
    }
    entry = &holders->table[at];
    return cut(holders, &entry->first, held.begin, held.end) &&
           insert(holders, &entry->first, held);
}

bool qdr_block_holders_drop(qdr_block_holders *holders, int rank, int64_t block,
                            int64_t begin, int64_t end)
{
    int64_t at = find(holders, rank, block);

    if (holders->table[at].rank == NONE)
        return true;
    if (!cut(holders, &holders->table[at].first, begin, end))
        return false;
    if (holders->table[at].first == NONE)
        remove_entry(holders, at);
    return true;
}
