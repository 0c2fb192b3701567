/* kernels/circulant/part_rounds.c -- see part_rounds.h. */
#include "kernels/circulant/part_rounds.h"

#include "kernels/building_blocks/radix.h"
#include "kernels/building_blocks/round_model.h"
#include "kernels/circulant/circulant.h"

enum { BEST = 0 };

enum { RADIX };
const qdr_parameter qdr_part_parameters[] = {
    [RADIX] = {.name = "radix",
               .plural = "radices",
               .summary =
                   "parts grow by this factor in a round; 0: the fastest "
                   "here",
               .type = QDR_INTEGER,
               .default_value = "0",
               .min = BEST,
               .max = QDR_MAX_PROCS},
    {0}};

/* The parts of message j of a round: those of `count` ranks. */
static int count_parts(const qdr_circulant *graph, int k, int j)
{
    int left = graph->skip[k + 1] - j * graph->skip[k];

    return left < graph->skip[k] ? left : graph->skip[k];
}

static int count_messages(const qdr_circulant *graph, int k)
{
    return (graph->skip[k + 1] - 1) / graph->skip[k];
}

/* A round's time in one direction; links are shared as in its middle one. */
static double round_us(const qdr_problem *problem, const qdr_circulant *graph,
                       int k, bool combines)
{
    const qdr_network *network = qdr_problem_network(problem);
    double parts = graph->skip[k + 1] - graph->skip[k];
    int messages = count_messages(graph, k);
    const qdr_round_load load = {
        .messages = messages,
        .bytes = parts * (double)problem->vector.bytes / graph->num_procs,
        .sharing = qdr_circulant_sharing(
            network, (messages + 1) / 2 * graph->skip[k], graph->num_procs),
        .combines = combines};

    return qdr_round_us(network, &load);
}

static bool distributes(const qdr_problem *problem)
{
    return problem->collective != QDR_ALLGATHER;
}

static bool collects(const qdr_problem *problem)
{
    return problem->collective != QDR_REDUCE_SCATTER;
}

static double time_us(const qdr_problem *problem, const qdr_circulant *graph)
{
    double sum = 0;

    for (int k = 0; k < graph->num_skips; k++) {
        if (distributes(problem))
            sum += round_us(problem, graph, k, true);
        if (collects(problem))
            sum += round_us(problem, graph, k, false);
    }
    return sum;
}

/* Large radices differ little from their neighbours, but with the largest there
 * is one round. */
static int next_tried(int radix, int p)
{
    int next = radix + 1 + radix / 8;

    return radix < p && next > p ? p : next;
}

/* The graph of the algorithm's radix, or of the fastest. */
static qdr_circulant graph_of(const qdr_problem *problem)
{
    int p = problem->num_procs;
    int given = (int)qdr_values_integer(problem->values, RADIX);
    qdr_circulant fastest = qdr_circulant_of(p, given == BEST ? 2 : given);
    double fastest_us = time_us(problem, &fastest);

    for (int radix = 3; given == BEST && radix <= p;
         radix = next_tried(radix, p)) {
        qdr_circulant graph = qdr_circulant_of(p, radix);
        double us = time_us(problem, &graph);
        if (us < fastest_us) {
            fastest = graph;
            fastest_us = us;
        }
    }
    return fastest;
}

qdr_status qdr_parts_check(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_error *error)
{
    (void)kernel;
    return qdr_radix_check(qdr_values_integer(problem->values, RADIX),
                           problem->num_procs, error);
}

/* A schedule being made: the round at hand. */
typedef struct builder {
    const qdr_problem *problem;
    const qdr_circulant *graph;
    qdr_schedule_builder pieces;
    int64_t round;
    bool combines;
    qdr_error *error;
} builder;

/* Adds the parts of ranks first .. end - 1 to a message. */
static qdr_status add_parts(builder *b, qdr_transfer *message, int first,
                            int end)
{
    int64_t begin = qdr_problem_part_begin(b->problem, first);
    int64_t bytes = qdr_problem_part_begin(b->problem, end) - begin;
    qdr_status status = QDR_OK;

    if (bytes == 0)
        return QDR_OK;
    message->offset = begin;
    message->bytes = bytes;
    status = qdr_schedule_builder_add(&b->pieces, b->round, *message, b->error);
    message->joins = true;
    return status;
}

/* The `count` parts from that of rank `first` on, between it and rank `other`:
 * the first has them, or gets them combined. */
static qdr_status add_message(builder *b, int first, int other, int count)
{
    int p = b->problem->num_procs;
    int end = first + count;
    qdr_transfer message = {.src = b->combines ? other : first,
                            .dst = b->combines ? first : other,
                            .num_blocks = 1,
                            .combines = b->combines};
    qdr_status status = QDR_OK;

    if (end > p)
        status = add_parts(b, &message, 0, end - p);
    if (status == QDR_OK)
        status = add_parts(b, &message, first, end < p ? end : p);
    return status;
}

/* Message j of round k, of all ranks or of the problem's own one. */
static qdr_status add_messages(builder *b, int k, int j)
{
    const qdr_problem *problem = b->problem;
    int p = problem->num_procs, skip = j * b->graph->skip[k];
    int count = count_parts(b->graph, k, j);
    int own = problem->view.rank;
    qdr_status status = QDR_OK;

    if (problem->view.is_part) {
        status = add_message(b, own, (own - skip + p) % p, count);
        if (status == QDR_OK)
            status = add_message(b, (own + skip) % p, own, count);
        return status;
    }
    for (int first = 0; first < p && status == QDR_OK; first++)
        status = add_message(b, first, (first - skip + p) % p, count);
    return status;
}

static qdr_status add_round(builder *b, int k, bool combines)
{
    qdr_status status = QDR_OK;

    b->combines = combines;
    for (int j = 1; j <= count_messages(b->graph, k) && status == QDR_OK; j++)
        status = add_messages(b, k, j);
    b->round++;
    return status;
}

qdr_status qdr_parts_build(const qdr_problem *problem, qdr_schedule *schedule,
                           qdr_error *error)
{
    const qdr_circulant graph = graph_of(problem);
    int q = graph.num_skips;
    builder b = {.problem = problem,
                 .graph = &graph,
                 .pieces = {.forwards = true},
                 .error = error};
    qdr_status status = QDR_OK;

    for (int k = q - 1; distributes(problem) && k >= 0 && status == QDR_OK; k--)
        status = add_round(&b, k, true);
    for (int k = 0; collects(problem) && k < q && status == QDR_OK; k++)
        status = add_round(&b, k, false);
    if (problem->view.is_part)
        b.pieces.num_rounds = b.round;
    return qdr_schedule_builder_finish(&b.pieces, status, problem->num_procs,
                                       schedule, error);
}

static int64_t longest_part(const qdr_problem *problem)
{
    int64_t max = 0;

    for (int rank = 0; rank < problem->num_procs; rank++) {
        int64_t bytes = qdr_problem_part_bytes(problem, rank);
        if (bytes > max)
            max = bytes;
    }
    return max;
}

qdr_status qdr_parts_cost(const qdr_problem *problem, qdr_cost *out_cost,
                          qdr_error *error)
{
    const qdr_circulant graph = graph_of(problem);
    int64_t ways = distributes(problem) + collects(problem);
    int64_t moved = ((int64_t)problem->num_procs - 1) * longest_part(problem);

    (void)error;
    *out_cost = (qdr_cost){.beta = ways * moved};
    for (int k = 0; k < graph.num_skips && moved > 0; k++)
        out_cost->alpha += ways * count_messages(&graph, k);
    if (distributes(problem))
        out_cost->gamma = moved;
    return QDR_OK;
}

qdr_status qdr_parts_predict(const qdr_problem *problem, double *out_us,
                             qdr_error *error)
{
    const qdr_circulant graph = graph_of(problem);

    (void)error;
    *out_us = time_us(problem, &graph);
    return QDR_OK;
}
