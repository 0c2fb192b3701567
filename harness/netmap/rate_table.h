/* harness/netmap/rate_table.h -- what was measured of each ordered pair of
 * nodes. Pure. */
#ifndef QUADRILLE_HARNESS_NETMAP_RATE_TABLE_H
#define QUADRILLE_HARNESS_NETMAP_RATE_TABLE_H

#include <stddef.h>

#include "kernels/core/base/status.h"

/* The numbers of the pairs, each [num_nodes * num_nodes]; NAN: not measured, as
 * the diagonal. Zero-initialise; release with qdr_rate_table_cleanup. */
typedef struct qdr_rate_table {
    int num_nodes;
    double *latency_us;  /* of 8 bytes, one way */
    double *alone_mb_s;  /* no other pair sends; 1 MB is 10^6 bytes */
    double *loaded_mb_s; /* both ways, and all pairs of a round */
    double *again_mb_s;  /* alone, the best of several times, of the pairs that
                            were measured again */
} qdr_rate_table;

/* qdr_rate_table_init makes a table in which nothing is measured. */
qdr_status qdr_rate_table_init(qdr_rate_table *table, int num_nodes,
                               qdr_error *error);

/* qdr_rate_table_cleanup frees it and zeroes `table`; a zeroed one is legal. */
void qdr_rate_table_cleanup(qdr_rate_table *table);

/* qdr_pair_at returns the place of a pair in an array of pairs. */
size_t qdr_pair_at(int num_nodes, int from, int to);

/* The two ends of a pair. */
typedef enum qdr_pair_end { QDR_SENDER, QDR_RECEIVER } qdr_pair_end;

/* qdr_rates_of writes to out_values[num_nodes] those of the pairs in which a
 * node is the sender, or the receiver, which are measured, and returns their
 * number. */
int qdr_rates_of(int num_nodes, const double *pairs, int node, qdr_pair_end end,
                 double *out_values);

/* qdr_rate_median returns the median of them; NAN: none is measured. `room` is
 * for num_nodes values. */
double qdr_rate_median(int num_nodes, const double *pairs, int node,
                       qdr_pair_end end, double *room);

#endif
