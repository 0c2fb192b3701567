/* kernels/engine.h -- how a row without a schedule moves bytes.
 *
 * What a rank does next depends on what others did, or is the MPI library's
 * business. The engine stands beside its row; its decisions, as far as they
 * need no MPI, stand in files without it.
 */
#ifndef QUADRILLE_KERNELS_ENGINE_H
#define QUADRILLE_KERNELS_ENGINE_H

#include "kernels/core/count.h"
#include "kernels/kernel.h"
#include "kernels/messaging/local.h"

/* What an engine is made of. */
typedef struct qdr_engine {
    /* Makes the state of this rank, to release with `free_state`. Collective
     * over local->comm; every rank comes to the same status. Of `problem` only
     * collective, values, seed, root, bytes, parts and trace are read, while
     * this call lasts: of the pattern a rank may know no more than its
     * placement. What `local`
     * points to, and the trace's context, outlive the state. */
    qdr_status (*new_state)(void **out_state, const qdr_problem *problem,
                            const qdr_local *local, qdr_error *error);
    void (*free_state)(void *state); /* NULL is legal; collective */
    /* Moves the bytes. Collective; a failure may be this rank's alone. */
    qdr_status (*execute)(void *state, const char *send, char *receive,
                          qdr_error *error);
    /* Writes up to QDR_MAX_COUNTS counts of the last execution, the same names
     * on every rank, and returns how many; NULL: there is nothing to count. */
    int (*count)(const void *state, qdr_count *counts);
} qdr_engine;

/* qdr_engine_of returns the engine of a row, NULL for one with a schedule. */
const qdr_engine *qdr_engine_of(const qdr_kernel *kernel);

#endif
