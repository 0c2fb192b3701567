/* harness/measure/phases.c -- see phases.h. */
#include "harness/measure/phases.h"

static int reduce(int64_t *values, int count, MPI_Op op, MPI_Comm comm)
{
    return MPI_Allreduce(MPI_IN_PLACE, values, count, MPI_INT64_T, op, comm);
}

/* The rank that stayed longest in sample i, and its phases. */
static int reduce_one(int64_t *const phase_ns[QDR_NUM_PHASES], int64_t local_ns,
                      int i, MPI_Comm comm)
{
    int64_t longest_ns = local_ns, owner, phases[QDR_NUM_PHASES];
    int rank, result;

    MPI_Comm_rank(comm, &rank);
    result = reduce(&longest_ns, 1, MPI_MAX, comm);
    owner = local_ns == longest_ns ? rank : INT64_MAX;
    if (result == MPI_SUCCESS)
        result = reduce(&owner, 1, MPI_MIN, comm);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        phases[phase] = phase_ns[phase][i];
    if (result == MPI_SUCCESS)
        result =
            MPI_Bcast(phases, QDR_NUM_PHASES, MPI_INT64_T, (int)owner, comm);
    for (int phase = 0; phase < QDR_NUM_PHASES; phase++)
        phase_ns[phase][i] = phases[phase];
    return result;
}

int qdr_phases_reduce(int64_t *const phase_ns[QDR_NUM_PHASES],
                      const int64_t *local_ns, int count, MPI_Comm comm)
{
    int result = MPI_SUCCESS;

    for (int i = 0; i < count && result == MPI_SUCCESS; i++)
        result = reduce_one(phase_ns, local_ns[i], i, comm);
    return result;
}
