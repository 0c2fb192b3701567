/* harness/simulator/shared_memory.c -- see shared_memory.h. */
#include "harness/simulator/shared_memory.h"

#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void *qdr_memory_require(void *memory)
{
    if (memory != NULL)
        return memory;
    fprintf(stderr, "message layer: out of memory\n");
    abort();
}

void *qdr_memory_shared(size_t bytes)
{
    int64_t address = 0;
    int rank;

    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        address = (int64_t)(intptr_t)qdr_memory_require(calloc(1, bytes));
    PMPI_Bcast(&address, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    return (void *)(intptr_t)address;
}
