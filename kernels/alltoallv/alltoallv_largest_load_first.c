/* kernels/alltoallv/alltoallv_largest_load_first.c -- largest_load_first, for
 * messages of unequal length.
 *
 * Source:  list scheduling for an open shop [gonzalez1976; bhat1999]: ranks are
 *          its machines, messages its operations. None of the four papers.
 * Idea:    a rank has a port, or one for sends and one for receives if it can
 *          do both at once. A message occupies two ports for alpha + beta n;
 *          the load of a port is the time of the messages that it has not
 *          started. Whenever ports become free, the one with the largest load
 *          first starts the message to the free port with the largest load;
 *          of equal ones the longest. The order of a port's starts is its
 *          order of rounds: a message is in the first round after all earlier
 *          ones of both its ports.
 *          Messages are not cut. One that is longer than every other load is
 *          started first, and its port is never idle; pieces of shorter ones
 *          would each cost another alpha.
 * Cost:    T <= M (alpha + beta L), an upper bound for rounds in step: each has
 *          a message. M messages, L bytes of the longest; alpha s/message,
 *          beta s/byte. Not in step, T is at most twice the largest load: while
 *          a message waits, one of its ports is busy.
 * Needs:   nothing (any p, zero counts allowed). Flags: ONE_PORT, GLOBAL,
 *          NETWORK.  Scratch: none.
 * Example: half duplex, 0 -> 1, 0 -> 2 and 1 -> 2 of 10 bytes, 3 -> 2 of 50:
 *          loads 20, 20, 70, 50: 3 -> 2 and 0 -> 1 | 0 -> 2 | 1 -> 2.
 */
#include <stdlib.h>

#include "kernels/alltoallv/in_progress.h"
#include "kernels/alltoallv/ports.h"
#include "kernels/building_blocks/direct_model.h"
#include "kernels/core/network_mesh.h"
#include "kernels/kernel.h"

enum { DUPLEX };
enum { BY_NETWORK, HALF };
static const char *const duplexes[] = {"network", "half", "full", NULL};
static const qdr_parameter parameters[] = {
    [DUPLEX] = {.name = "duplex",
                .plural = "duplexes",
                .summary =
                    "full: a rank sends and receives at once; network: as "
                    "it does, and half in mode synchronous",
                .type = QDR_WORD,
                .default_value = "network",
                .words = duplexes},
    {0}};

enum { NONE = -1 };

/* A port at which a message ended. */
typedef struct freed {
    double load;
    int port;
} freed;

typedef struct shop {
    qdr_ports ports; /* of the messages that are not started */
    int num_procs;
    int64_t *next_round; /* [ports] */
    bool *is_busy;       /* [ports] */
    freed *freed;        /* [ports], num_freed of them */
    int num_freed;
    qdr_in_progress running;
    int64_t *round; /* of each message; the caller's */
    int64_t num_rounds, num_probes;
} shop;

static void cleanup(shop *s)
{
    qdr_ports_cleanup(&s->ports);
    free(s->next_round);
    free(s->is_busy);
    free(s->freed);
    free(s->running.started);
}

/* All messages are to start, and all ports are free. Call cleanup even if it
 * fails. */
static qdr_status init(shop *s, const qdr_problem *problem, bool is_half,
                       int64_t *round, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;
    size_t num_ports;
    qdr_status status = qdr_ports_init(
        &s->ports, pattern, qdr_problem_network(problem), is_half, error);

    if (status != QDR_OK)
        return status;
    num_ports = (size_t)s->ports.count;
    s->num_procs = problem->num_procs;
    s->round = round;
    s->next_round = calloc(num_ports, sizeof *s->next_round);
    s->is_busy = calloc(num_ports, sizeof *s->is_busy);
    s->freed = calloc(num_ports, sizeof *s->freed);
    s->running.started = malloc(num_ports * sizeof *s->running.started);
    if (s->next_round == NULL || s->is_busy == NULL || s->freed == NULL ||
        s->running.started == NULL)
        return qdr_fail_memory(error, "the ports of ranks");
    for (int64_t m = 0; m < pattern->num_messages; m++)
        round[m] = NONE;
    for (int i = 0; i < s->ports.count; i++)
        s->freed[s->num_freed++].port = i;
    return QDR_OK;
}

/* Whether port i starts `a` before `b`. Where loads are equal, ranks meet in
 * the order of the sum of their numbers, modulo p: both ends then want the same
 * message first, and a complete exchange needs few more rounds than ranks. */
static bool comes_first(const shop *s, int i, int64_t a, int64_t b)
{
    const qdr_port_message *one = &s->ports.messages[a],
                           *two = &s->ports.messages[b];
    int to_one = s->ports.others[a], to_two = s->ports.others[b];
    int sum_one = (to_one + i) % s->num_procs;
    int sum_two = (to_two + i) % s->num_procs;

    if (s->ports.load[to_one] != s->ports.load[to_two])
        return s->ports.load[to_one] > s->ports.load[to_two];
    if (one->time != two->time)
        return one->time > two->time;
    return sum_one != sum_two ? sum_one < sum_two : one->message < two->message;
}

/* The message that port i starts now, or NONE. */
static int64_t find(shop *s, int i)
{
    const qdr_ports *ports = &s->ports;
    int64_t best = NONE;

    for (int64_t m = ports->begin[i]; m < ports->end[i]; m++)
        if (!s->is_busy[ports->others[m]] &&
            (best == NONE || comes_first(s, i, m, best)))
            best = m;
    s->num_probes += ports->end[i] - ports->begin[i];
    return best;
}

/* Port i starts its message m. */
static void start(shop *s, int i, int64_t m, double now)
{
    const int ends[] = {i, s->ports.others[m]};
    qdr_port_message started = qdr_ports_take(&s->ports, i, m);
    int64_t *next = s->next_round;
    int64_t round =
        next[ends[0]] > next[ends[1]] ? next[ends[0]] : next[ends[1]];

    s->round[started.message] = round;
    for (int k = 0; k < 2; k++) {
        s->is_busy[ends[k]] = true;
        next[ends[k]] = round + 1;
    }
    if (round >= s->num_rounds)
        s->num_rounds = round + 1;
    qdr_in_progress_push(
        &s->running,
        (qdr_started){now + started.time, started.message, {ends[0], ends[1]}});
}

static int by_load(const void *a, const void *b)
{
    const freed *x = a, *y = b;

    if (x->load != y->load)
        return x->load < y->load ? 1 : -1;
    return x->port < y->port ? -1 : 1;
}

/* Every freed port starts a message, if it can. */
static void start_freed(shop *s, double now)
{
    for (int k = 0; k < s->num_freed; k++)
        s->freed[k].load = s->ports.load[s->freed[k].port];
    qsort(s->freed, (size_t)s->num_freed, sizeof *s->freed, by_load);
    for (int k = 0; k < s->num_freed; k++) {
        int i = s->freed[k].port;
        int64_t found = s->is_busy[i] ? NONE : find(s, i);
        if (found != NONE)
            start(s, i, found, now);
    }
    s->num_freed = 0;
}

/* Takes out the messages that end next, and frees their ports. */
static double end_first(shop *s)
{
    double now = s->running.started[0].end;

    while (s->running.count > 0 && s->running.started[0].end == now) {
        qdr_started ended = qdr_in_progress_pop(&s->running);
        for (int k = 0; k < 2; k++) {
            s->is_busy[ended.ports[k]] = false;
            s->freed[s->num_freed++].port = ended.ports[k];
        }
    }
    return now;
}

/* In mode synchronous a rank sends or receives, on any network. */
static bool is_half(const qdr_problem *problem)
{
    int64_t duplex = qdr_values_integer(problem->values, DUPLEX);

    if (duplex != BY_NETWORK)
        return duplex == HALF;
    return qdr_problem_network(problem)->duplex == QDR_DUPLEX_HALF ||
           problem->mode == NULL || problem->mode->kind == QDR_SYNCHRONOUS;
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    shop s = {.num_procs = 0};
    qdr_status status = init(&s, problem, is_half(problem), round, error);

    if (status == QDR_OK) {
        start_freed(&s, 0);
        while (s.running.count > 0)
            start_freed(&s, end_first(&s));
        *out_assigned = (qdr_assigned){s.num_rounds, s.num_probes};
    }
    cleanup(&s);
    return status;
}

static qdr_cost cost(const qdr_pattern_stats *stats)
{
    return (qdr_cost){stats->num_messages,
                      stats->num_messages * stats->max_bytes, 0};
}

const qdr_kernel qdr_alltoallv_largest_load_first = {
    .name = "largest_load_first",
    .label = "Largest load first",
    .collective = QDR_ALLTOALLV,
    .kind = QDR_DIRECT,
    .paper = "none",
    .section = "-",
    .flags = QDR_ONE_PORT | QDR_GLOBAL | QDR_NETWORK,
    .parameters = parameters,
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
    .predict = qdr_direct_predict,
};
