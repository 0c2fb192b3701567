/* quadrille.h -- scheduled exchanges for MPI programs: plan once, execute
 * often, free.
 *
 * Every call returns a status, QDR_OK on success. On failure it writes one line
 * to `error`, which may be NULL, and leaves its results as they were. Planning
 * calls are collective over `comm` and return the same status on every rank.
 * They copy their arguments. Bytes and elements are counted in 64 bits.
 *
 * `algorithm`: a name from `./quadrille list`. NULL or "auto": the fastest, as
 * predicted for the ranks, the lengths and the network.
 * `options`: NULL, or {.size = sizeof(qdr_plan_options)}: the defaults.
 * Structs begin with their size, so that later libraries may add members.
 *
 * quadrille(3) has what holds for all calls: errors, buffers, modes, nodes,
 * networks, threads and costs. Each group of calls has a page.
 */
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <mpi.h>
#include <stddef.h>
#include <stdint.h>

#include "kernels/core/base/error.h"
#include "kernels/core/problem/block.h"

/* The version of this header and of the library that it belongs to. */
#define QUADRILLE_VERSION_MAJOR 0
#define QUADRILLE_VERSION_MINOR 1
#define QUADRILLE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* Information, local and without MPI: qdr_algorithm_next(3). */

/* qdr_version returns the version of the library, "0.1.0". */
const char *qdr_version(void);

/* qdr_algorithm_info describes an algorithm. Its pointers live for ever. */
typedef struct qdr_algorithm_info {
    size_t size;            /* sizeof(qdr_algorithm_info), set by the caller */
    const char *name;       /* as planning calls take it, "ps" */
    const char *alias;      /* the paper's name, also accepted; or NULL */
    const char *label;      /* in legends, "Pairwise (PS)" */
    const char *collective; /* "bcast": of qdr_plan_bcast; "alltoall",
                               "alltoallv", "receive_vector": of messages */
    const char *kind;       /* "direct", "combining", "dynamic" or "library" */
    const char *paper, *section; /* "ponnusamy1992", "4.2" */
    char limits[64];             /* needs and properties, "one_port;global" */
    char mode[32]; /* its default, "synchronous"; "" without a schedule */
    char parameters[256]; /* with their defaults, as options take them,
                             "delay_us=0;improvements=both" */
} qdr_algorithm_info;

/* qdr_algorithm_next describes the algorithm at *position, 0 for the first, and
 * adds one to *position. Returns 0 after the last algorithm, or for a wrong
 * size, else 1. */
int qdr_algorithm_next(int *position, qdr_algorithm_info *out_info);

/* Plans: quadrille(3). */

/* qdr_plan is a rank's handle of a planned exchange. A plan may outlive its
 * communicator. A copy of the handle is invalid once the plan is freed. */
typedef struct qdr_plan qdr_plan;

/* qdr_plan_options holds the other options, the same on every rank. */
typedef struct qdr_plan_options {
    size_t size;            /* sizeof(qdr_plan_options) */
    const char *mode;       /* how calls of MPI are made, "persistent" or
                               "window:4"; NULL: the algorithm's */
    uint64_t seed;          /* of randomised algorithms */
    const char *parameters; /* of the algorithm, "radix=4";
                               `./quadrille list keys` prints all */
    const char *network;    /* whose costs decide, "alpha_us=1.5;beta_ns=0.1";
                               `./quadrille list network` prints all; NULL: the
                               file that QUADRILLE_NETWORK names */
    const int *nodes;       /* [size of comm] each rank's node, from 0; NULL:
                               ranks that share memory share a node */
} qdr_plan_options;

/* Messages between pairs of ranks: qdr_plan_blocks(3). */

/* A number of receives: planning finds the receives out. */
enum { QDR_LEARN = -1 };

/* qdr_plan_blocks plans that this rank sends `sends[num_sends]` and receives
 * `receives[num_receives]`, blocks of bytes of its two buffers. The blocks of
 * one peer are one message, of the same bytes at both ends. QDR_LEARN places
 * the receives by source; qdr_plan_get_info returns them. Collective.
 * [wang1993, Sec. 3; ponnusamy1992, Sec. 4] */
qdr_status qdr_plan_blocks(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, MPI_Comm comm,
                           qdr_error *error);

/* qdr_plan_alltoallv and qdr_plan_alltoallw plan MPI_Alltoallv and
 * MPI_Alltoallw, with their arguments. Types must live as long as the plan.
 * NULL for send_counts, on every rank: in place. Collective. */
qdr_status
qdr_plan_alltoallv(qdr_plan **out_plan, const char *algorithm,
                   const qdr_plan_options *options, const int *send_counts,
                   const int *send_displacements, MPI_Datatype send_type,
                   const int *receive_counts, const int *receive_displacements,
                   MPI_Datatype receive_type, MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_alltoallw(
    qdr_plan **out_plan, const char *algorithm, const qdr_plan_options *options,
    const int *send_counts, const int *send_displacements,
    const MPI_Datatype *send_types, const int *receive_counts,
    const int *receive_displacements, const MPI_Datatype *receive_types,
    MPI_Comm comm, qdr_error *error);

/* qdr_plan_alltoall plans MPI_Alltoall: block i of p blocks of `bytes` goes to
 * rank i, and block j comes from rank j. Collective. [ponnusamy1992, Sec. 3] */
qdr_status qdr_plan_alltoall(qdr_plan **out_plan, const char *algorithm,
                             const qdr_plan_options *options, int64_t bytes,
                             MPI_Comm comm, qdr_error *error);

/* qdr_messages holds the arguments of a planning call that an update replaces;
 * what the call does not have is 0. */
typedef struct qdr_messages {
    size_t size; /* sizeof(qdr_messages) */
    /* Of qdr_plan_blocks. */
    int64_t num_sends, num_receives;
    const qdr_block *sends, *receives;
    /* Of qdr_plan_alltoallv, whose types have one element, and alltoallw. */
    const int *send_counts, *send_displacements;
    const MPI_Datatype *send_types;
    const int *receive_counts, *receive_displacements;
    const MPI_Datatype *receive_types;
} qdr_messages;

/* qdr_plan_update gives a plan of these three calls other messages. On an error
 * the plan stays as it was. All ranks update or none. Local for a direct
 * algorithm whose receives are given, in a mode without suffix: then nobody
 * compares the ranks. Else collective, at the cost of planning. */
qdr_status qdr_plan_update(qdr_plan *plan, const qdr_messages *messages,
                           qdr_error *error);

/* Messages without a plan: qdr_exchange_blocks(3). */

/* qdr_exchange_blocks exchanges the blocks of qdr_plan_blocks at once, each
 * message straight to its receiver. The buffers must not overlap. Collective;
 * every rank finds its own errors alone, as in MPI_Alltoallv. */
qdr_status qdr_exchange_blocks(const void *send, int64_t num_sends,
                               const qdr_block *sends, void *receive,
                               int64_t num_receives, const qdr_block *receives,
                               MPI_Comm comm, qdr_error *error);

/* qdr_exchange_blocks_unknown does so where a rank does not know what it
 * receives. Messages come into `receive`, which has room for `receive_bytes`;
 * `receives` has room for *num_receives blocks, and returns them by source.
 * If there is too little room, this rank alone returns QDR_ERROR_INPUT.
 * Collective. [Hoefler, Siebert, Lumsdaine 2010] */
qdr_status qdr_exchange_blocks_unknown(const void *send, int64_t num_sends,
                                       const qdr_block *sends, void *receive,
                                       int64_t receive_bytes,
                                       int64_t *num_receives,
                                       qdr_block *receives, MPI_Comm comm,
                                       qdr_error *error);

/* Collectives on a vector of `count` elements of `type` in all, for any number
 * of ranks, any root and any length: qdr_plan_bcast(3). Rank j's part is
 * counts[j] elements, in order of ranks; counts NULL: floor or ceil of
 * count / p. Arguments are the same on every rank. [barnett1994] */

/* qdr_plan_bcast plans MPI_Bcast of `bytes` from `root`. Collective.
 * [ponnusamy1992, Sec. 3.6] */
qdr_status qdr_plan_bcast(qdr_plan **out_plan, const char *algorithm,
                          const qdr_plan_options *options, int64_t bytes,
                          int root, MPI_Comm comm, qdr_error *error);

/* qdr_plan_scatter plans MPI_Scatterv: the root's `send` has all elements, each
 * `receive` gets its part. Collective. [barnett1994, Sec. 4.1] */
qdr_status qdr_plan_scatter(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options, int64_t count,
                            const int64_t *counts, MPI_Datatype type, int root,
                            MPI_Comm comm, qdr_error *error);

/* qdr_plan_gather plans MPI_Gatherv: each `send` has its part, the root's
 * `receive` gets all elements. Collective. [barnett1994, Sec. 4.1] */
qdr_status qdr_plan_gather(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           const int64_t *counts, MPI_Datatype type, int root,
                           MPI_Comm comm, qdr_error *error);

/* qdr_plan_allgather plans MPI_Allgatherv (collect): each `send` has its part,
 * every `receive` gets all elements. Collective.
 * [barnett1994, Sec. 4.2, 5.1, 6] */
qdr_status qdr_plan_allgather(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              const int64_t *counts, MPI_Datatype type,
                              MPI_Comm comm, qdr_error *error);

/* qdr_plan_reduce plans MPI_Reduce (combine-to-one): each `send` has a whole
 * vector, the root's `receive` gets them combined by `op`. Collective.
 * [barnett1994, Sec. 4.1, 5.2, 6] */
qdr_status qdr_plan_reduce(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           MPI_Datatype type, MPI_Op op, int root,
                           MPI_Comm comm, qdr_error *error);

/* qdr_plan_allreduce plans MPI_Allreduce (combine-to-all): as qdr_plan_reduce,
 * into every `receive`. Collective. [barnett1994, Sec. 5.1, 5.2, 6] */
qdr_status qdr_plan_allreduce(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              qdr_error *error);

/* qdr_plan_reduce_scatter plans MPI_Reduce_scatter (distributed combine): each
 * `send` has a whole vector, `receive` gets its part of the combined one.
 * Collective. [barnett1994, Sec. 4.2, 5.1, 6] */
qdr_status qdr_plan_reduce_scatter(qdr_plan **out_plan, const char *algorithm,
                                   const qdr_plan_options *options,
                                   int64_t count, const int64_t *counts,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   qdr_error *error);

/* Executing: qdr_plan_execute(3). */

/* qdr_plan_info describes a plan. Its pointers live as long as the plan, or
 * until its update. */
typedef struct qdr_plan_info {
    size_t size; /* sizeof(qdr_plan_info), set by the caller */
    const char *algorithm;
    int64_t send_bytes, receive_bytes; /* min lengths of the buffers */
    int64_t send_begin, receive_begin; /* first byte's place in a vector */
    int64_t num_sends, num_receives;
    const qdr_block *sends;    /* by destination, then in the caller's order */
    const qdr_block *receives; /* by source, then in the caller's order */
    int can_start; /* 1: qdr_plan_start accepts the plan, on every rank */
    int reserved;  /* 0 */
} qdr_plan_info;

/* qdr_plan_get_info fills `out_info`. Local. */
qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error);

/* qdr_plan_execute reads `send` and writes `receive`, whose lengths in bytes
 * are in qdr_plan_info. They must not overlap, but MPI_IN_PLACE is accepted as
 * in the collective of MPI. Collective. After an error of MPI the plan returns
 * QDR_ERROR_MPI from then on. */
qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error);

/* qdr_plan_start and qdr_plan_wait are qdr_plan_execute in two parts. Between
 * them do not write `send`, nor read or write `receive`. Accepted if can_start
 * of qdr_plan_info is 1. All ranks start, or all execute. Collective. */
qdr_status qdr_plan_start(qdr_plan *plan, const void *send, void *receive,
                          qdr_error *error);
qdr_status qdr_plan_wait(qdr_plan *plan, qdr_error *error);

/* qdr_plan_free releases *plan and sets it to NULL, which it accepts, too.
 * Collective. After MPI_Finalize it frees the memory only. */
void qdr_plan_free(qdr_plan **plan);

#ifdef __cplusplus
}
#endif

#endif
