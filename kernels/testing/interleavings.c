/* kernels/testing/interleavings.c -- see interleavings.h. */
#include "kernels/testing/interleavings.h"

#include <ucontext.h>

#include "kernels/testing/unit_test.h"

enum {
    MAX_RANKS = 3,
    MAX_LENGTH = 500,
    NUM_KEPT = 1 << 20,
    STACK_BYTES = 1 << 16
};

/* A rank. */
typedef struct worker {
    ucontext_t context;
    char stack[STACK_BYTES];
    uint64_t history;             /* of the values that it has read */
    const _Atomic uint64_t *flag; /* that it reads next, or NULL */
    const _Atomic uint64_t *last_flag;
    uint64_t last_value;
    bool is_done, is_wrong;
} worker;

static const qdr_interleaved *tried;
static worker workers[MAX_RANKS];
static worker *own;
static ucontext_t scheduler;

void qdr_interleave_note(uint64_t value)
{
    own->history = (own->history ^ value) * 0x9e3779b97f4a7c15u + 1;
}

void qdr_interleave_forget(uint64_t state)
{
    own->history = state;
}

void qdr_interleave_check(bool is_so)
{
    own->is_wrong |= !is_so;
}

void qdr_interleave_stop(void)
{
    qdr_interleave_note(0);
    swapcontext(&own->context, &scheduler);
}

uint64_t qdr_interleave_load(const _Atomic uint64_t *flag)
{
    own->flag = flag;
    qdr_interleave_stop();
    own->flag = NULL;
    own->last_flag = flag;
    own->last_value = *flag;
    qdr_interleave_note(own->last_value);
    return own->last_value;
}

void qdr_interleave_store(_Atomic uint64_t *flag, uint64_t value)
{
    qdr_interleave_stop();
    qdr_interleave_note(value);
    *flag = value;
}

static void work(void)
{
    tried->work((int)(own - workers));
    own->is_done = true;
    qdr_interleave_stop();
}

static void begin(void)
{
    memset(tried->memory, 0, tried->num_words * sizeof *tried->memory);
    tried->begin();
    for (int r = 0; r < tried->num_ranks; r++) {
        worker *w = &workers[r];
        w->history = w->last_value = 0;
        w->flag = w->last_flag = NULL;
        w->is_done = w->is_wrong = false;
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

    for (int r = 0; r < tried->num_ranks; r++)
        state = (state ^ workers[r].history) * 0xff51afd7ed558ccdu + 1;
    for (size_t i = 0; i < tried->num_words; i++)
        state = (state ^ tried->memory[i]) * 0xff51afd7ed558ccdu + 1;
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

    for (int r = 0; r < tried->num_ranks; r++) {
        can[r] = can_proceed(&workers[r]);
        any |= can[r];
        is_done &= workers[r].is_done;
        assert_false(workers[r].is_wrong);
    }
    assert_true(any || is_done);
    assert_true(length < MAX_LENGTH);
    if (!is_new())
        return;
    for (int r = 0; r < tried->num_ranks; r++) {
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

int qdr_interleave(const qdr_interleaved *of)
{
    int order[MAX_LENGTH];

    assert_in_range(of->num_ranks, 1, MAX_RANKS);
    tried = of;
    memset(kept, 0, sizeof kept);
    num_kept = 0;
    begin();
    explore(order, 0);
    return num_kept;
}
