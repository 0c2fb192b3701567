/* harness/links/link_counters.h -- what the links of a running cluster have
 * counted. For root, within the cluster's namespaces: on a node, or where its
 * first process is. */
#ifndef QUADRILLE_HARNESS_LINKS_LINK_COUNTERS_H
#define QUADRILLE_HARNESS_LINKS_LINK_COUNTERS_H

#include <stdbool.h>
#include <stdint.h>

#include "harness/links/links.h"

/* Of one node's link since the start, or between two readings. */
typedef struct qdr_link_count {
    int64_t sent_bytes, received_bytes; /* with headers */
    int64_t send_drops, receive_drops;  /* packets that found no room */
    int64_t retransmissions;            /* of the node's TCP */
} qdr_link_count;

/* What all links counted, and the processor. */
typedef struct qdr_link_counts {
    qdr_link_count nodes[QDR_LINKS_MAX_NODES];
    int64_t trunk_drops;
    int64_t softirq_ns; /* of all cores; a multiple of 10 ms */
} qdr_link_counts;

/* Where they are read. */
typedef struct qdr_link_counters {
    int num_nodes;                        /* 0: closed */
    int sockets[QDR_LINKS_MAX_NODES + 1]; /* of each node; of the switch */
    int statistics[QDR_LINKS_MAX_NODES];  /* of each node's TCP */
} qdr_link_counters;

/* qdr_link_counters_open opens the counters of the cluster in `folder`, which
 * has `num_nodes` nodes. Fails if they are not this process's to read. Release
 * with qdr_link_counters_close. */
qdr_status qdr_link_counters_open(const char *folder, int num_nodes,
                                  qdr_link_counters *out, qdr_error *error);
void qdr_link_counters_close(qdr_link_counters *counters);

/* qdr_link_counters_read reads all counters, within a millisecond or so. */
qdr_status qdr_link_counters_read(const qdr_link_counters *counters,
                                  qdr_link_counts *out, qdr_error *error);

/* qdr_link_counts_since subtracts an earlier reading. */
void qdr_link_counts_since(qdr_link_counts *counts,
                           const qdr_link_counts *earlier, int num_nodes);

#endif
