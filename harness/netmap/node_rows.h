/* harness/netmap/node_rows.h -- what is printed of each node. Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_NODE_ROWS_H
#define QUADRILLE_HARNESS_NETMAP_NODE_ROWS_H

#include "harness/netmap/rate_table.h"

/* Medians over the partners of a node; shares are by the median polish. */
typedef struct qdr_node_row {
    double send_mb_s, send_share, receive_mb_s, receive_share;
    double loaded_send_mb_s, loaded_receive_mb_s;
    double latency_us; /* in both directions */
} qdr_node_row;

/* qdr_node_rows_make writes out_rows[num_nodes]. */
qdr_status qdr_node_rows_make(const qdr_rate_table *table,
                              qdr_node_row *out_rows, qdr_error *error);

#endif
