/* harness/simulator/message_layer.c -- the message software of a machine,
 * charged below unchanged kernels.
 *
 * Linked into simulated programs only. It defines the MPI calls of
 * kernels/executor/mpi_calls.txt; each charges its rank what the machine's
 * library cost and passes on to SimGrid's PMPI call, which simulates the
 * network. A charge is simulated time in which the rank does nothing else.
 *
 * The costs come from the software YAML that QDR_SOFTWARE names, read once a
 * rank in MPI_Init; without it nothing is charged.
 */
#include <mpi.h>
#include <simgrid/actor.h>
#include <stdio.h>
#include <stdlib.h>

#include "harness/experiment/machine.h"

/* SimGrid gives every rank its own copy of these. */
static double send_overhead_s, receive_overhead_s;

static void charge(double duration_s)
{
    if (duration_s > 0)
        sg_actor_sleep_for(duration_s);
}

int MPI_Init(int *argc, char ***argv)
{
    const char *path = getenv("QDR_SOFTWARE");
    qdr_software *software;
    qdr_error error = {""};

    if (path != NULL) {
        if (qdr_software_load(path, &software, &error) != QDR_OK) {
            fprintf(stderr, "message layer: %s\n", error.text);
            abort();
        }
        send_overhead_s = software->send_overhead_us * 1e-6;
        receive_overhead_s = software->receive_overhead_us * 1e-6;
        qdr_software_free(software);
    }
    return PMPI_Init(argc, argv);
}

/* CMMD 1.x sends synchronously: the sender prepares, waits for its receiver,
 * then the data move [ponnusamy1992, Sec. 2]. */
int MPI_Ssend(const void *buffer, int count, MPI_Datatype type, int peer,
              int tag, MPI_Comm comm)
{
    charge(send_overhead_s);
    return PMPI_Ssend(buffer, count, type, peer, tag, comm);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status)
{
    int code = PMPI_Recv(buffer, count, type, peer, tag, comm, status);

    charge(receive_overhead_s);
    return code;
}
