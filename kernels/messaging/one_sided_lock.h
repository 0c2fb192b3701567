/* kernels/messaging/one_sided_lock.h -- a lock at every rank, which others take
 * by MPI_Compare_and_swap: test and set without the owner's help. */
#ifndef QUADRILLE_KERNELS_MESSAGING_ONE_SIDED_LOCK_H
#define QUADRILLE_KERNELS_MESSAGING_ONE_SIDED_LOCK_H

#include <mpi.h>
#include <stdbool.h>

#include "kernels/core/base/status.h"

/* This rank's lock, and its access to those of the other ranks. */
typedef struct qdr_one_sided_lock qdr_one_sided_lock;

/* qdr_one_sided_lock_new makes this rank's lock, free, and opens those of all
 * ranks of `comm`. Collective; every rank returns the same status. Release with
 * qdr_one_sided_lock_free. */
qdr_status qdr_one_sided_lock_new(qdr_one_sided_lock **out_lock, MPI_Comm comm,
                                  qdr_error *error);

/* qdr_one_sided_lock_free releases it; NULL is legal. Collective. */
void qdr_one_sided_lock_free(qdr_one_sided_lock *lock);

/* qdr_one_sided_lock_try tries once to take the lock of `target`; *out_is_taken
 * reports whether it did. Not collective. */
qdr_status qdr_one_sided_lock_try(qdr_one_sided_lock *lock, int target,
                                  bool *out_is_taken, qdr_error *error);

/* qdr_one_sided_lock_release gives back the lock of `target`, which this rank
 * has taken. */
qdr_status qdr_one_sided_lock_release(qdr_one_sided_lock *lock, int target,
                                      qdr_error *error);

#endif
