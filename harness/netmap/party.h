/* harness/netmap/party.h -- what a rank of `netmap` does when rank 0 says so.
 */
#ifndef QUADRILLE_HARNESS_NETMAP_PARTY_H
#define QUADRILLE_HARNESS_NETMAP_PARTY_H

#include <stdbool.h>

#include "kernels/core/base/status.h"

/* What rank 0 has ranks do. */
typedef enum qdr_task_kind {
    QDR_TASK_PAIR,    /* sends to the peer, then receives, or the reverse */
    QDR_TASK_AGAIN,   /* one direction of it */
    QDR_TASK_LOADED,  /* both at the same time */
    QDR_TASK_REACH,   /* reports the nodes that it hears */
    QDR_TASK_LISTEN,  /* rank 0 is still there */
    QDR_TASK_END,     /* all is done */
    QDR_TASK_WRECKED, /* a node does not answer: MPI cannot end in order */
} qdr_task_kind;

/* A task, as it is sent. */
typedef struct qdr_netmap_task {
    int kind;     /* a qdr_task_kind */
    int peer;     /* its node */
    int is_first; /* it sends first */
    int count;    /* messages that it sends, of the long ones */
} qdr_netmap_task;

/* A task takes at most so many limits: it has two directions. */
enum { QDR_TASK_LIMITS = 2 };

/* How a task ended, as it is sent. */
typedef struct qdr_report {
    int is_done;
    /* Of what it has sent; LOADED: of what it has received. */
    double latency_us, rate_mb_s;
} qdr_report;

/* A rank, with what it knows of the others. Zero-initialise; release with
 * qdr_party_cleanup. */
typedef struct qdr_party {
    int rank, num_ranks;
    int bytes; /* of a long message */
    double limit_s;
    int num_nodes, node; /* own; -1: another rank of the node takes part */
    int *ranks;          /* of the nodes */
    char *from;          /* [bytes] */
    char *into;          /* [QDR_STREAM_WINDOW * bytes] */
    bool has_reached;    /* it has sent its pings */
} qdr_party;

/* qdr_party_init allocates the messages. */
qdr_status qdr_party_init(qdr_party *party, int bytes, double limit_s,
                          qdr_error *error);

/* qdr_party_cleanup frees them and zeroes `party`; a zeroed one is legal. */
void qdr_party_cleanup(qdr_party *party);

/* qdr_party_measure does a task of kind PAIR, AGAIN or LOADED. */
qdr_report qdr_party_measure(qdr_party *party, const qdr_netmap_task *task);

/* qdr_party_reach sends a ping to every other node and sets
 * out_heard[num_nodes] for each node that it hears before the limit. */
void qdr_party_reach(qdr_party *party, bool *out_heard);

/* qdr_party_follow, on every rank but 0, waits for tasks and does them until
 * the last. *out_is_wrecked: MPI cannot end in order. Fails if rank 0 is not
 * heard of any more. */
qdr_status qdr_party_follow(qdr_party *party, bool *out_is_wrecked,
                            qdr_error *error);

#endif
