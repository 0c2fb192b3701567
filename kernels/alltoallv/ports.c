/* kernels/alltoallv/ports.c -- see ports.h. */
#include "kernels/alltoallv/ports.h"

#include <stdlib.h>

bool qdr_ports_has_one(const qdr_problem *problem)
{
    return qdr_problem_network(problem)->duplex == QDR_DUPLEX_HALF ||
           problem->mode == NULL || problem->mode->kind == QDR_SYNCHRONOUS;
}

void qdr_ports_cleanup(qdr_ports *ports)
{
    free(ports->ports);
    free(ports->free_loads);
    free(ports->others);
    free(ports->messages);
}

/* In bytes, rounded. Larger numbers have no fraction. */
static double start_up_of(const qdr_network *network)
{
    double bytes = 1e3 * network->alpha_us / network->beta_ns;

    return bytes < 0x1p52 ? (double)(int64_t)(bytes + 0.5) : bytes;
}

/* Where bytes take no time a message takes 1, so that time passes. */
static double time_of(const qdr_message *message, const qdr_network *network)
{
    return network->beta_ns > 0 ? start_up_of(network) + (double)message->bytes
                                : 1;
}

/* Gives each port the room for its messages. */
static void count_messages(qdr_ports *ports, const qdr_pattern *pattern,
                           int first_in)
{
    int64_t begin = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        if (message->src == message->dst)
            continue;
        ports->ports[message->src].end++;
        ports->ports[first_in + message->dst].end++;
    }
    for (int i = 0; i < ports->count; i++) {
        qdr_port *port = &ports->ports[i];
        int64_t num_messages = port->end;
        port->begin = port->end = begin;
        begin += num_messages;
    }
}

static void add(qdr_ports *ports, int i, int other, qdr_port_message added)
{
    int64_t m = ports->ports[i].end++;

    ports->messages[m] = added;
    ports->others[m] = other;
    ports->ports[i].load += added.time;
}

qdr_status qdr_ports_init(qdr_ports *ports, const qdr_pattern *pattern,
                          const qdr_network *network, bool has_one,
                          qdr_error *error)
{
    int first_in = has_one ? 0 : pattern->num_procs;
    size_t num_ports = (size_t)first_in + (size_t)pattern->num_procs;
    size_t num_messages = 2 * (size_t)pattern->num_messages + 1;

    *ports = (qdr_ports){
        .count = (int)num_ports,
        .ports = calloc(num_ports, sizeof *ports->ports),
        .free_loads = malloc(num_ports * sizeof *ports->free_loads),
        .others = malloc(num_messages * sizeof *ports->others),
        .messages = malloc(num_messages * sizeof *ports->messages),
    };
    if (ports->ports == NULL || ports->free_loads == NULL ||
        ports->others == NULL || ports->messages == NULL)
        return qdr_fail_memory(error, "the loads of a pattern");
    count_messages(ports, pattern, first_in);
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        const qdr_message *message = &pattern->messages[m];
        const qdr_port_message added = {time_of(message, network), m};
        int out = message->src, in = first_in + message->dst;
        if (message->src == message->dst)
            continue;
        add(ports, out, in, added);
        add(ports, in, out, added);
    }
    for (int i = 0; i < ports->count; i++)
        qdr_ports_free(ports, i);
    return QDR_OK;
}

/* Takes message m from the list of port i, for the given round. */
static void take(qdr_ports *ports, int i, int64_t m, int64_t round)
{
    qdr_port *port = &ports->ports[i];
    int64_t last = --port->end;

    port->load -= ports->messages[m].time;
    port->next_round = round + 1;
    ports->free_loads[i] = QDR_PORT_BUSY;
    ports->messages[m] = ports->messages[last];
    ports->others[m] = ports->others[last];
}

int64_t qdr_ports_start(qdr_ports *ports, int i, int64_t m)
{
    int64_t message = ports->messages[m].message, round;
    int other = ports->others[m];
    int64_t at = ports->ports[other].begin;

    while (ports->others[at] != i || ports->messages[at].message != message)
        at++;
    round = ports->ports[i].next_round > ports->ports[other].next_round
                ? ports->ports[i].next_round
                : ports->ports[other].next_round;
    take(ports, i, m, round);
    take(ports, other, at, round);
    return round;
}

void qdr_ports_free(qdr_ports *ports, int i)
{
    ports->free_loads[i] = ports->ports[i].load;
}

static bool ends_before(const qdr_started *a, const qdr_started *b)
{
    return a->end != b->end ? a->end < b->end : a->message < b->message;
}

void qdr_in_progress_push(qdr_in_progress *heap, qdr_started pushed)
{
    qdr_started *at = heap->started;
    int64_t i = heap->count++;

    for (; i > 0 && ends_before(&pushed, &at[(i - 1) / 2]); i = (i - 1) / 2)
        at[i] = at[(i - 1) / 2];
    at[i] = pushed;
}

qdr_started qdr_in_progress_pop(qdr_in_progress *heap)
{
    qdr_started *at = heap->started;
    qdr_started first = at[0], last = at[--heap->count];
    int64_t i = 0;

    for (int64_t child = 1; child < heap->count; child = 2 * i + 1) {
        if (child + 1 < heap->count && ends_before(&at[child + 1], &at[child]))
            child++;
        if (!ends_before(&at[child], &last))
            break;
        at[i] = at[child];
        i = child;
    }
    at[i] = last;
    return first;
}
