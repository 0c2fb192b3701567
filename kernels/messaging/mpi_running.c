/* kernels/messaging/mpi_running.c -- see mpi_running.h. */
#include "kernels/messaging/mpi_running.h"

#include <mpi.h>
#include <pthread.h>

atomic_bool qdr_mpi_is_watched;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool was_watched; /* under the lock */

bool qdr_mpi_query(void)
{
    int is_initialized = 0, is_finalized = 0;

    MPI_Initialized(&is_initialized);
    MPI_Finalized(&is_finalized);
    return is_initialized && !is_finalized;
}

/* MPI_Finalize begins. Other libraries' attributes may be deleted later, and
 * their callbacks may use plans, so qdr_mpi_is_running queries MPI from now on.
 */
static int end_watch(MPI_Comm self, int key, void *value, void *state)
{
    (void)self, (void)key, (void)value, (void)state;
    atomic_store(&qdr_mpi_is_watched, false);
    return MPI_SUCCESS;
}

void qdr_mpi_watch(void)
{
    int key;

    if (atomic_load(&qdr_mpi_is_watched))
        return;
    pthread_mutex_lock(&lock);
    if (!was_watched && MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, end_watch,
                                               &key, NULL) == MPI_SUCCESS) {
        if (MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL) == MPI_SUCCESS)
            atomic_store(&qdr_mpi_is_watched, true);
        /* It lives as long as the attribute. */
        MPI_Comm_free_keyval(&key);
        was_watched = true;
    }
    pthread_mutex_unlock(&lock);
}
