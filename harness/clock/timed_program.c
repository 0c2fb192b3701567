/* harness/clock/timed_program.c -- see timed_program.h. */
#include "harness/clock/timed_program.h"

#include <stdio.h>
#include <unistd.h>

#include "harness/clock/barrier.h"
#include "harness/clock/clock.h"
#include "harness/files/files.h"

static qdr_status start(MPI_Comm comm, qdr_error *error)
{
    qdr_status status = qdr_clock_init(comm, error);

    /* In the simulator there is nothing to connect. */
    if (status == QDR_OK && !qdr_clock_is_simulated() &&
        qdr_connect(comm) != MPI_SUCCESS)
        status = qdr_fail(error, QDR_ERROR_MPI, "connecting the ranks failed");
    return status;
}

/* A rank may fail alone, while the others wait for it in any call. Where all
 * fail alike, rank 0 speaks for them, and the others leave it the time. */
static void end_all(const char *name, int rank, qdr_status status,
                    const qdr_error *error)
{
    enum { GRACE_S = 2 };

    if (rank == 0) {
        fprintf(stderr, "%s: %s\n", name, error->text);
    } else {
        sleep(GRACE_S);
        fprintf(stderr, "%s: rank %d: %s\n", name, rank, error->text);
    }
    MPI_Abort(MPI_COMM_WORLD, status == QDR_ERROR_INPUT ? 2 : 1);
}

int qdr_timed_program(int argc, char **argv, const char *name,
                      qdr_timed_body *body)
{
    qdr_error error = {""};
    MPI_Comm comm = MPI_COMM_NULL;
    int rank;
    qdr_status status;

    qdr_files_begin();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    status = start(comm, &error);
    if (status == QDR_OK)
        status = body(argc, argv, comm, &error);
    if (status != QDR_OK)
        end_all(name, rank, status, &error);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
