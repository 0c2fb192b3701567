/* kernels/messaging/one_sided_lock.c -- see one_sided_lock.h.
 *
 * Real machines only: the papers' machines had no such operations.
 */
#include "kernels/messaging/one_sided_lock.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/mpi_running.h"

struct qdr_one_sided_lock {
    int rank;
    MPI_Win window;
    /* This rank's lock: 0, or 1 + the rank that has it. Of 32 bits: Open MPI
     * 4's osc/rdma crashes on swaps of 64 (open-mpi/ompi, issue 7967). */
    int32_t *word;
    bool is_ours; /* allocated by us, not with the window */
};

/* In a window of MPI_Win_allocate, which shares memory, MPICH 4.0.2 lets a swap
 * of a rank's own word fall between another's read and write. For one rank
 * alone Open MPI 4 makes no other window. */
static int open_window(qdr_one_sided_lock *lock, MPI_Comm comm)
{
    const MPI_Aint size = sizeof *lock->word;
    int num_procs, code;

    MPI_Comm_size(comm, &num_procs);
    lock->is_ours = num_procs > 1;
    if (!lock->is_ours)
        return MPI_Win_allocate(size, (int)size, MPI_INFO_NULL, comm,
                                (void *)&lock->word, &lock->window);
    code = MPI_Alloc_mem(size, MPI_INFO_NULL, (void *)&lock->word);
    return code != MPI_SUCCESS
               ? code
               : MPI_Win_create(lock->word, size, (int)size, MPI_INFO_NULL,
                                comm, &lock->window);
}

qdr_status qdr_one_sided_lock_new(qdr_one_sided_lock **out_lock, MPI_Comm comm,
                                  qdr_error *error)
{
    qdr_one_sided_lock *lock = calloc(1, sizeof *lock);
    int code;
    qdr_status status =
        lock == NULL ? qdr_fail_memory(error, "a one-sided lock") : QDR_OK;

    status = qdr_agree(comm, status, error);
    if (status != QDR_OK) {
        free(lock);
        return status;
    }
    MPI_Comm_rank(comm, &lock->rank);
    code = open_window(lock, comm);
    if (code == MPI_SUCCESS) {
        MPI_Win_set_errhandler(lock->window, MPI_ERRORS_RETURN);
        code = MPI_Win_lock_all(0, lock->window);
    }
    if (code == MPI_SUCCESS) {
        *lock->word = 0;
        code = MPI_Win_sync(lock->window);
    }
    /* All locks are free before any rank requests one. */
    status = qdr_agree(
        comm, qdr_mpi_status(code, "opening the lock of", lock->rank, error),
        error);
    if (status == QDR_OK)
        *out_lock = lock;
    else
        free(lock); /* the window is lost with the MPI that failed */
    return status;
}

void qdr_one_sided_lock_free(qdr_one_sided_lock *lock)
{
    if (lock == NULL)
        return;
    if (qdr_mpi_is_running()) {
        MPI_Win_unlock_all(lock->window);
        MPI_Win_free(&lock->window);
        if (lock->is_ours)
            MPI_Free_mem(lock->word);
    }
    free(lock);
}

/* Replaces `from` by `to` in the word of `target`, if the word is `from`; sets
 * *out_found to the old word. */
static qdr_status swap(qdr_one_sided_lock *lock, int target, int32_t from,
                       int32_t to, int32_t *out_found, qdr_error *error)
{
    int code = MPI_Compare_and_swap(&to, &from, out_found, MPI_INT32_T, target,
                                    0, lock->window);

    if (code == MPI_SUCCESS)
        code = MPI_Win_flush(target, lock->window);
    return qdr_mpi_status(code, "swapping the lock of", target, error);
}

qdr_status qdr_one_sided_lock_try(qdr_one_sided_lock *lock, int target,
                                  bool *out_is_taken, qdr_error *error)
{
    int32_t found = 0;
    qdr_status status = swap(lock, target, 0, 1 + lock->rank, &found, error);

    *out_is_taken = status == QDR_OK && found == 0;
    return status;
}

qdr_status qdr_one_sided_lock_release(qdr_one_sided_lock *lock, int target,
                                      qdr_error *error)
{
    int32_t found = 0;
    qdr_status status = swap(lock, target, 1 + lock->rank, 0, &found, error);

    if (status == QDR_OK && found != 1 + lock->rank)
        status = qdr_fail(error, QDR_ERROR_CHECK,
                          "the lock of rank %d was not rank %d's", target,
                          lock->rank);
    return status;
}
