/* kernels/engine.h -- the run-time implementation of an algorithm without a
 * schedule.
 *
 * What a rank does next depends on what others do, or the MPI library decides
 * it. The engine is next to its algorithm; decisions that need no MPI are in
 * files without it.
 */
#ifndef QUADRILLE_KERNELS_ENGINE_H
#define QUADRILLE_KERNELS_ENGINE_H

#include "kernels/core/base/counter.h"
#include "kernels/kernel.h"
#include "kernels/messaging/local.h"

/* The functions of an engine, and the length of its state on a rank. */
typedef struct qdr_engine {
    size_t state_bytes;
    /* Prepares the state, whose bytes are 0, of this rank alone, which may
     * fail alone. It reads only collective, values, seed, root, bytes, parts,
     * network and trace of `problem`, during this call: a rank may know no
     * more of the pattern than its layout. The objects that `local` points to,
     * and the trace's context, must outlive the state. */
    qdr_status (*prepare)(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error);
    /* Continues where ranks need each other, once all have prepared.
     * Collective over local->comm; every rank returns the same status. NULL:
     * nothing is left to do. */
    qdr_status (*connect)(void *state, const qdr_problem *problem,
                          const qdr_local *local, qdr_error *error);
    /* Releases what the state has, however far it came; NULL: nothing.
     * Collective. */
    void (*cleanup)(void *state);
    /* Moves the bytes. Collective; a failure may occur on this rank alone. */
    qdr_status (*execute)(void *state, const char *send, char *receive,
                          qdr_error *error);
    /* Writes up to QDR_MAX_COUNTERS counts of the last execution, the same
     * names on every rank, and returns how many; NULL: there is nothing to
     * count. */
    int (*count)(const void *state, qdr_counter *counts);
} qdr_engine;

/* qdr_engine_of returns the engine of an algorithm, NULL for one with a
 * schedule. */
const qdr_engine *qdr_engine_of(const qdr_kernel *kernel);

#endif
