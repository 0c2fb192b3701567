/* kernels/plan/live_plans.c -- see live_plans.h.
 *
 * Slots are in chunks, so that they never move while other threads read them.
 */
#include "kernels/plan/live_plans.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

/* A pointer holds slot + (generation << SLOT_BITS). Generations begin with 1:
 * no plan has the pointer NULL. More plans than slots fail like an allocation;
 * an MPI library has fewer communicators. */
enum {
    SLOT_BITS = sizeof(uintptr_t) * CHAR_BIT / 2,
    CHUNK_BITS = 8,
    CHUNK_SLOTS = 1 << CHUNK_BITS,
    NUM_CHUNKS = SLOT_BITS == 16 ? 1 << (16 - CHUNK_BITS) : 1 << 12
};
static const uintptr_t SLOT_MASK = ((uintptr_t)1 << SLOT_BITS) - 1;

typedef struct slot {
    atomic_uintptr_t generation;
    qdr_plan_impl *body; /* NULL: free */
    struct slot *next_free;
    uintptr_t number;
} slot;

static _Atomic(slot *) chunks[NUM_CHUNKS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Under the lock. */
static slot *free_slots;
static int num_chunks;

/* The slot that a pointer names, or NULL. */
static slot *slot_of(const qdr_plan *plan)
{
    uintptr_t number = (uintptr_t)plan & SLOT_MASK;
    slot *chunk = NULL;

    if (number >> CHUNK_BITS < NUM_CHUNKS)
        chunk = atomic_load_explicit(&chunks[number >> CHUNK_BITS],
                                     memory_order_acquire);
    return chunk == NULL ? NULL : &chunk[number % CHUNK_SLOTS];
}

qdr_plan_impl *qdr_live_find(const qdr_plan *plan)
{
    slot *at = slot_of(plan);

    if (at == NULL ||
        atomic_load_explicit(&at->generation, memory_order_acquire) !=
            (uintptr_t)plan >> SLOT_BITS)
        return NULL;
    return at->body;
}

/* Adds a chunk to the free slots; under the lock. */
static void add_chunk(void)
{
    slot *chunk = NULL;

    if (num_chunks < NUM_CHUNKS)
        chunk = calloc(CHUNK_SLOTS, sizeof *chunk); /* never freed */
    if (chunk == NULL)
        return;
    for (int i = CHUNK_SLOTS - 1; i >= 0; i--) {
        atomic_init(&chunk[i].generation, 1);
        chunk[i].number = (uintptr_t)(num_chunks * CHUNK_SLOTS + i);
        chunk[i].next_free = free_slots;
        free_slots = &chunk[i];
    }
    atomic_store_explicit(&chunks[num_chunks++], chunk, memory_order_release);
}

qdr_plan *qdr_live_add(qdr_plan_impl *body)
{
    uintptr_t handle = 0;

    pthread_mutex_lock(&lock);
    if (free_slots == NULL)
        add_chunk();
    if (free_slots != NULL) {
        slot *at = free_slots;
        free_slots = at->next_free;
        at->body = body;
        handle = at->number | atomic_load(&at->generation) << SLOT_BITS;
    }
    pthread_mutex_unlock(&lock);
    return (qdr_plan *)handle;
}

qdr_plan_impl *qdr_live_replace(const qdr_plan *plan, qdr_plan_impl *body)
{
    qdr_plan_impl *old = qdr_live_find(plan);

    slot_of(plan)->body = body;
    return old;
}

qdr_plan_impl *qdr_live_remove(const qdr_plan *plan)
{
    qdr_plan_impl *body;

    pthread_mutex_lock(&lock);
    body = qdr_live_find(plan);
    if (body != NULL) {
        slot *at = slot_of(plan);
        uintptr_t next = atomic_load(&at->generation) + 1;
        atomic_store(&at->generation, next);
        at->body = NULL;
        if (next <= SLOT_MASK) {
            at->next_free = free_slots;
            free_slots = at;
        }
    }
    pthread_mutex_unlock(&lock);
    return body;
}

qdr_status qdr_live_refuse(const qdr_plan *plan, qdr_error *error)
{
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s; accepted: a plan that is not freed",
                    plan == NULL ? "NULL for a plan" : "a pointer to no plan");
}
