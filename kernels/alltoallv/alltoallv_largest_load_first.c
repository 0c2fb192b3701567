/* kernels/alltoallv/alltoallv_largest_load_first.c -- largest_load_first, for
 * messages of unequal length.
 *
 * Source:  list scheduling for an open shop [gonzalez1976; bhat1999]: ranks are
 *          its machines, messages its operations. None of the four papers.
 * Idea:    a rank has a port, or one for sends and one for receives if it can
 *          do both at once. A message occupies two ports for alpha + beta n;
 *          the load of a port is the time of its messages not yet started.
 *          Of the ports that become free the one with the largest load first
 *          starts a message to the free port with the largest load; of equal
 *          ones the longest. Its round is the first after both ports' earlier
 *          ones.
 *          Messages are not cut: pieces cost more alphas, and a message longer
 *          than every other load starts first anyway.
 * Cost:    T <= M (alpha + beta L), an upper bound, rounds in lockstep. M
 *          messages, L bytes of the longest; alpha s/message, beta s/byte.
 *          Otherwise, at most twice the largest load: while a message waits,
 *          one of its two ports is busy.
 * Needs:   nothing (any p, zero counts allowed). Flags: ONE_PORT, GLOBAL,
 *          NETWORK.  Scratch: none.
 * Example: half duplex, 0 -> 1, 0 -> 2 and 1 -> 2 of 10 bytes, 3 -> 2 of 50:
 *          loads 20, 20, 70, 50: 3 -> 2 and 0 -> 1 | 0 -> 2 | 1 -> 2.
 */
#include <stdlib.h>

#include "kernels/alltoallv/ports.h"
#include "kernels/kernel.h"

enum { PORTS };
enum { BY_NETWORK, ONE };
static const char *const numbers_of_ports[] = {"network", "one", "two", NULL};
static const qdr_parameter parameters[] = {
    [PORTS] = {.name = "ports",
               .plural = "numbers_of_ports",
               .summary =
                   "of a rank: two send and receive at once; network: as "
                   "its duplex, and one in mode synchronous",
               .type = QDR_WORD,
               .default_value = "network",
               .words = numbers_of_ports},
    {0}};

enum { NONE = -1 };

/* A port at which a message ended. */
typedef struct freed {
    double load;
    int port;
} freed;

typedef struct shop {
    qdr_ports ports;
    qdr_in_progress running;
    freed *freed; /* num_freed of them */
    int num_freed, num_procs;
    int64_t *round; /* of each message; the caller's */
    int64_t num_rounds, num_probes;
} shop;

/* Whether port i starts `a` before `b`, where their other ports have equal
 * loads. Both ends want the same message first, the one with the smallest sum
 * of ranks modulo p: so a complete exchange has few more rounds than ranks. */
static bool comes_first(const shop *s, int i, int64_t a, int64_t b)
{
    const qdr_port_message *one = &s->ports.messages[a],
                           *two = &s->ports.messages[b];
    int sum_one = (s->ports.others[a] + i) % s->num_procs;
    int sum_two = (s->ports.others[b] + i) % s->num_procs;

    if (one->time != two->time)
        return one->time > two->time;
    return sum_one != sum_two ? sum_one < sum_two : one->message < two->message;
}

/* The message that port i starts now, or NONE. */
static int64_t find(shop *s, int i)
{
    const int64_t begin = s->ports.ports[i].begin, end = s->ports.ports[i].end;
    const int *others = s->ports.others;
    const double *loads = s->ports.free_loads;
    double largest = QDR_PORT_BUSY;
    int64_t best = NONE;

    for (int64_t m = begin; m < end; m++)
        if (loads[others[m]] > largest)
            largest = loads[others[m]];
    for (int64_t m = begin; m < end && largest != QDR_PORT_BUSY; m++)
        if (loads[others[m]] == largest &&
            (best == NONE || comes_first(s, i, m, best)))
            best = m;
    s->num_probes += end - begin;
    return best;
}

/* Port i starts its message m. */
static void start(shop *s, int i, int64_t m, double now)
{
    qdr_port_message of = s->ports.messages[m];
    int other = s->ports.others[m];
    int64_t round = qdr_ports_start(&s->ports, i, m);

    s->round[of.message] = round;
    s->num_rounds += round == s->num_rounds;
    qdr_in_progress_push(&s->running,
                         (qdr_started){now + of.time, of.message, {i, other}});
}

static int by_load(const void *a, const void *b)
{
    const freed *x = a, *y = b;

    return x->load != y->load ? (x->load < y->load ? 1 : -1)
                              : (x->port < y->port ? -1 : 1);
}

/* Every freed port starts a message, if it can. */
static void start_freed(shop *s, double now)
{
    qsort(s->freed, (size_t)s->num_freed, sizeof *s->freed, by_load);
    for (int k = 0; k < s->num_freed; k++) {
        int i = s->freed[k].port;
        bool is_free = s->ports.free_loads[i] != QDR_PORT_BUSY;
        int64_t found = is_free ? find(s, i) : NONE;
        if (found != NONE)
            start(s, i, found, now);
    }
    s->num_freed = 0;
}

static void free_port(shop *s, int i)
{
    qdr_ports_free(&s->ports, i);
    s->freed[s->num_freed++] = (freed){s->ports.ports[i].load, i};
}

/* Messages start until none is left: time goes from end to end. */
static void run(shop *s)
{
    for (int i = 0; i < s->ports.count; i++)
        free_port(s, i);
    start_freed(s, 0);
    while (s->running.count > 0) {
        double now = s->running.started[0].end;
        while (s->running.count > 0 && s->running.started[0].end == now) {
            qdr_started ended = qdr_in_progress_pop(&s->running);
            free_port(s, ended.ports[0]);
            free_port(s, ended.ports[1]);
        }
        start_freed(s, now);
    }
}

static qdr_status assign(const qdr_problem *problem, int64_t *round,
                         qdr_assigned *out_assigned, qdr_error *error)
{
    shop s = {.num_procs = problem->num_procs, .round = round};
    int64_t ports = qdr_values_integer(problem->values, PORTS);
    bool has_one =
        ports == BY_NETWORK ? qdr_ports_has_one(problem) : ports == ONE;
    qdr_status status =
        qdr_ports_init(&s.ports, problem->messages.pattern,
                       qdr_problem_network(problem), has_one, error);

    s.running.started =
        malloc((size_t)s.ports.count * sizeof *s.running.started);
    s.freed = malloc((size_t)s.ports.count * sizeof *s.freed);
    if (s.running.started == NULL || s.freed == NULL)
        status = qdr_fail_memory(error, "the ports of ranks");
    for (int64_t m = 0; m < problem->messages.pattern->num_messages; m++)
        round[m] = NONE;
    if (status == QDR_OK)
        run(&s);
    *out_assigned = (qdr_assigned){s.num_rounds, s.num_probes};
    free(s.running.started);
    free(s.freed);
    qdr_ports_cleanup(&s.ports);
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
    .flags = QDR_ONE_PORT | QDR_GLOBAL | QDR_NETWORK,
    .parameters = parameters,
    .exactness = QDR_BOUND,
    .assign = assign,
    .cost = cost,
};
