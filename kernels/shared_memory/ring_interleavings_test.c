/* kernels/shared_memory/ring_interleavings_test.c -- the protocol of rings in
 * every order in which ranks can proceed.
 *
 * Each rank is a coroutine, which stops before it reads or writes a flag or a
 * chunk. All orders of these operations are tried, one after another from the
 * start, but for those that lead to a state that was reached before: the
 * memory, what each rank knows of others, and what it has read since its last
 * chunk. A rank that has read a flag in vain is not continued before the flag
 * changes; if no rank can continue, the ranks would wait for ever. Memory is
 * consistent here; the orders that a processor may see are the business of
 * ring_threads_test.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#include "kernels/testing/unit_test.h"

static uint64_t load(const _Atomic uint64_t *flag);
static void store(_Atomic uint64_t *flag, uint64_t value);
#undef atomic_load_explicit
#define atomic_load_explicit(flag, order) load(flag)
#undef atomic_store_explicit
#define atomic_store_explicit(flag, value, order) store(flag, value)
#define QDR_RING_ENTRIES                          2
#include "kernels/shared_memory/ring.c"

enum {
    MAX_RANKS = 3,
    MAX_LENGTH = 500,
    NUM_KEPT = 1 << 20,
    STACK_BYTES = 1 << 16
};

/* What ranks do in a chunk: all that write are read by all that read. */
typedef enum what { FROM_ONE, TO_ONE, ALL } what;
typedef struct chunk {
    what kind;
    int root;
} chunk;

static const chunk *chunks;
static int num_chunks, num_ranks;

/* A rank. */
typedef struct worker {
    ucontext_t context;
    char stack[STACK_BYTES];
    qdr_ring_group group;
    uint64_t history;             /* of the values that it has read */
    const _Atomic uint64_t *flag; /* that it reads next, or NULL */
    const _Atomic uint64_t *last_flag;
    uint64_t last_value;
    bool is_done, is_wrong;
} worker;

/* Their rings. */
enum { NUM_WORDS = MAX_RANKS * sizeof(qdr_ring) / sizeof(uint64_t) };
_Alignas(qdr_ring) static uint64_t memory[NUM_WORDS];

static worker workers[MAX_RANKS];
static worker *own;
static ucontext_t scheduler;

static void note(uint64_t value)
{
    own->history = (own->history ^ value) * 0x9e3779b97f4a7c15u + 1;
}

static void stop(void)
{
    note(0);
    swapcontext(&own->context, &scheduler);
}

static uint64_t load(const _Atomic uint64_t *flag)
{
    own->flag = flag;
    stop();
    own->flag = NULL;
    own->last_flag = flag;
    own->last_value = *flag;
    note(own->last_value);
    return own->last_value;
}

static void store(_Atomic uint64_t *flag, uint64_t value)
{
    stop();
    note(value);
    *flag = value;
}

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

static void write_chunk(int number)
{
    const qdr_ring_waiting waiting = {poll, NULL};
    char *place;

    own->is_wrong |= qdr_ring_begin(&own->group, 1, &waiting, &place) != 0;
    stop();
    note(0);
    *place = value_of(own->group.rank, number);
    qdr_ring_publish(&own->group);
}

static void read_chunk(int rank, int number)
{
    const qdr_ring_waiting waiting = {poll, NULL};
    const char *place;

    own->is_wrong |= qdr_ring_find(&own->group, rank, 1, &waiting, &place) != 0;
    stop();
    note((uint64_t)*place);
    own->is_wrong |= *place != value_of(rank, number);
}

static void work(void)
{
    int rank = own->group.rank;

    for (int i = 0; i < num_chunks; i++) {
        if (writes(&chunks[i], rank))
            write_chunk(i);
        for (int r = 0; r < num_ranks && reads(&chunks[i], rank); r++)
            if (r != rank && writes(&chunks[i], r))
                read_chunk(r, i);
        qdr_ring_finish(&own->group);
        own->history = own->group.number << 32 | own->group.all_have;
    }
    own->is_done = true;
    stop();
}

static void begin(void)
{
    memset(memory, 0, sizeof memory);
    for (int r = 0; r < num_ranks; r++) {
        worker *w = &workers[r];
        *w = (worker){.group = {.rank = r,
                                .num_ranks = num_ranks,
                                .first = (char *)memory,
                                .stride = sizeof(qdr_ring)}};
        getcontext(&w->context);
        w->context.uc_stack.ss_sp = w->stack;
        w->context.uc_stack.ss_size = sizeof w->stack;
        makecontext(&w->context, work, 0);
    }
}

static void proceed(int rank)
{
    own = &workers[rank];
    swapcontext(&scheduler, &own->context);
}

/* Whether its next operation changes anything. */
static bool can_proceed(const worker *w)
{
    return !w->is_done && (w->flag == NULL || w->flag != w->last_flag ||
                           *w->flag != w->last_value);
}

/* The states that were continued. */
static uint64_t kept[NUM_KEPT];
static int num_kept;

static bool is_new(void)
{
    uint64_t state = 1, at;

    for (int r = 0; r < num_ranks; r++)
        state = (state ^ workers[r].history) * 0xff51afd7ed558ccdu + 1;
    for (size_t i = 0; i < NUM_WORDS; i++)
        state = (state ^ memory[i]) * 0xff51afd7ed558ccdu + 1;
    for (at = state % NUM_KEPT; kept[at] != 0; at = (at + 1) % NUM_KEPT)
        if (kept[at] == state)
            return false;
    kept[at] = state;
    assert_true(++num_kept < NUM_KEPT / 2);
    return true;
}

/* Repeats an order of ranks. */
static void repeat(const int *order, int length)
{
    begin();
    for (int i = 0; i < length; i++)
        proceed(order[i]);
}

/* Tries all orders that begin with `order`, which is in progress. */
static void explore(int *order, int length)
{
    bool can[MAX_RANKS], is_done = true, any = false, is_current = true;

    for (int r = 0; r < num_ranks; r++) {
        can[r] = can_proceed(&workers[r]);
        any |= can[r];
        is_done &= workers[r].is_done;
        assert_false(workers[r].is_wrong);
    }
    assert_true(any || is_done);
    assert_true(length < MAX_LENGTH);
    if (!is_new())
        return;
    for (int r = 0; r < num_ranks; r++) {
        if (!can[r])
            continue;
        if (!is_current)
            repeat(order, length);
        order[length] = r;
        proceed(r);
        explore(order, length + 1);
        is_current = false;
    }
}

static void try_all(int ranks, const chunk *of, int count)
{
    int order[MAX_LENGTH];

    num_ranks = ranks;
    chunks = of;
    num_chunks = count;
    memset(kept, 0, sizeof kept);
    num_kept = 0;
    begin();
    explore(order, 0);
    printf("%d ranks, %d chunks: %d states\n", ranks, count, num_kept);
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
