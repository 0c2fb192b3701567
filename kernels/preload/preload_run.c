/* kernels/preload/preload_run.c -- see preload_run.h. */
#include "kernels/preload/preload_run.h"

#include <mpi.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "kernels/preload/preload_counts.h"
#include "kernels/preload/preload_library.h"
#include "kernels/preload/preload_state.h"
#include "kernels/preload/preload_world.h"
#include "kernels/quadrille.h"

static atomic_bool has_begun, has_ended;

static void print_start(int num_procs)
{
    char library[MPI_MAX_LIBRARY_VERSION_STRING];
    int length;

    PMPI_Get_library_version(library, &length);
    library[strcspn(library, ",\n")] = '\0';
    fprintf(stderr,
            QDR_PRELOAD_PREFIX "preload %s, %s, %d ranks: ", qdr_version(),
            library, num_procs);
    qdr_preload_settings_write(&qdr_preload_set, stderr);
    fputc('\n', stderr);
}

void qdr_preload_begin(void)
{
    qdr_error error = {""};
    int rank, num_procs, level;

    if (atomic_exchange(&has_begun, true))
        return;
    /* Under another MPI library our handles mean nothing: MPI is not called. */
    if (!qdr_preload_is_own_library(&error)) {
        atomic_store(&has_ended, true);
        if (qdr_preload_is_first_process())
            fprintf(stderr, QDR_PRELOAD_PREFIX "%s; nothing is taken\n",
                    error.text);
        return;
    }
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    qdr_preload_agree();
    PMPI_Query_thread(&level);
    qdr_preload_has_threads = level == MPI_THREAD_MULTIPLE;
    qdr_preload_make_key();
    qdr_preload_begin_world();
    if (rank == 0 && qdr_preload_set.is_verbose)
        print_start(num_procs);
}

void qdr_preload_end(void)
{
    enum { LENGTH = sizeof(qdr_preload_counts) / sizeof(int64_t) };
    qdr_preload_counts *sum = NULL;
    int rank, num_procs;

    if (!atomic_load(&has_begun) || atomic_exchange(&has_ended, true) ||
        !qdr_preload_set.is_verbose)
        return;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    if (rank == 0) {
        /* In place: a rank without memory must not let the others wait. */
        sum = &qdr_preload_counted;
        PMPI_Reduce(MPI_IN_PLACE, sum, LENGTH, MPI_INT64_T, MPI_SUM, 0,
                    MPI_COMM_WORLD);
        fprintf(stderr, QDR_PRELOAD_PREFIX "all %d ranks together\n",
                num_procs);
        qdr_preload_counts_write(sum, QDR_PRELOAD_PREFIX, stderr);
    } else {
        PMPI_Reduce(&qdr_preload_counted, NULL, LENGTH, MPI_INT64_T, MPI_SUM, 0,
                    MPI_COMM_WORLD);
    }
}
