/* harness/simulator/rank_translation.c -- see ranks.h. */
#include "harness/simulator/rank_translation.h"

int qdr_rank_in(MPI_Comm to, int rank, MPI_Comm from)
{
    MPI_Group some, others;
    int found;

    PMPI_Comm_group(from, &some);
    PMPI_Comm_group(to, &others);
    PMPI_Group_translate_ranks(some, 1, &rank, others, &found);
    PMPI_Group_free(&some);
    PMPI_Group_free(&others);
    return found;
}
