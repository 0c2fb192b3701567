/* harness/self_tests/default_calls.h -- what `bench here` compares: MPI's
 * calls, as programs make them, and ours without options.
 *
 * Vectors have parts of equal lengths, and the root is 0. So reduce_scatter is
 * MPI_Reduce_scatter_block.
 */
#ifndef QUADRILLE_HARNESS_SELF_TESTS_DEFAULT_CALLS_H
#define QUADRILLE_HARNESS_SELF_TESTS_DEFAULT_CALLS_H

#include "kernels/quadrille.h"

/* What the calls of a row work on. */
typedef struct qdr_default_data {
    int rank, num_procs;
    int64_t bytes;        /* of the vector, or of a message */
    char *send, *receive; /* num_procs times the longest length */
    int *counts, *places; /* [num_procs] of MPI_Alltoallv */
    qdr_block *blocks;    /* [num_procs] of qdr_exchange_blocks */
    qdr_plan *plan;
    qdr_error error; /* of a call that fails */
} qdr_default_data;

/* What is counted in a length: bytes of a vector of which ranks have no part,
 * or a part of whole bytes or doubles, or bytes of a message. */
typedef enum qdr_default_unit {
    QDR_DEFAULT_WHOLE,
    QDR_DEFAULT_BYTES,
    QDR_DEFAULT_DOUBLES,
    QDR_DEFAULT_MESSAGE
} qdr_default_unit;

/* The data that a rank sends: the root the vector, each rank its part, each
 * rank a vector of doubles, or a message to each rank. */
typedef enum qdr_default_sends {
    QDR_DEFAULT_ROOT,
    QDR_DEFAULT_PART,
    QDR_DEFAULT_VECTOR,
    QDR_DEFAULT_MESSAGES
} qdr_default_sends;

/* An operation. Calls return 0, as MPI's and the library's do. */
typedef struct qdr_default_row {
    const char *operation;
    qdr_default_unit unit;
    qdr_default_sends sends;
    /* Makes data->plan; NULL: none is needed. */
    qdr_status (*plan)(qdr_default_data *data);
    int (*ours)(qdr_default_data *data); /* NULL: executes the plan */
    int (*library)(qdr_default_data *data);
} qdr_default_row;

/* The last row has no operation. */
extern const qdr_default_row qdr_default_rows[];

#endif
