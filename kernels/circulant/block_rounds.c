/* kernels/circulant/block_rounds.c -- see block_rounds.h. */
#include "kernels/circulant/block_rounds.h"

#include "kernels/circulant/circulant.h"

enum { BEST = -1 };

enum { BLOCKS };
const qdr_parameter qdr_block_parameters[] = {
    [BLOCKS] = {.name = "num_blocks",
                .plural = "numbers_of_blocks",
                .summary = "that the vector is cut into; -1: as many as are "
                           "fastest here",
                .type = QDR_INTEGER,
                .default_value = "-1",
                .min = BEST,
                .max = 1 << 30},
    {0}};

/* The problem as blocks of whole elements, about the same for all. */
typedef struct pipeline {
    const qdr_problem *problem;
    qdr_circulant graph;
    int64_t element_bytes, num_elements; /* a vector of no bytes has one */
    int64_t num_blocks, num_rounds;
} pipeline;

/* ns a byte of a block in a round, on average over the skips. */
static double byte_ns(const pipeline *line)
{
    const qdr_network *network = qdr_problem_network(line->problem);
    int q = line->graph.num_skips;
    double sum = 0;

    for (int k = 0; k < q; k++)
        sum += qdr_circulant_sharing(network, line->graph.skip[k],
                                     line->graph.num_procs);
    return (q > 0 ? sum / q : 0) * network->beta_ns +
           (qdr_collective_combines(line->problem->collective)
                ? network->gamma_ns
                : 0);
}

static int64_t block_bytes(const pipeline *line)
{
    int64_t n = line->num_blocks;

    return line->problem->vector.bytes == 0
               ? 0
               : (line->num_elements + n - 1) / n * line->element_bytes;
}

static void set_blocks(pipeline *line, int64_t num_blocks)
{
    int q = line->graph.num_skips;

    line->num_blocks = num_blocks;
    line->num_rounds = q > 0 ? num_blocks - 1 + q : 0;
}

static double time_us(const pipeline *line)
{
    const qdr_network *network = qdr_problem_network(line->problem);
    double bytes = (double)block_bytes(line);

    return (double)line->num_rounds * (qdr_network_message_us(network, bytes) +
                                       byte_ns(line) * 1e-3 * bytes);
}

/* The largest n, up to `max`, whose square is at most `square`; at least 1. */
static int64_t whole_root(double square, int64_t max)
{
    int64_t low = 1, high = max;

    while (low < high) {
        int64_t middle = low + (high - low + 1) / 2;
        if ((double)middle * (double)middle <= square)
            low = middle;
        else
            high = middle - 1;
    }
    return low;
}

/* The largest number of blocks that a rank sends in lockstep in mode paced or
 * dataflow: shorter ones would be eager, and share the root's port. */
static int64_t max_blocks(const pipeline *line)
{
    qdr_mode mode = {.kind = QDR_PACED};
    int64_t max;

    qdr_mode_pace(&mode, qdr_problem_network(line->problem));
    max = line->problem->vector.bytes / mode.paced_bytes;
    if (max > line->num_elements)
        max = line->num_elements;
    return max > 1 ? max : 1;
}

/* The fastest number of blocks, a whole one next to that of the header's
 * formula. */
static int64_t best_blocks(const pipeline *line)
{
    double alpha_us = qdr_problem_network(line->problem)->alpha_us;
    int q = line->graph.num_skips;
    double square = (q > 0 ? q - 1 : 0) * byte_ns(line) * 1e-3 *
                    (double)line->problem->vector.bytes / alpha_us;
    pipeline below = *line, above = *line;
    int64_t max = max_blocks(line);

    set_blocks(&below, whole_root(square, max));
    set_blocks(&above, below.num_blocks < max ? below.num_blocks + 1 : max);
    return time_us(&above) < time_us(&below) ? above.num_blocks
                                             : below.num_blocks;
}

static pipeline pipeline_of(const qdr_problem *problem)
{
    pipeline line = {.problem = problem,
                     .graph = qdr_circulant_of(problem->num_procs, 2),
                     .element_bytes = problem->vector.element_bytes > 0
                                          ? problem->vector.element_bytes
                                          : 1};
    int64_t given = qdr_values_integer(problem->values, BLOCKS);

    line.num_elements = problem->vector.bytes / line.element_bytes;
    if (line.num_elements == 0)
        line.num_elements = 1;
    set_blocks(&line, given == BEST ? best_blocks(&line) : given);
    return line;
}

qdr_status qdr_blocks_check(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_error *error)
{
    const pipeline line = pipeline_of(problem);

    (void)kernel;
    if (line.num_blocks < 1 || line.num_blocks > line.num_elements)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "num_blocks: %lld of %lld elements; accepted: -1, 1 to "
                        "%lld",
                        (long long)line.num_blocks,
                        (long long)line.num_elements,
                        (long long)line.num_elements);
    return QDR_OK;
}

/* Block `block` from one rank to another in a round of the broadcast; a reduce
 * runs backwards. */
static qdr_status add(const pipeline *line, qdr_schedule_builder *builder,
                      int64_t round, int src, int dst, int64_t block,
                      qdr_error *error)
{
    const qdr_problem *problem = line->problem;
    bool combines = qdr_collective_combines(problem->collective);
    int64_t begin = qdr_even_part(line->num_elements, line->num_blocks, block) *
                    line->element_bytes;
    int64_t end =
        qdr_even_part(line->num_elements, line->num_blocks, block + 1) *
        line->element_bytes;

    if (problem->view.is_part && problem->view.rank != src &&
        problem->view.rank != dst)
        return QDR_OK;
    return qdr_schedule_builder_add(
        builder, combines ? line->num_rounds - 1 - round : round,
        (qdr_transfer){.src = combines ? dst : src,
                       .dst = combines ? src : dst,
                       .offset = problem->vector.bytes == 0 ? 0 : begin,
                       .bytes = problem->vector.bytes == 0 ? 0 : end - begin,
                       .num_blocks = 1,
                       .combines = combines},
        error);
}

/* The receives of the rank at `place` from the root. The rounds are counted so
 * that the last ones are a full turn of q: the first turn is short by the
 * rounds that would carry nothing. Numbers from the last block on all mean the
 * last one, which a rank receives once. */
static qdr_status add_receives(const pipeline *line,
                               qdr_schedule_builder *builder, int place,
                               qdr_error *error)
{
    int p = line->graph.num_procs, q = line->graph.num_skips;
    int64_t idle = (q - line->num_rounds % q) % q;
    int64_t last = line->num_blocks - 1;
    int blocks[QDR_MAX_SKIPS];
    bool has_last = false;
    qdr_status status = QDR_OK;

    qdr_circulant_blocks(&line->graph, place, blocks);
    for (int64_t round = 0; round < line->num_rounds && status == QDR_OK;
         round++) {
        int64_t turn = (round + idle) / q;
        int k = (int)((round + idle) % q);
        int64_t block = blocks[k] + turn * q - idle;
        int from = (place - line->graph.skip[k] + p) % p;
        if (block < 0 || (block >= last && has_last))
            continue;
        has_last = has_last || block >= last;
        status =
            add(line, builder, round, (line->problem->vector.root + from) % p,
                (line->problem->vector.root + place) % p,
                block < last ? block : last, error);
    }
    return status;
}

/* The places whose receives the problem needs: all but the root, or the rank's
 * own and those that it sends to. */
static qdr_status add_all(const pipeline *line, qdr_schedule_builder *builder,
                          qdr_error *error)
{
    const qdr_problem *problem = line->problem;
    int p = problem->num_procs, q = line->graph.num_skips;
    int own = problem->view.is_part
                  ? (problem->view.rank - problem->vector.root + p) % p
                  : 0;
    qdr_status status = QDR_OK;

    if (own != 0)
        status = add_receives(line, builder, own, error);
    for (int i = 0; i < (problem->view.is_part ? q : p - 1) && status == QDR_OK;
         i++) {
        int place =
            problem->view.is_part ? (own + line->graph.skip[i]) % p : i + 1;
        if (place != 0)
            status = add_receives(line, builder, place, error);
    }
    return status;
}

qdr_status qdr_blocks_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    const pipeline line = pipeline_of(problem);
    qdr_schedule_builder builder = {
        .num_rounds = problem->view.is_part ? line.num_rounds : 0,
        .forwards = true};
    qdr_status status = add_all(&line, &builder, error);

    return qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                       schedule, error);
}

qdr_status qdr_blocks_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error)
{
    const pipeline line = pipeline_of(problem);

    (void)error;
    *out_cost =
        (qdr_cost){line.num_rounds, line.num_rounds * block_bytes(&line), 0};
    if (qdr_collective_combines(problem->collective))
        out_cost->gamma = out_cost->beta;
    return QDR_OK;
}

qdr_status qdr_blocks_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    const pipeline line = pipeline_of(problem);

    (void)error;
    *out_us = time_us(&line);
    return QDR_OK;
}
