/* kernels/preload/preload_world.c -- see preload_world.h. */
#include "kernels/preload/preload_world.h"

#include <mpi.h>
#include <stdlib.h>

#include "kernels/preload/preload_library.h"

qdr_preload_settings qdr_preload_set;
qdr_given_network qdr_preload_network;

/* On rank 0. */
static void read_settings(void)
{
    qdr_error error = {""};

    if (qdr_preload_settings_read(getenv("QUADRILLE_PRELOAD"),
                                  getenv("QUADRILLE_VERBOSE"), &qdr_preload_set,
                                  &error) != QDR_OK)
        fprintf(stderr, QDR_PRELOAD_PREFIX "%s; nothing is taken\n",
                error.text);
    else if (qdr_preload_find_other_tool(&error))
        fprintf(stderr, QDR_PRELOAD_PREFIX "%s\n", error.text);
}

/* Of all ranks: those of a communicator must count with the same. */
static void read_network(int rank)
{
    static qdr_network network;
    static qdr_library_ranges library;
    qdr_error error = {""};

    if (qdr_plan_network_file(MPI_COMM_WORLD, &network, &library, &error) ==
        QDR_OK)
        qdr_preload_network = (qdr_given_network){&network, &library};
    else if (rank == 0)
        fprintf(stderr,
                QDR_PRELOAD_PREFIX "%s; only exchanges of messages are taken\n",
                error.text);
}

void qdr_preload_agree(void)
{
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        read_settings();
    PMPI_Bcast(&qdr_preload_set, (int)sizeof qdr_preload_set, MPI_BYTE, 0,
               MPI_COMM_WORLD);
    read_network(rank);
}
