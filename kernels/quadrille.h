/* quadrille.h -- scheduled exchanges for MPI programs.
 *
 * Plan once, execute often, free. A plan holds this rank's part of an exchange,
 * in proportion to its own messages. Algorithms of kind `direct` and
 * `combining` have a schedule (`./quadrille list` prints all algorithms with
 * their kinds and papers). Executing a schedule allocates nothing and decides
 * nothing, with one exception: mode "persistent" makes its requests at the
 * first execution, and again when the buffers change. Algorithms of kind
 * `dynamic` decide at every execution.
 *
 * Every call returns a status, 0 on success. On failure out-parameters are
 * untouched and `error`, which may be NULL, receives one line. An out-parameter
 * must not be NULL. All planning calls are collective over `comm` and return
 * the same status on every rank. An error that only one rank detects (an
 * unknown name, a count that its peer does not expect) fails on all ranks
 * before anything is sent, with one line that names that rank: "rank 3: ...".
 * Only a rank that passes no usable communicator fails alone, and the others
 * wait for it. MPI must be initialised. Errors of MPI are returned, except
 * those of copying `comm`, which go to its error handler. One thread at a time
 * may use a plan; meanwhile others may plan, execute and free other plans.
 * Programs with several threads must initialise MPI with the thread level that
 * they need. Planning calls copy their arguments. A pointer to a plan is a
 * handle, no address: a copy of one whose plan was freed is refused, even after
 * new plans were made. The library must stay loaded until MPI_Finalize.
 *
 * `algorithm` NULL, or "auto", selects the algorithm with the shortest
 * predicted time for the collective, the ranks, the length and the network, and
 * its mode. For messages the candidates are "scattered", in mode "window:32",
 * "bruck" for many short ones and, if ranks share nodes, "node_balanced", for
 * which planning gathers all messages on every rank. A mode in the options
 * restricts the candidates to those whose prediction holds in that mode;
 * parameters are refused. Without a mode it selects the MPI library's own call
 * where the network file (see below) says that this is faster. qdr_plan_info
 * has the name of the algorithm taken.
 * Override the default in these cases: use mode "persistent" if the same
 * buffers come back and messages are long; use "gs" or "edge_colouring" where
 * receivers or links slow down when several messages reach them at once, since
 * these gather the whole pattern once and keep every rank to one send and one
 * receive at a time; "lp" is their cheap substitute for dense patterns. Without
 * a mode a named algorithm runs in its paper's mode, which waits more than
 * today's MPI libraries need.
 *
 * Cost: planning makes 12 collective calls of MPI on a few numbers for a
 * vector, and 17 for messages that go straight, with a short message for each
 * own one; algorithms that need all messages gather them on every rank. The
 * first plan of a communicator also makes the library's copy of it, and may
 * split it by node.
 * `./quadrille bench self` measures it. A program whose counts change updates
 * its plan (qdr_plan_update; alone, that sends nothing), or calls
 * qdr_exchange_blocks, which has no plan.
 *
 * Buffers: `send` and `receive` must not overlap. One array may be both only in
 * a broadcast, and by MPI_IN_PLACE: in collectives on a vector, and in plans of
 * qdr_plan_alltoallv and qdr_plan_alltoallw that were planned in place.
 *
 * Threads: no lock is held while a call waits. Two threads may execute two
 * plans of one communicator in any order. Planning calls, qdr_exchange_blocks
 * and qdr_exchange_blocks_unknown are collective calls on the communicator: one
 * at a time.
 *
 * Fortran: module `quadrille` has the same calls. docs/collectives.md shows how
 * to compile its source, quadrille.f90.
 *
 * Bytes are counted in 64 bits; longer messages than MPI can count travel in
 * pieces (but not in the MPI library's own collectives). Buffers are bytes;
 * only the collectives on a vector of elements take a datatype.
 */
#ifndef QUADRILLE_H
#define QUADRILLE_H

#include <mpi.h>
#include <stdint.h>

#include "kernels/core/error.h"
#include "kernels/core/message.h"

/* The version of this header and of the library that it belongs to. */
#define QUADRILLE_VERSION_MAJOR 0
#define QUADRILLE_VERSION_MINOR 1
#define QUADRILLE_VERSION_PATCH 0

#ifdef __cplusplus
extern "C" {
#endif

/* qdr_version returns the version of the library, "0.1.0". This and
 * qdr_algorithm_next need no MPI. */
const char *qdr_version(void);

/* qdr_algorithm_info describes an algorithm. Its pointers live for ever. */
typedef struct qdr_algorithm_info {
    const char *name;       /* as planning calls take it, "ps" */
    const char *alias;      /* the paper's name, also accepted; or NULL */
    const char *label;      /* in legends, "Pairwise (PS)" */
    const char *collective; /* "bcast" is planned by qdr_plan_bcast; "alltoall",
                               "alltoallv" and "receive_vector" by the others */
    const char *kind;       /* "direct", "combining", "dynamic" or "library" */
    const char *paper, *section; /* "ponnusamy1992", "4.2" */
    char limits[64]; /* what it needs or promises, "one_port;global" */
    char mode[32];   /* its default, "synchronous"; "" without a schedule */
    char parameters[256]; /* with their defaults, as qdr_plan_options takes
                             them, "delay_us=0;improvements=both" */
} qdr_algorithm_info;

/* qdr_algorithm_next describes the algorithm at *position, 0 for the first, in
 * the order of `./quadrille list`, and adds one to it. Returns 0 after the last
 * one, else 1. */
int qdr_algorithm_next(int *position, qdr_algorithm_info *out_info);

/* qdr_plan is one rank's part of a planned exchange. The first plan on a
 * communicator makes a copy, without its attributes, and the others share it,
 * in which each has a tag of its own: 100,000 plans may be made and freed, and
 * thousands exist at a time. Plans whose executions or updates call MPI's
 * collectives have another copy each. A plan may outlive `comm`. */
typedef struct qdr_plan qdr_plan;

/* qdr_plan_options holds the other options. Zeroed members, or NULL for the
 * struct, select the algorithm's defaults. They must be the same on every rank.
 */
typedef struct qdr_plan_options {
    /* "synchronous", "posted", "paced", "paced:B", "posted_all", "window:K",
     * "persistent", "dataflow" or "dataflow:B", each also with "+barrier", and
     * for messages with
     * "+announce" (every execution begins as if receivers did not know their
     * messages); algorithms without a schedule ignore it. B of "paced" and
     * "dataflow" is the bytes that the network carries in alpha, on the level
     * where they are fewer. */
    const char *mode;
    uint64_t seed; /* of randomised algorithms */
    const char
        *parameters; /* of the algorithm, "delay_us=10;improvements=both";
                        `./quadrille list keys` prints all. Read while planning
                        only */
    /* The network whose costs algorithms minimise, "alpha_us=1.5;beta_ns=0.1";
     * `./quadrille list network` prints all numbers, their ranges and defaults.
     * NULL: see below. Read while planning only. */
    const char *network;
    const int *nodes; /* [size of comm] the node of each rank, a number from 0;
                         NULL: see below. Read while planning only */
    /* Of qdr_plan_blocks: an identifier of each block, any number; NULL: none.
     * Where both ends of a message give them, planning compares: their blocks
     * must have the same identifiers and lengths in the same order. Ranks may
     * differ. Read while planning only. */
    const int64_t *send_ids, *receive_ids;
} qdr_plan_options;

/* Nodes: which ranks share a node; nodes may hold different numbers of ranks.
 * On a network with levels, plans are made for them: its node_ranks are
 * replaced by what the nodes say; one node has the costs inside it, and no
 * levels. On a network with topology mesh the number of a node is its
 * place, row by row. Without options.nodes, the first plan of a communicator
 * that needs to know finds out which ranks share memory; then a node with one
 * rank of `comm` has that rank's number in MPI_COMM_WORLD. On a mesh that is
 * wrong for a communicator with one rank of each node if MPI_COMM_WORLD has
 * several: give the nodes. A number below 0, or no place of the mesh, and ranks
 * with different maps are refused. */

/* Network: planning that predicts times counts with options.network; else with
 * the file that the environment variable QUADRILLE_NETWORK names, written by
 * `quadrille calibrate --network FILE`; else with round numbers, assumed, of a
 * cluster of today (switched; between nodes 1.5 us, and 10 GB/s, which the
 * ranks of a node share; inside 0.5 us, and 10 GB/s for each rank; 0.3 us of
 * either at each end). Rank 0 of the communicator reads the file, with its own
 * environment, and broadcasts the numbers. If the file cannot be read, or is
 * damaged, every rank fails with QDR_ERROR_INPUT. A process reads a file once:
 * start a new one after a change. Messages (qdr_plan_blocks,
 * qdr_plan_alltoall) are forwarded only on a network that
 * says how long senders and receivers are free.
 * qdr_plan_blocks also uses eager_bytes, and B of mode "paced".
 *
 * `quadrille calibrate --network FILE --against-library` adds lengths at which
 * the MPI library's own call is faster. They apply to the measured number of
 * ranks, to a vector with parts of one length, and to messages if every rank
 * sends to every other: then to their mean length. They are the file's, so
 * options.network replaces them by none. */

/* Replaces a number of receives: planning finds them out. */
enum { QDR_LEARN = -1 };

/* qdr_plan_blocks plans that this rank sends `sends[num_sends]` and receives
 * `receives[num_receives]`, blocks of its two buffers. The blocks of one peer
 * are one message, in their order. The receiver may cut its bytes into other
 * blocks: only the sums must be equal. If it lists equal blocks in another
 * order, it gets wrong data with status 0: identifiers in the options let
 * planning find that. Schedules join blocks for one peer while
 * they are at most the network's eager_bytes long together (4000 bytes, if not
 * known): a longer message waits for its receive. So a rank may have more sends
 * than peers, each one in the window of "window:K". Blocks of different peers
 * may come in any order. A block of no bytes is a message, too; a peer without
 * a block has no message. A message to the rank itself is in both lists. Blocks
 * that receive bytes do not overlap. With num_receives QDR_LEARN the receives
 * are found out and placed one after another in order of their sources, each
 * message in one block; qdr_plan_get_info reports the places. Algorithms marked
 * `global` or `complete` by `./quadrille list`, and schedules in modes with
 * barriers, gather the whole pattern on every rank while planning, and so does
 * NULL where it takes one on a network with levels; others need only the rank's
 * own messages, or those that pass it. [wang1993, Sec. 3;
 * ponnusamy1992, Sec. 4] */
qdr_status qdr_plan_blocks(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, MPI_Comm comm,
                           qdr_error *error);

/* qdr_plan_alltoallv plans what MPI_Alltoallv does, with its arguments: counts
 * and displacements in elements, one of each a rank. qdr_plan_alltoallw is
 * MPI_Alltoallw: a type a rank, displacements in bytes. Elements of no bytes
 * are no message. Rules:
 * - Derived types, also those with gaps, are sent and received where they are
 *   by direct algorithms. Algorithms that forward messages, and the MPI
 *   library's, pack them in memory of the plan, as they are packed in place and
 *   beyond 2^30 bytes; then a message has less than 2^31 bytes.
 * - NULL for send_counts means MPI_IN_PLACE, on every rank: the data to send
 *   are in `receive`, by the counts, displacements and types of the receives;
 *   the other arguments of the sends are ignored, as is `send` of an execution.
 * - Types are committed. They are not copied: they must live as long as the
 *   plan. All ranks must represent them alike.
 * - MPI_BOTTOM is a buffer like others if a type has gaps, or displacements are
 *   negative.
 * - qdr_plan_info then lists messages as bytes one after another, without that
 *   to the rank itself. */
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

/* qdr_plan_update gives a plan of qdr_plan_blocks other messages, which it
 * names as that call does: for programs whose counts change. Communicator,
 * algorithm, mode, parameters and network stay, those that "auto" took too; the
 * old messages are gone. On an error the plan remains as it was. Pointers of
 * qdr_plan_info are no longer valid. It refuses plans of other calls, and a
 * plan that is started. All ranks update, or none, in one of two ways.
 * - Alone, without any message: a plan of a direct algorithm that is neither
 *   `global` nor `complete`, in a mode without suffix, whose receives were
 *   given on every rank. An error is this rank's alone, and others may wait for
 *   it when they execute. Nobody compares the ranks: a message longer than its
 *   receive is an error of MPI at the receiver, a shorter one leaves the end of
 *   the block as it was, and a message without its partner hangs, as in
 *   MPI_Alltoallv. Receives are not learnt (QDR_LEARN is refused). A message in
 *   several blocks is packed. In mode "window:K" the plan can start only if K
 *   is at least the number of other ranks.
 * - Collective, for all other plans: it costs what planning does, without a
 *   communicator and without agreeing on call and network. Every rank returns
 *   the same status, but a pointer to no plan is found by this rank alone. */
qdr_status qdr_plan_update(qdr_plan *plan, int64_t num_sends,
                           const qdr_block *sends, int64_t num_receives,
                           const qdr_block *receives, qdr_error *error);

/* qdr_plan_update_alltoallv is qdr_plan_update for plans of qdr_plan_alltoallv
 * and qdr_plan_alltoallw; types may change. The arrays of types have one of
 * each a rank for the latter, and one element for the former. */
qdr_status qdr_plan_update_alltoallv(qdr_plan *plan, const int *send_counts,
                                     const int *send_displacements,
                                     const MPI_Datatype *send_types,
                                     const int *receive_counts,
                                     const int *receive_displacements,
                                     const MPI_Datatype *receive_types,
                                     qdr_error *error);

/* qdr_exchange_blocks performs an exchange without a plan, for messages that
 * change every time. Blocks are those of qdr_plan_blocks; every message goes
 * straight, in no order. Nothing is agreed on, so that each rank finds its own
 * errors alone, and lengths that differ between sender and receiver end as in
 * MPI_Alltoallv. One block a peer, in ascending order of peers and places, is
 * fastest: nothing is allocated once memory suffices, and nothing is copied.
 * The buffers must not overlap, and none is MPI_IN_PLACE. After an error, too,
 * MPI no longer writes to `receive`. Collective over `comm`, for one thread at
 * a time; the first call of the library on `comm` duplicates it. */
qdr_status qdr_exchange_blocks(const void *send, int64_t num_sends,
                               const qdr_block *sends, void *receive,
                               int64_t num_receives, const qdr_block *receives,
                               MPI_Comm comm, qdr_error *error);

/* qdr_exchange_blocks_unknown is qdr_exchange_blocks where a rank does not know
 * what it receives: no call that counts is needed before it. Messages are
 * placed one after another in `receive`, which has room for `receive_bytes`, as
 * they come: another order each time. `receives` has room for `*num_receives`
 * blocks, at most one for each rank; they are returned by source, their number
 * in
 * `*num_receives`. If there is too little room, the rest is lost and this rank
 * alone returns QDR_ERROR_INPUT. A message has up to 2^30 bytes. [Hoefler,
 * Siebert, Lumsdaine 2010] */
qdr_status qdr_exchange_blocks_unknown(const void *send, int64_t num_sends,
                                       const qdr_block *sends, void *receive,
                                       int64_t receive_bytes,
                                       int64_t *num_receives,
                                       qdr_block *receives, MPI_Comm comm,
                                       qdr_error *error);

/* qdr_plan_alltoall plans an all-to-all (complete exchange) with the layout of
 * MPI_Alltoall: block i of p blocks of `bytes` goes to rank i, block j comes
 * from rank j. [ponnusamy1992, Sec. 3] */
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
 * and any length. All six calls share these rules.
 *
 * Shape: a vector of `count` elements of `type` in all. Where ranks have parts,
 * rank j's part is counts[j] elements, one part after another in order of
 * ranks, and the parts add up to `count`. If counts is NULL, every rank has
 * floor or ceil of count / p.
 *
 * Algorithms: "scatter_mst" and "gather_mst"; the others have "..._short",
 * "..._long" and "..._hybrid". The hybrid chooses by cost, or takes its choice
 * from parameters, as in "mesh=2x3x5;strategy=SSMCC". Bcast, reduce and
 * allreduce also have "..._folded", bcast and reduce "..._postal". Algorithms
 * use rows and columns where the network's topology is mesh and the ranks
 * fill a rectangle of its rows and columns, row by row, or `comm` is Cartesian
 * with two dimensions.
 *
 * Ownership: planning copies `counts` and `options`. `type` and `op` must live
 * as long as the plan. Release the plan with qdr_plan_free.
 *
 * Collective: over `comm`. All arguments must be the same on every rank, but
 * for types: ranks may describe equal data by different types without gaps.
 * Planning compares
 *
 *   scatter, gather, allgather      the type signatures of the vector, as MPI
 *                                   defines them, and the bytes of each part:
 *                                   4 elements of MPI_INT are one of 4 MPI_INT
 *   reduce, allreduce,              the type signature of an element, that is,
 *   reduce_scatter                  MPI's own type if it has one; the count;
 *                                   the operator, if it is one of MPI's
 *
 * Operators: `op` is an operator of MPI on a type that MPI defines it for, or
 * one made by MPI_Op_create. If it does not commute, the ranks' data are
 * combined in the order of ranks, whatever the root: NULL takes an algorithm
 * that does so, and those with the limit `commutative` are refused. `op` must
 * be associative, as in MPI. MPI_REPLACE, MPI_NO_OP, and what
 * MPI_Reduce_local does not take (a type that is not committed) are refused.
 * Planning sets the error handlers of MPI_COMM_WORLD and MPI_COMM_SELF for the
 * time of one call of MPI_Reduce_local, to return its error.
 *
 * Errors: QDR_ERROR_INPUT, on every rank and before anything is sent, for an
 * algorithm of another collective, a root that is no rank, counts below 0 or of
 * another sum, a type with gaps, an `op` that is refused, or ranks that
 * disagree.
 *
 * Threads: as for every plan, one thread at a time.
 *
 * In place: a rank that has both buffers may pass MPI_IN_PLACE to
 * qdr_plan_execute under the rules of the MPI collective of that name: in a
 * scatter the root for `receive`, elsewhere a rank for `send`, whose data are
 * then in `receive`.
 */

/* qdr_plan_scatter plans a scatter (MPI_Scatterv): the root's `send` has all
 * elements, and each rank's `receive` gets its own part. Other ranks may pass
 * NULL for `send`. [barnett1994, Sec. 4.1] */
qdr_status qdr_plan_scatter(qdr_plan **out_plan, const char *algorithm,
                            const qdr_plan_options *options, int64_t count,
                            const int64_t *counts, MPI_Datatype type, int root,
                            MPI_Comm comm, qdr_error *error);

/* qdr_plan_gather plans a gather (MPI_Gatherv): each rank's `send` has its own
 * part, and the root's `receive` gets all elements. Other ranks may pass NULL
 * for `receive`. [barnett1994, Sec. 4.1] */
qdr_status qdr_plan_gather(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           const int64_t *counts, MPI_Datatype type, int root,
                           MPI_Comm comm, qdr_error *error);

/* qdr_plan_allgather plans an allgather, InterCom's collect (MPI_Allgatherv):
 * each rank's `send` has its own part, and every `receive` gets all elements.
 * [barnett1994, Sec. 4.2, 5.1, 6] */
qdr_status qdr_plan_allgather(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              const int64_t *counts, MPI_Datatype type,
                              MPI_Comm comm, qdr_error *error);

/* qdr_plan_allgather_unknown plans allgathers where only a rank itself knows
 * the length of its part, as gcol of the Paragon's NX. All parts together have
 * up to `capacity` elements. Execute it with qdr_plan_execute_unknown, which
 * also exchanges the lengths, and may be given others each time. */
qdr_status qdr_plan_allgather_unknown(qdr_plan **out_plan,
                                      const qdr_plan_options *options,
                                      int64_t capacity, MPI_Datatype type,
                                      MPI_Comm comm, qdr_error *error);

/* qdr_plan_reduce plans a reduce, InterCom's combine-to-one (MPI_Reduce): each
 * rank's `send` has a whole vector, and the root's `receive` gets them combined
 * by `op`, element by element. Other ranks may pass NULL for `receive`. Which
 * ranks are combined first depends on the algorithm. [barnett1994, Sec. 4.1,
 * 5.2, 6] */
qdr_status qdr_plan_reduce(qdr_plan **out_plan, const char *algorithm,
                           const qdr_plan_options *options, int64_t count,
                           MPI_Datatype type, MPI_Op op, int root,
                           MPI_Comm comm, qdr_error *error);

/* qdr_plan_allreduce plans an allreduce, InterCom's combine-to-all
 * (MPI_Allreduce): as qdr_plan_reduce, but every rank's `receive` gets the
 * combined vector. [barnett1994, Sec. 5.1, 5.2, 6] */
qdr_status qdr_plan_allreduce(qdr_plan **out_plan, const char *algorithm,
                              const qdr_plan_options *options, int64_t count,
                              MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                              qdr_error *error);

/* qdr_plan_reduce_scatter plans a reduce_scatter, InterCom's distributed
 * combine (MPI_Reduce_scatter): each rank's `send` has a whole vector, and its
 * `receive` gets its own part of the combined vector. In place, all elements
 * are in `receive`, and the part goes to its beginning. [barnett1994,
 * Sec. 4.2, 5.1, 6]
 */
qdr_status qdr_plan_reduce_scatter(qdr_plan **out_plan, const char *algorithm,
                                   const qdr_plan_options *options,
                                   int64_t count, const int64_t *counts,
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                   qdr_error *error);

/* qdr_plan_info describes a plan. Its pointers live as long as the plan. */
typedef struct qdr_plan_info {
    const char *algorithm;
    int64_t send_bytes, receive_bytes; /* min lengths of the buffers */
    int64_t send_begin, receive_begin; /* first byte's place in a vector */
    int64_t num_sends, num_receives;
    const qdr_block *sends;    /* by destination, then in the caller's order */
    const qdr_block *receives; /* by source, then in the caller's order */
    int can_start; /* 1: qdr_plan_start accepts the plan, on every rank; else 0
                    */
} qdr_plan_info;

/* qdr_plan_get_info fills `out_info`. Local. NULL, or a pointer to no plan, is
 * an error. */
qdr_status qdr_plan_get_info(const qdr_plan *plan, qdr_plan_info *out_info,
                             qdr_error *error);

/* qdr_plan_execute performs the exchange. Collective over the ranks of the
 * plan. It reads `send` and writes `receive`, whose lengths qdr_plan_info
 * gives; they must not overlap. The root of a broadcast sends from `send`, the
 * others receive into `receive`; the same buffer may be passed as both. It
 * refuses a pointer to no plan, NULL for a buffer that is not empty, and calls
 * after MPI_Finalize. Only this rank detects these errors and those of MPI, and
 * others may then wait for it. After an error of MPI the plan is broken: later
 * executions send nothing and return QDR_ERROR_MPI. MPI may write to `receive`
 * until the plan is freed, and read from `send` even after it. */
qdr_status qdr_plan_execute(qdr_plan *plan, const void *send, void *receive,
                            qdr_error *error);

/* qdr_plan_execute_unknown executes a plan of qdr_plan_allgather_unknown: the
 * `count` elements in `send` are this rank's part, and every rank's `receive`,
 * with room for the capacity, gets all parts in the order of ranks. The buffers
 * must not overlap. `counts`, unless it is NULL, gets the elements of each
 * rank. If the parts have more elements than the capacity, or a rank passes a
 * count below 0 or NULL or MPI_IN_PLACE for a buffer that is not empty, every
 * rank fails with QDR_ERROR_INPUT and nothing is written; the plan remains
 * good. Other errors are those of qdr_plan_execute. */
qdr_status qdr_plan_execute_unknown(qdr_plan *plan, int64_t count,
                                    const void *send, void *receive,
                                    int64_t *counts, qdr_error *error);

/* qdr_plan_start and qdr_plan_wait are qdr_plan_execute in two parts, as
 * MPI_Start and MPI_Wait of a persistent collective: qdr_plan_start starts all
 * transfers and returns, and the wait of a rank ends as soon as all ranks have
 * started and its own transfers are complete. Between the two calls do not
 * write `send` or touch `receive`; the plan refuses another execution, but
 * other plans may execute. Only schedules that can start every transfer before
 * any is complete are accepted: direct algorithms in mode "persistent", or in
 * "window:K" if no rank has more than K sends, both without suffix;
 * qdr_plan_info's can_start reports it. qdr_plan_wait fails if nothing was
 * started. All ranks start an execution, or all call qdr_plan_execute, which
 * may make the MPI library's call instead ("auto"). Other errors are those of
 * qdr_plan_execute. */
qdr_status qdr_plan_start(qdr_plan *plan, const void *send, void *receive,
                          qdr_error *error);
qdr_status qdr_plan_wait(qdr_plan *plan, qdr_error *error);

/* qdr_plan_free releases *plan and sets it to NULL. It accepts NULL, and a copy
 * of a pointer whose plan was freed. Collective; it waits for transfers in
 * progress. After MPI_Finalize it frees the memory only. */
void qdr_plan_free(qdr_plan **plan);

#ifdef __cplusplus
}
#endif

#endif
