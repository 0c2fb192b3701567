/* harness/simulator/control_network.c -- see control_network.h. */
#include "harness/simulator/control_network.h"

#include <mpi.h>
#include <simgrid/barrier.h>
#include <stdlib.h>
#include <string.h>

#include "harness/simulator/processor.h"
#include "harness/simulator/shared_memory.h"
#include "harness/simulator/skew.h"

/* One for all ranks. */
typedef struct meeting {
    sg_bar_t all_here;
    int num_procs;
    char *sum;           /* of all ranks' data, made by rank 0 */
    const char *given[]; /* [num_procs], by rank of the communicator */
} meeting;

/* SimGrid gives every rank its own copy of these. */
static qdr_control_network costs;
static meeting *place; /* NULL: the machine has none */

void qdr_control_network_open(const qdr_control_network *of)
{
    int num_procs, rank;

    if (of == NULL)
        return;
    costs = *of;
    PMPI_Comm_size(MPI_COMM_WORLD, &num_procs);
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    place = qdr_memory_shared(sizeof *place +
                              (size_t)num_procs * sizeof *place->given);
    if (rank == 0) {
        place->num_procs = num_procs;
        place->all_here = sg_barrier_init((unsigned)num_procs);
    }
    PMPI_Barrier(MPI_COMM_WORLD);
}

/* The start of every call. Whether the network carries it. */
static int begin(MPI_Comm comm)
{
    int num_procs;

    qdr_processor_settle(qdr_processor_own());
    if (place == NULL || PMPI_Comm_size(comm, &num_procs) != MPI_SUCCESS)
        return 0;
    return num_procs == place->num_procs;
}

/* Waits for all ranks; then they may read `given`. */
static void meet(MPI_Comm comm, const void *given)
{
    int rank;

    PMPI_Comm_rank(comm, &rank);
    place->given[rank] = given;
    sg_barrier_wait(place->all_here);
}

/* After all have read; charges the cost, and what this rank is late. */
static void part(double elements_us)
{
    sg_barrier_wait(place->all_here);
    qdr_processor_work(qdr_processor_own(),
                       (costs.latency_us + elements_us) * 1e-6 +
                           qdr_skew_next_s());
}

int MPI_Barrier(MPI_Comm comm)
{
    if (!begin(comm))
        return PMPI_Barrier(comm);
    meet(comm, NULL);
    part(0);
    return MPI_SUCCESS;
}

int MPI_Bcast(void *buffer, int count, MPI_Datatype type, int root,
              MPI_Comm comm)
{
    MPI_Aint min, extent;
    int rank, code;

    if (!begin(comm))
        return PMPI_Bcast(buffer, count, type, root, comm);
    code = PMPI_Type_get_extent(type, &min, &extent);
    PMPI_Comm_rank(comm, &rank);
    meet(comm, buffer);
    if (rank != root)
        memcpy(buffer, place->given[root], (size_t)(count * extent));
    part(costs.broadcast_ns * 1e-3 * (double)(count * extent));
    return code;
}

/* On rank 0, of all ranks' data: sum[count], in the order of ranks. */
static int make_sum(int count, MPI_Datatype type, MPI_Aint extent, MPI_Op op)
{
    int last = place->num_procs - 1;
    int code = MPI_SUCCESS;

    place->sum =
        qdr_memory_require(realloc(place->sum, (size_t)(count * extent) + 1));
    memcpy(place->sum, place->given[last], (size_t)(count * extent));
    for (int r = last - 1; r >= 0 && code == MPI_SUCCESS; r--)
        code = PMPI_Reduce_local(place->given[r], place->sum, count, type, op);
    return code;
}

int MPI_Allreduce(const void *send, void *receive, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm)
{
    MPI_Aint min, extent;
    int rank, code;

    if (!begin(comm))
        return PMPI_Allreduce(send, receive, count, type, op, comm);
    code = PMPI_Type_get_extent(type, &min, &extent);
    PMPI_Comm_rank(comm, &rank);
    meet(comm, send == MPI_IN_PLACE ? receive : send);
    if (rank == 0 && code == MPI_SUCCESS)
        code = make_sum(count, type, extent, op);
    part(costs.sum_us * count);
    /* Kept until all meet again. */
    memcpy(receive, place->sum, (size_t)(count * extent));
    return code;
}

/* The network makes the sum of the total bytes, as in [wang1993, Fig. 1]; a
 * rank keeps its part. */
int MPI_Reduce_scatter_block(const void *send, void *receive, int count,
                             MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    MPI_Aint min, extent;
    int rank, code;

    if (!begin(comm) || send == MPI_IN_PLACE)
        return PMPI_Reduce_scatter_block(send, receive, count, type, op, comm);
    code = PMPI_Type_get_extent(type, &min, &extent);
    PMPI_Comm_rank(comm, &rank);
    meet(comm, send);
    for (int r = 0; r < place->num_procs && code == MPI_SUCCESS; r++) {
        const char *part_of = place->given[r] + (MPI_Aint)rank * count * extent;
        if (r == 0)
            memcpy(receive, part_of, (size_t)(count * extent));
        else
            code = PMPI_Reduce_local(part_of, receive, count, type, op);
    }
    part(costs.sum_us * count * place->num_procs);
    return code;
}

/* The data of rank r begin at displacements[r], or, if that is NULL, after
 * those of earlier ranks, all of equal length. */
static int concatenate(const void *send, void *receive, const int *counts,
                       const int *displacements, MPI_Datatype type,
                       MPI_Comm comm)
{
    MPI_Aint min, extent;
    double num_elements = 0;
    int code = PMPI_Type_get_extent(type, &min, &extent);

    meet(comm, send);
    for (int r = 0; r < place->num_procs && code == MPI_SUCCESS; r++) {
        int count = displacements == NULL ? counts[0] : counts[r];
        MPI_Aint at =
            displacements == NULL ? (MPI_Aint)r * count : displacements[r];
        memcpy((char *)receive + at * extent, place->given[r],
               (size_t)(count * extent));
        num_elements += count;
    }
    part(costs.concatenation_us * num_elements);
    return code;
}

int MPI_Allgather(const void *send, int count, MPI_Datatype send_type,
                  void *receive, int receive_count, MPI_Datatype type,
                  MPI_Comm comm)
{
    if (!begin(comm) || send == MPI_IN_PLACE || send_type != type)
        return PMPI_Allgather(send, count, send_type, receive, receive_count,
                              type, comm);
    return concatenate(send, receive, &receive_count, NULL, type, comm);
}

int MPI_Allgatherv(const void *send, int count, MPI_Datatype send_type,
                   void *receive, const int *counts, const int *displacements,
                   MPI_Datatype type, MPI_Comm comm)
{
    if (!begin(comm) || send == MPI_IN_PLACE || send_type != type)
        return PMPI_Allgatherv(send, count, send_type, receive, counts,
                               displacements, type, comm);
    return concatenate(send, receive, counts, displacements, type, comm);
}
