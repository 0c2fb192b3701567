/* kernels/core/problem/problem.h -- the problem that an algorithm solves.
 *
 * A problem is the collective, its data, the values of the algorithm's
 * parameters and a seed. The data are a pattern, each of whose messages is a
 * block, or one vector, which is one block. A collective defines who has what
 * before and who must have what after; the checker knows nothing else of it.
 */
#ifndef QUADRILLE_KERNELS_CORE_PROBLEM_PROBLEM_H
#define QUADRILLE_KERNELS_CORE_PROBLEM_PROBLEM_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/network/network.h"
#include "kernels/core/network/node_map.h"
#include "kernels/core/problem/mode.h"
#include "kernels/core/problem/parameter.h"
#include "kernels/core/problem/pattern.h"

/* MPI's operations, and one that MPI lacks. */
typedef enum qdr_collective {
    QDR_ALLTOALL,       /* a block from every rank to every rank */
    QDR_ALLTOALLV,      /* the messages of any pattern */
    QDR_BCAST,          /* a vector from a root to all */
    QDR_SCATTER,        /* each rank's part of a vector, from a root */
    QDR_GATHER,         /* each rank's part to a root */
    QDR_ALLGATHER,      /* to all: the papers' collect */
    QDR_REDUCE,         /* the combination of all ranks' vectors to a root */
    QDR_ALLREDUCE,      /* to all */
    QDR_REDUCE_SCATTER, /* of each part to its rank: distributed combine */
    QDR_RECEIVE_VECTOR, /* lengths, for receivers that do not know their
                           senders: also known as the dynamic sparse data
                           exchange */
    QDR_NUM_COLLECTIVES
} qdr_collective;

/* Bytes of a receive vector's message: one length. */
enum { QDR_LENGTH_BYTES = 8 };

/* How much of a vector a rank has, or must receive. */
typedef enum qdr_extent { QDR_NOTHING, QDR_OWN_PART, QDR_WHOLE } qdr_extent;

/* What a prediction needs of a pattern, the same on every rank even if each
 * knows only its own messages; those of a rank to itself do not count. */
typedef struct qdr_traffic_summary {
    int64_t max_sends, max_receives; /* messages of a rank */
    int64_t max_sent_bytes, max_received_bytes;
    int64_t num_messages, total_bytes; /* of all ranks */
    /* With a map of nodes: max bytes that leave a node, and that enter one;
     * else 0. */
    int64_t max_node_sent_bytes, max_node_received_bytes;
} qdr_traffic_summary;

/* Algorithms that lock destinations call it for each message sent: between
 * these two times this rank held the lock of `dst`. */
typedef void qdr_trace(void *context, int dst, int64_t begin_ns,
                       int64_t end_ns);

/* The data of alltoall, alltoallv and receive_vector. */
typedef struct qdr_message_problem {
    const qdr_pattern *pattern;         /* NULL: only the summary is known */
    const qdr_traffic_summary *summary; /* NULL: that of the pattern, which is
                                           then known as a whole */
} qdr_message_problem;

/* The data of every other collective. */
typedef struct qdr_vector_problem {
    int root;              /* of a collective that has one */
    bool is_ordered;       /* the operator does not commute: ranks combine in
                              order; see delivery.h */
    int64_t bytes;         /* of all parts */
    int64_t element_bytes; /* length of an element; 0 means 1 */
    const int64_t *part_begin; /* [num_procs + 1] bytes: rank j's part is
                                  part_begin[j] .. part_begin[j + 1] - 1; NULL:
                                  in elements, about the same for all */
} qdr_vector_problem;

/* Whose part of a schedule is needed. If is_part, only what `rank` sends and
 * receives, in all rounds of the whole schedule, also those that are empty
 * here: a pattern then needs only the messages that pass `rank`, and a vector
 * is the same for every rank. Else the whole schedule. */
typedef struct qdr_view {
    bool is_part;
    int rank;
} qdr_view;

/* The input of an algorithm. The caller fills it in, and owns what it points
 * to; members that do not apply are 0. */
typedef struct qdr_problem {
    qdr_collective collective;
    int num_procs;
    /* The larger one first: if neither is initialised, all of it is 0. */
    union {
        qdr_vector_problem vector;    /* if qdr_collective_has_vector */
        qdr_message_problem messages; /* else */
    };
    qdr_view view;
    const qdr_network *network; /* for algorithms that choose by cost; NULL:
                                   qdr_network_of_today */
    const qdr_node_map *nodes;  /* NULL: not known */
    const qdr_mode *mode;       /* that it runs in; NULL: the algorithm's own */
    const qdr_values *values;   /* of the parameters; NULL: their defaults */
    uint64_t seed;    /* of randomised algorithms; never the pattern's */
    qdr_trace *trace; /* of algorithms that decide at run time, or NULL */
    void *trace_context;
} qdr_problem;

/* qdr_collective_string returns the word for a collective: "alltoallv". */
const char *qdr_collective_string(qdr_collective collective);

/* qdr_collective_has_vector returns whether the data are a vector. Copies of a
 * vector spread; a message is with one rank at a time. */
bool qdr_collective_has_vector(qdr_collective collective);

/* qdr_collective_combines returns whether ranks' vectors are combined. */
bool qdr_collective_combines(qdr_collective collective);

/* qdr_collective_has_root returns whether one rank, the root, has a different
 * role. */
bool qdr_collective_has_root(qdr_collective collective);

/* qdr_collective_repeats returns whether a message may contain data that its
 * receiver has already: the allgather (collect) for short vectors gathers them
 * in one rank, which broadcasts all of them [barnett1994, Sec. 5.1]. */
bool qdr_collective_repeats(qdr_collective collective);

/* qdr_problem_is_ordered returns whether ranks combine in order; messages do
 * not. */
bool qdr_problem_is_ordered(const qdr_problem *problem);

/* qdr_problem_extent returns the part of the vector that `rank` has before the
 * collective, or must have after it. */
qdr_extent qdr_problem_extent(const qdr_problem *problem, int rank,
                              bool is_after);

/* qdr_even_part returns where part `i` of `num_parts` of `count` things begins,
 * if each part has floor or ceil of count / num_parts: floor(i count /
 * num_parts). Any m consecutive parts also have floor or ceil of their share.
 */
int64_t qdr_even_part(int64_t count, int64_t num_parts, int64_t i);

/* qdr_problem_part_begin returns the byte of the vector at which the part of
 * `rank` begins; of num_procs, its length. */
int64_t qdr_problem_part_begin(const qdr_problem *problem, int rank);

/* qdr_problem_part_bytes returns the length of the part of `rank`, in bytes. */
int64_t qdr_problem_part_bytes(const qdr_problem *problem, int rank);

/* qdr_problem_num_blocks returns the number of a problem's blocks: its
 * messages, or 1 for a vector. qdr_problem_block_bytes returns the length of
 * one, in bytes. */
int64_t qdr_problem_num_blocks(const qdr_problem *problem);
int64_t qdr_problem_block_bytes(const qdr_problem *problem, int64_t block);

/* What a rank has, or must have: bytes begin .. end - 1 of a block, to which a
 * range of ranks contributed. */
typedef struct qdr_holding {
    int rank;
    int64_t block;
    int64_t begin, end;
    int first_contributor, last_contributor;
} qdr_holding;

/* qdr_problem_state calls `visit` for every holding before the collective, or
 * after it, until one call fails. Local copies are left out. */
qdr_status qdr_problem_state(const qdr_problem *problem, bool is_after,
                             qdr_status (*visit)(void *context,
                                                 const qdr_holding *holding),
                             void *context);

/* qdr_problem_get_stats counts the traffic; a vector counts as a message to
 * each rank but the root. */
qdr_status qdr_problem_get_stats(const qdr_problem *problem,
                                 qdr_pattern_stats *out_stats,
                                 qdr_error *error);

/* qdr_problem_network returns the network whose costs the problem's algorithms
 * minimise. */
const qdr_network *qdr_problem_network(const qdr_problem *problem);

/* qdr_traffic_summary_of sets *out_summary to the summary of a pattern, without
 * nodes. */
qdr_status qdr_traffic_summary_of(const qdr_pattern *pattern,
                                  qdr_traffic_summary *out_summary,
                                  qdr_error *error);

/* qdr_traffic_summary_complete returns the summary of a complete exchange:
 * every rank sends so many bytes in all, as many to every other rank. Ranks
 * fill the nodes of the network one after another; NULL: each is a node. */
qdr_traffic_summary qdr_traffic_summary_complete(const qdr_network *network,
                                                 int num_procs,
                                                 int64_t sent_bytes);

/* qdr_problem_summary sets *out_summary to the summary that the problem has, or
 * else to that of its pattern on its nodes. */
qdr_status qdr_problem_summary(const qdr_problem *problem,
                               qdr_traffic_summary *out_summary,
                               qdr_error *error);

#endif
