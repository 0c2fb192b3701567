/* harness/netmap/netmap_files.c -- see netmap_files.h. */
#include "harness/netmap/netmap_files.h"

#include <math.h>
#include <stdlib.h>

#include "harness/netmap/node_rows.h"

static void write_number(double number, FILE *to)
{
    fputc(',', to);
    if (!isnan(number))
        fprintf(to, "%.6g", number);
}

void qdr_netmap_write_pairs(const qdr_netmap_record *record, FILE *to)
{
    const qdr_rate_table *t = &record->table;
    const int n = record->num_nodes;

    fprintf(to, "from,to,latency_us,alone_mb_s,loaded_mb_s\n");
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            size_t at = qdr_pair_at(n, i, j);
            if (i == j)
                continue;
            fprintf(to, "%s,%s", record->names[i], record->names[j]);
            write_number(t->latency_us[at], to);
            write_number(t->alone_mb_s[at], to);
            write_number(t->loaded_mb_s[at], to);
            fputc('\n', to);
        }
}

qdr_status qdr_netmap_write_nodes(const qdr_netmap_record *record, FILE *to,
                                  qdr_error *error)
{
    const int n = record->num_nodes;
    qdr_node_row *rows = calloc((size_t)n, sizeof *rows);
    qdr_status status = rows == NULL
                            ? qdr_fail_memory(error, "a table of nodes")
                            : qdr_node_rows_make(&record->table, rows, error);

    fprintf(to, "node,send_mb_s,send_share,receive_mb_s,receive_share,"
                "loaded_send_mb_s,loaded_receive_mb_s,latency_us\n");
    for (int i = 0; i < n && status == QDR_OK; i++) {
        fputs(record->names[i], to);
        write_number(rows[i].send_mb_s, to);
        write_number(rows[i].send_share, to);
        write_number(rows[i].receive_mb_s, to);
        write_number(rows[i].receive_share, to);
        write_number(rows[i].loaded_send_mb_s, to);
        write_number(rows[i].loaded_receive_mb_s, to);
        write_number(rows[i].latency_us, to);
        fputc('\n', to);
    }
    free(rows);
    return status;
}

/* mpiGraph's MB is 2^20 bytes. The diagonal is 0. */
static double mpigraph_rate(const qdr_netmap_record *r, int from, int to)
{
    double rate = r->table.loaded_mb_s[qdr_pair_at(r->num_nodes, from, to)] *
                  1e6 / (1 << 20);

    return isnan(rate) ? 0 : rate;
}

/* The fastest rate, and that of the mean time. */
static void write_summary(const qdr_netmap_record *r, const char *word,
                          FILE *to)
{
    double max = 0, sum = 0;
    int count = 0;

    for (int i = 0; i < r->num_nodes; i++)
        for (int j = 0; j < r->num_nodes; j++) {
            double rate = mpigraph_rate(r, i, j);
            if (rate == 0)
                continue;
            max = fmax(max, rate);
            sum += 1 / rate;
            count++;
        }
    fprintf(to, "\n%s max\t%f\n%s avg\t%f\n", word, max, word,
            count == 0 ? 0 : count / sum);
}

/* Row i, column k: from i to k; in the table of receives, from k to i. */
static void write_rates(const qdr_netmap_record *r, qdr_pair_end end, FILE *to)
{
    const char *word = end == QDR_SENDER ? "Send" : "Recv";

    write_summary(r, word, to);
    fprintf(to, "\n%s\t", word);
    for (int k = 0; k < r->num_nodes; k++)
        fprintf(to, "%s:%d\t", r->names[k], k);
    fputc('\n', to);
    for (int i = 0; i < r->num_nodes; i++) {
        fprintf(to, "%s:%d %s\t", r->names[i], i,
                end == QDR_SENDER ? "to" : "from");
        for (int k = 0; k < r->num_nodes; k++)
            fprintf(to, "%.3f\t",
                    end == QDR_SENDER ? mpigraph_rate(r, i, k)
                                      : mpigraph_rate(r, k, i));
        fputc('\n', to);
    }
}

void qdr_netmap_write_mpigraph(const qdr_netmap_record *record, int bytes,
                               FILE *to)
{
    fprintf(to,
            "START mpiGraph v1.5\nMsgSize\t%d\nTimes\t1\nWindow\t1\nProcs\t%d"
            "\n\n",
            bytes, record->num_nodes);
    write_rates(record, QDR_SENDER, to);
    write_rates(record, QDR_RECEIVER, to);
    fprintf(to, "END mpiGraph\n");
}
