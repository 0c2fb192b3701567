/* harness/measure/measured_call.c -- see measured_call.h. */
#include "harness/measure/measured_call.h"

qdr_call qdr_measured_call(const qdr_problem *problem)
{
    bool combines = qdr_collective_combines(problem->collective);
    int64_t size = combines ? (int64_t)sizeof(double) : 1;
    const qdr_vector vector = {.count = problem->vector.bytes / size,
                               .type = combines ? MPI_DOUBLE : MPI_BYTE,
                               .op = MPI_SUM};
    qdr_call call =
        qdr_call_vector(problem->collective, &vector, problem->vector.root);

    call.given.network = problem->network;
    return call;
}
