/* kernels/building_blocks/route_model.c -- see route_model.h. */
#include "kernels/building_blocks/route_model.h"

#include "kernels/building_blocks/direct_model.h"
#include "kernels/building_blocks/radix.h"
#include "kernels/core/base/min_max.h"
#include "kernels/core/network/network.h"

/* A complete exchange of equal messages: every rank has the same at all times.
 */
static bool is_even(const qdr_traffic_summary *summary, int num_procs)
{
    double p = num_procs;

    return (double)summary->num_messages >= p * (p - 1) &&
           (double)qdr_max(summary->max_sent_bytes,
                           summary->max_received_bytes) *
                   p <=
               (double)summary->total_bytes;
}

/* Of all that the busiest rank sends or receives, a round carries the share
 * that it carries of a complete exchange. In other patterns more may meet in a
 * rank on the way: `uneven`, from simulated random ones. What a rank carries is
 * packed and unpacked, which costs at most as much as combining. */
static const double uneven = 1.25;

/* The share of a round's messages that leave their node, on nodes of so many
 * neighbours: of those z units further, all but the ones that stay. */
static double leaving(const qdr_route *route, int round, int node_ranks)
{
    const int64_t unit = route->units[round + 1], p = route->num_procs;
    const int fan = qdr_route_fan(route, round);
    int64_t leave = 0;

    for (int z = 1; z <= fan; z++)
        leave += qdr_min(qdr_min(z * unit, p - z * unit), node_ranks);
    return (double)leave / ((double)fan * node_ranks);
}

/* What leaves a node in a round: the mean of all ranks, as forwarding mixes
 * their messages. */
static int64_t node_bytes(const qdr_network *network,
                          const qdr_traffic_summary *summary,
                          const qdr_route *route, int round)
{
    const int p = route->num_procs;
    const int ranks = (int)qdr_min(network->node_ranks, p);

    if (!qdr_network_has_levels(network) || ranks < 1)
        return 0;
    return (int64_t)((double)summary->total_bytes / p *
                     qdr_route_count(route, round) / (p - 1) * ranks *
                     leaving(route, round, ranks));
}

static double round_us(const qdr_network *network,
                       const qdr_traffic_summary *summary,
                       const qdr_route *route, int round)
{
    int p = route->num_procs;
    double busiest =
        (double)qdr_max(summary->max_sent_bytes, summary->max_received_bytes);
    double share = (double)qdr_route_count(route, round) / (p - 1);
    double bytes = busiest * share * (is_even(summary, p) ? 1 : uneven);
    /* 2^63 has no integer. */
    int64_t whole = (int64_t)(bytes < 1e18 ? bytes : 1e18);
    int64_t fan = qdr_min(qdr_route_fan(route, round),
                          qdr_max(summary->max_sends, summary->max_receives));
    const int64_t of_node = node_bytes(network, summary, route, round);
    const qdr_traffic_summary carried = {.max_sends = fan,
                                         .max_receives = fan,
                                         .max_sent_bytes = whole,
                                         .max_received_bytes = whole,
                                         .max_node_sent_bytes = of_node,
                                         .max_node_received_bytes = of_node,
                                         .num_messages = fan * p};

    return qdr_direct_us(network, &carried, p) +
           2 * bytes * network->gamma_ns * 1e-3;
}

double qdr_route_us(const qdr_network *network,
                    const qdr_traffic_summary *summary, const qdr_route *route)
{
    double sum = 0;

    for (int k = 0; k < route->num_rounds; k++)
        sum += round_us(network, summary, route, k);
    return sum;
}

qdr_route qdr_route_fastest(const qdr_network *network, int num_procs,
                            const qdr_traffic_summary *summary)
{
    qdr_route fastest = qdr_route_of(num_procs, qdr_max_radix(num_procs));
    double fastest_us = qdr_route_us(network, summary, &fastest);

    for (int radix = 2; radix < num_procs; radix += 1 + radix / 16) {
        qdr_route route = qdr_route_of(num_procs, radix);
        double us = qdr_route_us(network, summary, &route);
        if (us < fastest_us * (1 - 1e-9)) {
            fastest = route;
            fastest_us = us;
        }
    }
    return fastest;
}
