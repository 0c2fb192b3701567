/* kernels/core/problem.h -- what a row is asked for.
 *
 * The collective, what it is about, the values of the row's parameters and a
 * seed. What it is about is a pattern, each of whose messages is a block; or
 * one vector, which is a block. A collective says who has what before and who
 * must have what after; that is all the checker knows of it.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/parameter.h"
#include "kernels/core/pattern.h"

typedef enum qdr_collective {
    QDR_ALLTOALL,       /* a block from everybody for everybody */
    QDR_ALLTOALLV,      /* the messages of any pattern */
    QDR_BCAST,          /* a vector from a root to all */
    QDR_REDUCE,         /* the combination of everybody's vectors to a root */
    QDR_ALLREDUCE,      /* to all */
    QDR_RECEIVE_VECTOR, /* lengths, for receivers that do not know their
                           senders: also known as the dynamic sparse data
                           exchange */
    QDR_NUM_COLLECTIVES
} qdr_collective;

/* Bytes of a receive vector's message, which is itself a length. */
enum { QDR_LENGTH_BYTES = 8 };

/* Called by rows that lock destinations for each message sent: between these
 * two moments this rank had the lock of `dst`. */
typedef void qdr_trace(void *context, int dst, int64_t begin_ns,
                       int64_t end_ns);

typedef struct qdr_problem {
    qdr_collective collective;
    int num_procs;
    const qdr_pattern *pattern; /* NULL of a vector */
    bool is_part;               /* of a larger pattern: rounds that are empty
                                   here are kept */
    int root;                   /* of a vector, with its length */
    int64_t bytes;
    uint64_t seed;            /* of randomised rows; never the pattern's */
    const qdr_values *values; /* of the row's parameters; NULL: its presets */
    qdr_trace *trace;         /* of rows that decide at run time, or NULL */
    void *trace_context;
} qdr_problem;

/* qdr_collective_string returns the word for a collective: "alltoallv". */
const char *qdr_collective_string(qdr_collective collective);

/* qdr_collective_has_vector tells whether it is about a vector, copies of which
 * spread; messages travel, and are with one rank at a time. */
bool qdr_collective_has_vector(qdr_collective collective);

/* They return the number of a problem's blocks, and the length of one. */
int64_t qdr_problem_num_blocks(const qdr_problem *problem);
int64_t qdr_problem_block_bytes(const qdr_problem *problem, int64_t block);

/* What a rank has, or must have: a whole block, to which some ranks, one behind
 * another, contributed. */
typedef struct qdr_holding {
    int rank;
    int64_t block;
    int first_contributor, last_contributor;
} qdr_holding;

/* qdr_problem_state calls `visit` for every holding before the collective, or
 * after it, until one call fails. Local copies are left out. */
qdr_status qdr_problem_state(const qdr_problem *problem, bool is_after,
                             qdr_status (*visit)(void *context,
                                                 const qdr_holding *holding),
                             void *context);

/* qdr_problem_get_stats counts what must be moved: of a vector, as a message to
 * each rank but the root. */
qdr_status qdr_problem_get_stats(const qdr_problem *problem,
                                 qdr_pattern_stats *out_stats,
                                 qdr_error *error);

#endif
