/* kernels/plan/testing/collective_call.h -- one call of a collective on a
 * vector, compared with MPI's own, bit for bit.
 */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_COLLECTIVE_CALL_H
#define QUADRILLE_KERNELS_PLAN_TESTING_COLLECTIVE_CALL_H

#include <mpi.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"

enum { QDR_MAX_CALLING = 32 /* ranks */ };

/* The arguments of a call, or of MPI's own. */
typedef struct qdr_collective_call {
    qdr_collective collective;
    const char *algorithm; /* or NULL */
    MPI_Comm comm;
    int rank, p; /* of comm */
    int root;
    int64_t count;                   /* elements in total */
    int64_t counts[QDR_MAX_CALLING]; /* of each rank's part */
    bool has_counts;                 /* given; else about the same */
    MPI_Datatype type;
    MPI_Op op;
    /* Makes element i of a rank. */
    void (*fill)(char *element, int rank, int64_t i);
    bool in_place; /* where the rank can: elsewhere as if it were not */
    const char *mode, *parameters; /* or NULL: the default */
    const char *network;           /* or NULL */
    const int *nodes;              /* or NULL */
} qdr_collective_call;

/* qdr_collective_call_of is an empty call of an algorithm by the ranks of a
 * communicator, with sums of 64-bit integers, where anything is combined. */
qdr_collective_call qdr_collective_call_of(const qdr_kernel *kernel,
                                           MPI_Comm comm);

/* qdr_collective_call_plan makes the call that a program would make. */
qdr_status qdr_collective_call_plan(const qdr_collective_call *call,
                                    qdr_plan **out_plan, qdr_error *error);

/* qdr_collective_call_try plans it as any program would, executes it twice, and
 * expects what MPI's own leaves on this rank. Collective. Sets the counts, if
 * not given. */
void qdr_collective_call_try(qdr_collective_call *call);

#endif
