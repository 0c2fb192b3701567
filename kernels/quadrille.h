/* quadrille.h -- scheduled exchanges for MPI programs.
 *
 * Plan once, execute often, free: a plan holds what this rank has to do, in
 * proportion to its own messages. Of an algorithm with a schedule (kinds
 * `direct` and `combining` of `./quadrille list`, which names them and their
 * papers) executing it neither allocates nor decides anything, but that mode
 * "persistent" makes its requests at the first execution, and again when the
 * buffers change. Those of kind `dynamic` decide at every execution.
 *
 * Every call returns a status, 0 on success; on a failure out-parameters are
 * untouched, and `error`, which may be NULL, gets one line. NULL for an
 * out-parameter is refused. All planning calls are collective over `comm`, and
 * come to the same status on every rank: what one rank alone finds wrong (an
 * unknown name, a count that its peer does not expect) fails on all of them,
 * before anything is sent, with one line for all, which names that rank: "rank
 * 3: ...". Only a rank that passes no usable communicator fails alone, and the
 * others wait for it. MPI must be initialised. Errors of MPI are returned, but
 * for those of copying `comm`, which go to the error handler that it has. A
 * plan may be used by one thread at a time; with several threads, initialise
 * MPI with the thread level that they need. Planning calls copy what they are
 * given. A copy of a pointer whose plan was freed is refused, unless a new plan
 * stands there.
 *
 * `algorithm` NULL means one that does well, or about as well as any, at all
 * sizes and densities measured: "scattered" for messages, in mode "window:32"
 * unless another is asked for, "reb" for a broadcast, in "posted_all", and of
 * the other collectives those named with them below.
 * Others are for knowing more: "persistent" mode, if the same buffers come back
 * and messages are long; "gs" or "edge_colouring", which gather the whole
 * pattern once and keep every rank to one send and one receive at a time, where
 * receivers or links that get several at once slow down; "lp" as its cheap
 * substitute for dense patterns. The papers' own modes, which rows have unless
 * another is asked for, wait more than today's MPI libraries need.
 *
 * Bytes are counted in 64 bits; longer messages than MPI can count travel in
 * pieces (but not in the MPI library's own collectives). Buffers are bytes, but
 * for the collectives about a vector of elements, which have a datatype.
 */
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/error.h"
#include "kernels/core/message.h"
#include "kernels/core/network.h"

/* The version of this header, as of the library that comes with it. */
#define QUADRILLE_VERSION_MAJOR 0
#define QUADRILLE_VERSION_MINOR 1
#define QUADRILLE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* qdr_version returns that of the library, "0.1.0". This and the rows below
 * need no MPI. */
const char *qdr_version(void);

/* qdr_algorithm_info describes an algorithm. Its pointers live for ever. */
typedef struct qdr_algorithm_info {
    const char *name;       /* as planning calls take it, "ps" */
    const char *alias;      /* the paper's name, taken as well; or NULL */
    const char *label;      /* as a legend has it, "PS (pairwise)" */
    const char *collective; /* "bcast" is planned by qdr_plan_bcast; "alltoall",
                               "alltoallv" and "receive_vector" by the others */
    const char *kind;       /* "direct", "combining", "dynamic" or "library" */
    const char *paper, *section; /* "ponnusamy1992", "4.2" */
    char limits[64];      /* what it needs or promises, "one_port;global" */
    char mode[32];        /* its own, "synchronous"; "" without a schedule */
    char parameters[256]; /* with their presets, as qdr_plan_options takes them,
                             "delay_us=0;improvements=both" */
} qdr_algorithm_info;

/* qdr_algorithm_count returns how many algorithms there are; qdr_algorithm_at
 * describes the one at `index`, from 0, in the order of `./quadrille list`.
 * Refuses another index, and NULL. */
int qdr_algorithm_count(void);
qdr_status qdr_algorithm_at(int index, qdr_algorithm_info *out_info,
                            qdr_error *error);

/* qdr_plan is one rank's part of a planned exchange, on a communicator of its
 * own. */
typedef struct qdr_plan qdr_plan;

/* qdr_plan_options holds what else can be chosen; zeroed, or NULL in its place,
 * it means the algorithm's own. The same on every rank. */
typedef struct qdr_plan_options {
    const char *mode; /* "synchronous", "posted", "posted_all", "window:K" or
                         "persistent", each also with "+barrier"; algorithms
                         without a schedule ignore it */
    uint64_t seed;    /* of randomised algorithms */
    const char
        *parameters; /* of the algorithm, "delay_us=10;improvements=both";
                        `./quadrille list keys` has them all. Read while
                        planning only */
    const qdr_network *network; /* what algorithms for a vector that choose by
                                   cost choose for; NULL: a network of today.
                                   Read while planning only */
} qdr_plan_options;

/* In place of a number of receives: they are found out. */
enum { QDR_LEARN = -1 };

/* qdr_plan_alltoallv plans that this rank sends `sends[num_sends]` and receives
 * `receives[num_receives]`, blocks of its two buffers. The blocks of one peer
 * are one message, in their order, whose bytes the receiver may have cut
 * elsewhere: only their sums must be equal. Otherwise blocks stand in any
 * order. A block of no bytes is a message, too; a peer without a block has
 * none. A message to the rank itself stands in both. Blocks in which bytes
 * arrive do not overlap. With num_receives QDR_LEARN the receives are found
 * out and placed one behind another in order of their sources, each message in
 * one block; qdr_plan_get_info tells where. Algorithms marked `global` or
 * `complete` by `./quadrille list`, and schedules in modes with barriers,
 * gather the whole pattern on every rank while planning; others need only the
 * rank's own messages. [wang1993, Sec. 3; ponnusamy1992, Sec. 4] */
qdr_status qdr_plan_alltoallv(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options,
                              int64_t num_sends, const qdr_block *sends,
                              int64_t num_receives, const qdr_block *receives,
                              MPI_Comm comm, qdr_error *error);

/* qdr_plan_pattern plans the same from the whole pattern, which every rank
 * knows: `messages[num_messages]`, in any order, the same on every rank. This
 * rank's messages stand one behind another in its buffers, in order of their
 * destinations and sources (of "mpi_alltoall" as qdr_plan_alltoall has them).
 */
qdr_status qdr_plan_pattern(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options,
                            int64_t num_messages, const qdr_message *messages,
                            MPI_Comm comm, qdr_error *error);

/* qdr_plan_alltoall plans a complete exchange as MPI_Alltoall does it: block i
 * of p blocks of `bytes` goes to rank i, block j comes from rank j.
 * [ponnusamy1992, Sec. 3] */
qdr_status qdr_plan_alltoall(qdr_plan **out_plan, const char *algorithm,
                             const qdr_plan_options *options, int64_t bytes,
                             MPI_Comm comm, qdr_error *error);

/* qdr_plan_bcast plans a broadcast of `bytes` from `root` to all of `comm`,
 * which may be a group of ranks, such as a row of a mesh.
 * [ponnusamy1992, Sec. 3.6] */
qdr_status qdr_plan_bcast(qdr_plan **out_plan, const char *algorithm,
                          const qdr_plan_options *options, int64_t bytes,
                          int root, MPI_Comm comm, qdr_error *error);

/* The collectives of InterCom [barnett1994], for any number of ranks, any root
 * and any length: "scatter_mst", "gather_mst", and of the others algorithms
 * "..._short", "..._long" and "..._hybrid", of which the last chooses by cost,
 * or is told by its parameters, as in "mesh=2x3x5;strategy=SSMCC". NULL means
 * "..._hybrid", and "allreduce_folded" for an allreduce. `count` is always
 * the number of elements of the whole vector. Rank j's part is counts[j]
 * elements, one behind another, which add up to `count`; without counts, NULL,
 * every rank has floor or ceil of count / p. All but the root's buffers are the
 * same on every rank. `type` has no gaps, and `op` commutes: MPI's own, for the
 * types that MPI has it for, or one made by MPI_Op_create. Type and operator
 * live as long as the plan.
 *
 * Where ranks fill a rectangle of the network's rows and columns, row by row,
 * or `comm` is Cartesian with two dimensions, rows and columns are used.
 *
 *                            `send` holds      `receive` holds
 *   qdr_plan_scatter         root: all         its own part
 *   qdr_plan_gather          its own part      root: all
 *   qdr_plan_allgather       its own part      all
 *   qdr_plan_reduce          all               root: all
 *   qdr_plan_allreduce       all               all
 *   qdr_plan_reduce_scatter  all               its own part
 *
 * A rank that has both may pass MPI_IN_PLACE to qdr_plan_execute as MPI lets it
 * do in the collective of that name: for `send`, whose data then stand in
 * `receive` (of a reduce_scatter: all of them, and the part goes to its
 * beginning); of a scatter, for the root's `receive`. */
qdr_status qdr_plan_scatter(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options, int64_t count,
                            const int64_t *counts, MPI_Datatype type, int root,
                            MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_gather(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           const int64_t *counts, MPI_Datatype type, int root,
                           MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_allgather(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              const int64_t *counts, MPI_Datatype type,
                              MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_reduce(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           MPI_Datatype type, MPI_Op op, int root,
                           MPI_Comm comm, qdr_error *error);
qdr_status qdr_plan_allreduce(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              qdr_error *error);
qdr_status qdr_plan_reduce_scatter(qdr_plan **out_plan, const char *algorithm,
                                   const qdr_plan_options *options,
                                   int64_t count, const int64_t *counts,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   qdr_error *error);

/* qdr_plan_info describes a plan. Its pointers live as long as the plan. */
typedef struct qdr_plan_info {
    const char *algorithm;
    int64_t send_bytes, receive_bytes; /* least lengths of the buffers */
    int64_t send_begin, receive_begin; /* of a vector: the byte of it that a
                                          buffer begins with */
    int64_t num_sends, num_receives;
    const qdr_block *sends;    /* by destination, of one in their order */
    const qdr_block *receives; /* by source, of one in their order */
    int can_start; /* 1: qdr_plan_start accepts the plan, on every rank; else 0
                    */
} qdr_plan_info;

/* qdr_plan_get_info fills `out_info`. Local. Refuses what is no
 * plan, and NULL. */
qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error);

/* qdr_plan_execute performs the exchange. Collective over the ranks of the
 * plan. `send` is read and `receive` written, as long as qdr_plan_info says;
 * they do not overlap. The root of a broadcast sends from `send`, the others
 * receive into `receive`; the same buffer may be passed as both. Refuses what
 * is no plan, NULL for a buffer that is not empty, and MPI that has ended;
 * these, and MPI's own errors, are found by this rank alone, and others may
 * then wait for it. After an error of MPI the plan is broken: later executions
 * send nothing and return QDR_ERROR_MPI. MPI may write to `receive` until the
 * plan is freed, and read from `send` even after it. */
qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error);

/* qdr_plan_start and qdr_plan_wait are qdr_plan_execute in two parts, as
 * MPI_Start and MPI_Wait of a persistent collective: qdr_plan_start starts all
 * transfers and returns, and the wait of a rank ends as soon as all ranks have
 * started and its own are complete. Between the two `send` must not be written
 * and `receive` not be touched, and the plan refuses another execution; those
 * of other plans may be under way. For schedules of which nothing must be
 * awaited before all is under way: direct algorithms in mode "persistent", or
 * in "window:K" if no rank has more than K sends, both without "+barrier";
 * qdr_plan_info's can_start tells it. Refused for others, and by qdr_plan_wait
 * if nothing was started. Errors otherwise as of qdr_plan_execute. */
qdr_status qdr_plan_start(qdr_plan *plan, const void *send, void *receive,
                          qdr_error *error);
qdr_status qdr_plan_wait(qdr_plan *plan, qdr_error *error);

/* qdr_plan_free releases *plan and sets it to NULL; NULL is legal, and so is a
 * copy of a pointer whose plan was freed. Collective; what is under way is
 * waited for. After MPI_Finalize it gives back the memory, and only that. */
void qdr_plan_free(qdr_plan **plan);

#ifdef __cplusplus
}
#endif

#endif
