/* kernels/shared_memory/ring_interleavings_test.c -- the protocol of rings in
 * every order in which ranks can proceed. ring_threads_test has the orders that
 * a processor may see.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

#include "kernels/testing/interleavings.h"
#include "kernels/testing/unit_test.h"

#undef atomic_load_explicit
#define atomic_load_explicit(flag, order) qdr_interleave_load(flag)
#undef atomic_store_explicit
#define atomic_store_explicit(flag, value, order)                              \
    qdr_interleave_store(flag, value)
#define QDR_RING_ENTRIES 2
#include "kernels/shared_memory/ring.c"

enum { MAX_RANKS = 3 };

/* What ranks do in a chunk: all that write are read by all that read. */
typedef enum what { FROM_ONE, TO_ONE, ALL } what;
typedef struct chunk {
    what kind;
    int root;
} chunk;

static const chunk *chunks;
static int num_chunks, num_ranks;

/* Their rings. */
enum { NUM_WORDS = MAX_RANKS * sizeof(qdr_ring) / sizeof(uint64_t) };
_Alignas(qdr_ring) static uint64_t memory[NUM_WORDS];

static qdr_ring_group groups[MAX_RANKS];

static int poll(void *context, int64_t times)
{
    (void)context, (void)times;
    return 0;
}

static bool writes(const chunk *of, int rank)
{
    return of->kind != FROM_ONE || rank == of->root;
}

static bool reads(const chunk *of, int rank)
{
    return of->kind == ALL || (of->kind == TO_ONE) == (rank == of->root);
}

static char value_of(int rank, int number)
{
    return (char)(1 + rank + MAX_RANKS * number);
}

static void write_chunk(qdr_ring_group *group, int number)
{
    const qdr_ring_waiting waiting = {poll, NULL};
    char *place;

    qdr_interleave_check(qdr_ring_begin(group, 1, &waiting, &place) == 0);
    qdr_interleave_stop();
    qdr_interleave_note(0);
    *place = value_of(group->rank, number);
    qdr_ring_publish(group);
}

static void read_chunk(const qdr_ring_group *group, int rank, int number)
{
    const qdr_ring_waiting waiting = {poll, NULL};
    const char *place;

    qdr_interleave_check(qdr_ring_find(group, rank, 1, &waiting, &place) == 0);
    qdr_interleave_stop();
    qdr_interleave_note((uint64_t)*place);
    qdr_interleave_check(*place == value_of(rank, number));
}

static void work(int rank)
{
    qdr_ring_group *group = &groups[rank];

    for (int i = 0; i < num_chunks; i++) {
        if (writes(&chunks[i], rank))
            write_chunk(group, i);
        for (int r = 0; r < num_ranks && reads(&chunks[i], rank); r++)
            if (r != rank && writes(&chunks[i], r))
                read_chunk(group, r, i);
        qdr_ring_finish(group);
        qdr_interleave_forget(group->number << 32 | group->all_have);
    }
}

static void begin(void)
{
    for (int r = 0; r < num_ranks; r++)
        groups[r] = (qdr_ring_group){.rank = r,
                                     .num_ranks = num_ranks,
                                     .first = (char *)memory,
                                     .stride = sizeof(qdr_ring)};
}

static void try_all(int ranks, const chunk *of, int count)
{
    const qdr_interleaved protocol = {ranks, memory, NUM_WORDS, begin, work};

    num_ranks = ranks;
    chunks = of;
    num_chunks = count;
    printf("%d ranks, %d chunks: %d states\n", ranks, count,
           qdr_interleave(&protocol));
}

TEST(two_ranks)
{
    static const chunk same[] = {{ALL, 0}, {ALL, 0}, {ALL, 0}, {ALL, 0}};
    static const chunk one_way[] = {{FROM_ONE, 0}, {FROM_ONE, 0},
                                    {FROM_ONE, 0}, {FROM_ONE, 0},
                                    {FROM_ONE, 0}, {FROM_ONE, 0}};
    static const chunk mixed[] = {{FROM_ONE, 0}, {TO_ONE, 0}, {FROM_ONE, 1},
                                  {ALL, 0},      {TO_ONE, 1}, {FROM_ONE, 0}};

    try_all(2, same, 4);
    try_all(2, one_way, 6);
    try_all(2, mixed, 6);
}

TEST(three_ranks)
{
    static const chunk same[] = {{ALL, 0}, {ALL, 0}, {ALL, 0}};
    static const chunk one_way[] = {
        {FROM_ONE, 0}, {FROM_ONE, 0}, {FROM_ONE, 0}, {FROM_ONE, 0}};
    static const chunk mixed[] = {
        {FROM_ONE, 1}, {TO_ONE, 2}, {FROM_ONE, 0}, {TO_ONE, 1}};

    try_all(3, one_way, 4);
    try_all(3, mixed, 4);
    try_all(3, same, 3);
}
