/* harness/netmap/rate_table.c -- see rate_table.h. */
#include "harness/netmap/rate_table.h"

#include <math.h>
#include <stdlib.h>

#include "harness/calibrate/launch_estimate.h"

size_t qdr_pair_at(int num_nodes, int from, int to)
{
    return (size_t)from * (size_t)num_nodes + (size_t)to;
}

qdr_status qdr_rate_table_init(qdr_rate_table *table, int num_nodes,
                               qdr_error *error)
{
    const size_t count = (size_t)num_nodes * (size_t)num_nodes;
    double *numbers = malloc(4 * count * sizeof *numbers);

    if (numbers == NULL)
        return qdr_fail_memory(error, "the table of rates");
    for (size_t i = 0; i < 4 * count; i++)
        numbers[i] = NAN;
    /* One allocation, which latency_us owns. */
    *table = (qdr_rate_table){.num_nodes = num_nodes,
                              .latency_us = numbers,
                              .alone_mb_s = numbers + count,
                              .loaded_mb_s = numbers + 2 * count,
                              .again_mb_s = numbers + 3 * count};
    return QDR_OK;
}

void qdr_rate_table_cleanup(qdr_rate_table *table)
{
    free(table->latency_us);
    *table = (qdr_rate_table){0};
}

int qdr_rates_of(int num_nodes, const double *pairs, int node, qdr_pair_end end,
                 double *out_values)
{
    int count = 0;

    for (int other = 0; other < num_nodes; other++) {
        double value =
            pairs[end == QDR_SENDER ? qdr_pair_at(num_nodes, node, other)
                                    : qdr_pair_at(num_nodes, other, node)];
        if (other != node && !isnan(value))
            out_values[count++] = value;
    }
    return count;
}

double qdr_rate_median(int num_nodes, const double *pairs, int node,
                       qdr_pair_end end, double *room)
{
    int count = qdr_rates_of(num_nodes, pairs, node, end, room);

    return count == 0 ? NAN : qdr_median_of(room, count);
}
