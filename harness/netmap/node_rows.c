/* harness/netmap/node_rows.c -- see node_rows.h, and the table of
 * netmap_words.h. */
#include "harness/netmap/node_rows.h"

#include <math.h>
#include <stdlib.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/median_polish.h"
#include "harness/netmap/netmap_words.h"

static double latency_of(const qdr_rate_table *t, int node, double *room)
{
    int count =
        qdr_rates_of(t->num_nodes, t->latency_us, node, QDR_SENDER, room);

    count += qdr_rates_of(t->num_nodes, t->latency_us, node, QDR_RECEIVER,
                          room + count);
    return count == 0 ? NAN : qdr_median_of(room, count);
}

static qdr_node_row make_row(const qdr_rate_table *t, const qdr_polish *polish,
                             int i, double *room)
{
    const int n = t->num_nodes;

    return (qdr_node_row){
        .send_mb_s = qdr_rate_median(n, t->alone_mb_s, i, QDR_SENDER, room),
        .send_share = exp(polish->send[i]),
        .receive_mb_s =
            qdr_rate_median(n, t->alone_mb_s, i, QDR_RECEIVER, room),
        .receive_share = exp(polish->receive[i]),
        .loaded_send_mb_s =
            qdr_rate_median(n, t->loaded_mb_s, i, QDR_SENDER, room),
        .loaded_receive_mb_s =
            qdr_rate_median(n, t->loaded_mb_s, i, QDR_RECEIVER, room),
        .latency_us = latency_of(t, i, room)};
}

qdr_status qdr_node_rows_make(const qdr_rate_table *table,
                              qdr_node_row *out_rows, qdr_error *error)
{
    const int n = table->num_nodes;
    double *room = malloc(2 * (size_t)n * sizeof *room);
    qdr_polish polish = {0};
    qdr_status status =
        room == NULL ? qdr_fail_memory(error, "a table of nodes")
                     : qdr_polish_rates(&polish, n, table->alone_mb_s, error);

    for (int i = 0; i < n && status == QDR_OK; i++)
        out_rows[i] = make_row(table, &polish, i, room);
    qdr_polish_cleanup(&polish);
    free(room);
    return status;
}

qdr_status qdr_netmap_print_table(const qdr_netmap_words *words, FILE *to,
                                  qdr_error *error)
{
    const qdr_netmap_record *r = words->record;
    qdr_node_row *rows = calloc((size_t)r->num_nodes, sizeof *rows);
    qdr_status status = rows == NULL
                            ? qdr_fail_memory(error, "a table of nodes")
                            : qdr_node_rows_make(&r->table, rows, error);

    if (status == QDR_OK)
        fprintf(to,
                "\n                    alone: send        receive        under "
                "load:\n%-12s %10s %6s %10s %6s %10s %10s %8s\n",
                words->of_ranks ? "rank" : "node", "MB/s", "share", "MB/s",
                "share", "send", "receive", "us");
    for (int i = 0; i < r->num_nodes && status == QDR_OK; i++)
        fprintf(to, "%-12s %10.2f %6.2f %10.2f %6.2f %10.2f %10.2f %8.1f\n",
                r->names[i], rows[i].send_mb_s, rows[i].send_share,
                rows[i].receive_mb_s, rows[i].receive_share,
                rows[i].loaded_send_mb_s, rows[i].loaded_receive_mb_s,
                rows[i].latency_us);
    free(rows);
    return status;
}
