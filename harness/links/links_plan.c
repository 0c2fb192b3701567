/* harness/links/links_plan.c -- see links_plan.h.
 *
 * A queue limits what leaves an interface. So a node's sends wait at its own
 * interface, eth0, and its receives at the switch, at the other end of its
 * cable. A pair that is slow has a class of its own at the sender.
 */
#include "harness/links/links_plan.h"

/* Of packets with their headers. A bucket holds two, or what passes in a
 * quarter of a millisecond, about the time in which a timer is served. */
static long burst_bytes(double rate_mbit_s)
{
    const double packets = 2 * 1514, bytes = rate_mbit_s * 1e6 / 8 * 250e-6;

    return (long)(bytes > packets ? bytes : packets);
}

static void write_bucket(const qdr_links *links, const char *where,
                         const char *interface, double rate_mbit_s, FILE *to)
{
    fprintf(to,
            "%s tc qdisc add dev %s root handle 1: tbf rate %.0fbit burst %ld "
            "limit %d\n",
            where, interface, rate_mbit_s * 1e6, burst_bytes(rate_mbit_s),
            links->queue_bytes);
}

static void write_class(const qdr_links *links, const char *node, int class,
                        double rate_mbit_s, FILE *to)
{
    /* It borrows up to `ceil` from the whole link: rates that are guaranteed
     * could add up to more. */
    fprintf(to,
            "%s tc class add dev eth0 parent 1:1 classid 1:%x htb rate 8kbit "
            "ceil %.0fbit cburst %ld quantum 1514\n",
            node, class, rate_mbit_s * 1e6, burst_bytes(rate_mbit_s));
    fprintf(to, "%s tc qdisc add dev eth0 parent 1:%x bfifo limit %d\n", node,
            class, links->queue_bytes);
}

/* The classes of a node that has slow pairs: 10 for all other nodes, 10 + i for
 * node i. */
static void write_classes(const qdr_links *links, const char *network, int from,
                          FILE *to)
{
    const double whole = qdr_links_rate(links, from, 0);
    char node[16];

    snprintf(node, sizeof node, "n%d", from);
    fprintf(to,
            "%s tc qdisc add dev eth0 root handle 1: htb default 10\n"
            "%s tc class add dev eth0 parent 1: classid 1:1 htb rate %.0fbit "
            "burst %ld quantum 1514\n",
            node, node, whole * 1e6, burst_bytes(whole));
    write_class(links, node, 0x10, whole, to);
    for (unsigned i = 0; i < links->num_slow; i++) {
        const qdr_slow_link *slow = &links->slow[i];
        if (slow->from != from || slow->to == 0)
            continue;
        write_class(links, node, 0x10 + slow->to, slow->rate_mbit_s, to);
        fprintf(to,
                "%s tc filter add dev eth0 parent 1: protocol ip u32 match ip "
                "dst %s.%d/32 flowid 1:%x\n",
                node, network, 10 + slow->to, 0x10 + slow->to);
    }
}

static bool has_slow_pairs(const qdr_links *links, int from)
{
    for (unsigned i = 0; i < links->num_slow; i++)
        if (links->slow[i].from == from && links->slow[i].to != 0)
            return true;
    return false;
}

/* A bridge for each group, and the cable to the bridge of all. */
static void write_trunks(const qdr_links *links, FILE *to)
{
    for (int g = 1; g <= links->trunk->groups; g++) {
        char up[16], down[16];
        snprintf(up, sizeof up, "up%d", g);
        snprintf(down, sizeof down, "down%d", g);
        fprintf(to,
                "switch ip link add group%d type bridge\n"
                "switch ip link set group%d up\n"
                "switch ip link add %s type veth peer name %s\n"
                "switch ip link set %s master group%d up\n"
                "switch ip link set %s master bridge up\n",
                g, g, up, down, up, g, down);
        write_bucket(links, "switch", up, links->trunk->rate_mbit_s, to);
        write_bucket(links, "switch", down, links->trunk->rate_mbit_s, to);
    }
}

bool qdr_links_plan_write(const qdr_links *links, const char *network, FILE *to)
{
    fprintf(to, "nodes %d %d %s\n", links->nodes, links->ranks_per_node,
            qdr_congestion_string((qdr_congestion)links->congestion_control));
    if (links->trunk != NULL)
        write_trunks(links, to);
    for (int i = 1; i <= links->nodes; i++) {
        char node[16], bridge[32] = "bridge";
        snprintf(node, sizeof node, "n%d", i);
        if (links->trunk != NULL)
            snprintf(bridge, sizeof bridge, "group%d",
                     qdr_links_group(links, i));
        fprintf(to, "switch ip link set %s master %s up\n", node, bridge);
        if (links->rate_mbit_s == 0)
            continue;
        write_bucket(links, "switch", node, qdr_links_rate(links, 0, i), to);
        if (has_slow_pairs(links, i))
            write_classes(links, network, i, to);
        else
            write_bucket(links, node, "eth0", qdr_links_rate(links, i, 0), to);
    }
    return !ferror(to);
}
