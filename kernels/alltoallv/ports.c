/* kernels/alltoallv/ports.c -- see ports.h. */
#include "kernels/alltoallv/ports.h"

#include <math.h>
#include <stdlib.h>

void qdr_ports_cleanup(qdr_ports *ports)
{
    free(ports->messages);
    free(ports->others);
    free(ports->begin);
    free(ports->end);
    free(ports->load);
}

/* Where bytes take no time a message takes 1, so that time passes. */
static double time_of(const qdr_message *message, const qdr_network *network)
{
    return network->beta_ns > 0
               ? round(1e3 * network->alpha_us / network->beta_ns) +
                     (double)message->bytes
               : 1;
}

static void add(qdr_ports *ports, int port, int other, qdr_port_message added)
{
    int64_t m = ports->end[port]++;

    ports->messages[m] = added;
    ports->others[m] = other;
    ports->load[port] += added.time;
}

static void drop(qdr_ports *ports, int i, int64_t m)
{
    int64_t last = --ports->end[i];

    ports->load[i] -= ports->messages[m].time;
    ports->messages[m] = ports->messages[last];
    ports->others[m] = ports->others[last];
}

qdr_port_message qdr_ports_take(qdr_ports *ports, int i, int64_t m)
{
    qdr_port_message taken = ports->messages[m];
    int other = ports->others[m];
    int64_t at = ports->begin[other];

    while (ports->others[at] != i ||
           ports->messages[at].message != taken.message)
        at++;
    drop(ports, i, m);
    drop(ports, other, at);
    return taken;
}

static void count(qdr_ports *ports, const qdr_pattern *pattern, int first_in)
{
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        if (message->src == message->dst)
            continue;
        ports->begin[message->src + 1]++;
        ports->begin[first_in + message->dst + 1]++;
    }
    for (int i = 0; i < ports->count; i++) {
        ports->begin[i + 1] += ports->begin[i];
        ports->end[i] = ports->begin[i];
    }
}

qdr_status qdr_ports_init(qdr_ports *ports, const qdr_pattern *pattern,
                          const qdr_network *network, bool is_half_duplex,
                          qdr_error *error)
{
    int first_in = is_half_duplex ? 0 : pattern->num_procs;
    size_t num_ports = (size_t)first_in + (size_t)pattern->num_procs;
    size_t num_messages = (size_t)pattern->num_messages;

    *ports = (qdr_ports){
        .count = (int)num_ports,
        .messages = malloc((2 * num_messages + 1) * sizeof *ports->messages),
        .others = malloc((2 * num_messages + 1) * sizeof *ports->others),
        .begin = calloc(num_ports + 1, sizeof *ports->begin),
        .end = calloc(num_ports, sizeof *ports->end),
        .load = calloc(num_ports, sizeof *ports->load),
    };
    if (ports->messages == NULL || ports->others == NULL ||
        ports->begin == NULL || ports->end == NULL || ports->load == NULL)
        return qdr_fail_memory(error, "the loads of a pattern");
    count(ports, pattern, first_in);
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        int out = message->src, in = first_in + message->dst;
        double time = time_of(message, network);
        if (message->src == message->dst)
            continue;
        add(ports, out, in, (qdr_port_message){time, m});
        add(ports, in, out, (qdr_port_message){time, m});
    }
    return QDR_OK;
}
