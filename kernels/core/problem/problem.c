/* kernels/core/problem/problem.c -- see problem.h. */
#include "kernels/core/problem/problem.h"

#include "kernels/core/network/network.h"

/* Every message is with its source before, and with its destination after. */
static qdr_status state_of_messages(const qdr_problem *problem, bool is_after,
                                    qdr_status (*visit)(void *,
                                                        const qdr_holding *),
                                    void *context)
{
    const qdr_pattern *pattern = problem->messages.pattern;
    qdr_status status = QDR_OK;

    for (int64_t m = 0; m < pattern->num_messages && status == QDR_OK; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src != message.dst)
            status =
                visit(context,
                      &(qdr_holding){is_after ? message.dst : message.src, m, 0,
                                     message.bytes, message.src, message.src});
    }
    return status;
}

/* How much of a vector each rank has, and whose data it is. */
static const struct {
    const char *word;
    bool has_vector;
    bool combines;
    bool repeats;
    struct {
        qdr_extent of_root, of_others;
    } before, after;
} collectives[QDR_NUM_COLLECTIVES] = {
    [QDR_ALLTOALL] = {.word = "alltoall"},
    [QDR_ALLTOALLV] = {.word = "alltoallv"},
    [QDR_BCAST] = {.word = "bcast",
                   .has_vector = true,
                   .before = {QDR_WHOLE, QDR_NOTHING},
                   .after = {QDR_WHOLE, QDR_WHOLE}},
    [QDR_SCATTER] = {.word = "scatter",
                     .has_vector = true,
                     .before = {QDR_WHOLE, QDR_NOTHING},
                     .after = {QDR_OWN_PART, QDR_OWN_PART}},
    [QDR_GATHER] = {.word = "gather",
                    .has_vector = true,
                    .before = {QDR_OWN_PART, QDR_OWN_PART},
                    .after = {QDR_WHOLE, QDR_NOTHING}},
    [QDR_ALLGATHER] = {.word = "allgather",
                       .has_vector = true,
                       .repeats = true,
                       .before = {QDR_OWN_PART, QDR_OWN_PART},
                       .after = {QDR_WHOLE, QDR_WHOLE}},
    [QDR_REDUCE] = {.word = "reduce",
                    .has_vector = true,
                    .combines = true,
                    .before = {QDR_WHOLE, QDR_WHOLE},
                    .after = {QDR_WHOLE, QDR_NOTHING}},
    [QDR_ALLREDUCE] = {.word = "allreduce",
                       .has_vector = true,
                       .combines = true,
                       .before = {QDR_WHOLE, QDR_WHOLE},
                       .after = {QDR_WHOLE, QDR_WHOLE}},
    [QDR_REDUCE_SCATTER] = {.word = "reduce_scatter",
                            .has_vector = true,
                            .combines = true,
                            .before = {QDR_WHOLE, QDR_WHOLE},
                            .after = {QDR_OWN_PART, QDR_OWN_PART}},
    [QDR_RECEIVE_VECTOR] = {.word = "receive_vector"},
};

const char *qdr_collective_string(qdr_collective collective)
{
    return collectives[collective].word;
}

bool qdr_collective_has_vector(qdr_collective collective)
{
    return collectives[collective].has_vector;
}

bool qdr_collective_combines(qdr_collective collective)
{
    return collectives[collective].combines;
}

bool qdr_collective_has_root(qdr_collective collective)
{
    return collectives[collective].before.of_root !=
               collectives[collective].before.of_others ||
           collectives[collective].after.of_root !=
               collectives[collective].after.of_others;
}

bool qdr_collective_repeats(qdr_collective collective)
{
    return collectives[collective].repeats;
}

bool qdr_problem_is_ordered(const qdr_problem *problem)
{
    return qdr_collective_has_vector(problem->collective) &&
           problem->vector.is_ordered;
}

qdr_extent qdr_problem_extent(const qdr_problem *problem, int rank,
                              bool is_after)
{
    bool is_root = rank == problem->vector.root;

    if (is_after)
        return is_root ? collectives[problem->collective].after.of_root
                       : collectives[problem->collective].after.of_others;
    return is_root ? collectives[problem->collective].before.of_root
                   : collectives[problem->collective].before.of_others;
}

int64_t qdr_even_part(int64_t count, int64_t num_parts, int64_t i)
{
    /* floor(i count / num_parts), without a product beyond 2^63. */
    return i * (count / num_parts) + i * (count % num_parts) / num_parts;
}

int64_t qdr_problem_part_begin(const qdr_problem *problem, int rank)
{
    int64_t element =
        problem->vector.element_bytes > 0 ? problem->vector.element_bytes : 1;

    if (problem->vector.part_begin != NULL)
        return problem->vector.part_begin[rank];
    return element * qdr_even_part(problem->vector.bytes / element,
                                   problem->num_procs, rank);
}

int64_t qdr_problem_part_bytes(const qdr_problem *problem, int rank)
{
    return qdr_problem_part_begin(problem, rank + 1) -
           qdr_problem_part_begin(problem, rank);
}

/* The bytes of part `j` among those of rank `r`: the combination of all ranks'
 * data, or the data of the rank that had it. */
static qdr_holding part_held(const qdr_problem *problem, int r, int j,
                             bool is_after)
{
    qdr_holding held = {.rank = r,
                        .begin = qdr_problem_part_begin(problem, j),
                        .end = qdr_problem_part_begin(problem, j + 1)};

    if (collectives[problem->collective].combines) {
        held.first_contributor = is_after ? 0 : r;
        held.last_contributor = is_after ? problem->num_procs - 1 : r;
    } else {
        bool is_the_roots =
            collectives[problem->collective].before.of_others == QDR_NOTHING;
        held.first_contributor = is_the_roots ? problem->vector.root : j;
        held.last_contributor = held.first_contributor;
    }
    return held;
}

static qdr_status
state_of_vector(const qdr_problem *problem, bool is_after,
                qdr_status (*visit)(void *, const qdr_holding *), void *context)
{
    qdr_status status = QDR_OK;

    for (int r = 0; r < problem->num_procs; r++) {
        qdr_extent extent = qdr_problem_extent(problem, r, is_after);
        int first = extent == QDR_WHOLE ? 0 : r;
        int last = extent == QDR_WHOLE ? problem->num_procs - 1 : r;
        if (extent == QDR_NOTHING)
            continue;
        for (int j = first; j <= last && status == QDR_OK; j++) {
            qdr_holding held = part_held(problem, r, j, is_after);
            if (held.begin < held.end)
                status = visit(context, &held);
        }
    }
    return status;
}

int64_t qdr_problem_num_blocks(const qdr_problem *problem)
{
    return qdr_collective_has_vector(problem->collective)
               ? 1
               : problem->messages.pattern->num_messages;
}

int64_t qdr_problem_block_bytes(const qdr_problem *problem, int64_t block)
{
    return qdr_collective_has_vector(problem->collective)
               ? problem->vector.bytes
               : problem->messages.pattern->messages[block].bytes;
}

qdr_status qdr_problem_state(const qdr_problem *problem, bool is_after,
                             qdr_status (*visit)(void *context,
                                                 const qdr_holding *holding),
                             void *context)
{
    return (qdr_collective_has_vector(problem->collective)
                ? state_of_vector
                : state_of_messages)(problem, is_after, visit, context);
}

/* The shortest and the longest part of a vector. */
static void find_parts(const qdr_problem *problem, int64_t *out_min,
                       int64_t *out_max)
{
    for (int r = 0; r < problem->num_procs; r++) {
        int64_t bytes = qdr_problem_part_bytes(problem, r);
        if (r == 0 || bytes < *out_min)
            *out_min = bytes;
        if (r == 0 || bytes > *out_max)
            *out_max = bytes;
    }
}

/* As messages from every rank that has data to every rank that needs them. */
static void count_vector(const qdr_problem *problem,
                         qdr_pattern_stats *out_stats)
{
    int root = problem->vector.root, p = problem->num_procs, others = p - 1;
    int other = root == 0 ? others : 0;
    bool from_all = qdr_problem_extent(problem, other, false) != QDR_NOTHING;
    bool to_all = qdr_problem_extent(problem, other, true) != QDR_NOTHING;
    bool in_parts = qdr_problem_extent(problem, other, false) == QDR_OWN_PART ||
                    qdr_problem_extent(problem, other, true) == QDR_OWN_PART;
    int64_t own = qdr_problem_part_bytes(problem, root);
    int64_t pairs = from_all && to_all ? (int64_t)p * others : others;
    qdr_pattern_stats made = {.num_procs = p,
                              .num_messages = pairs,
                              .min_bytes = problem->vector.bytes,
                              .max_bytes = problem->vector.bytes,
                              .max_out = to_all ? others : others > 0,
                              .max_in = from_all ? others : others > 0,
                              .max_degree = others,
                              .max_partners = others};

    if (in_parts)
        find_parts(problem, &made.min_bytes, &made.max_bytes);
    made.total_bytes =
        in_parts ? (from_all && to_all ? others * problem->vector.bytes
                                       : problem->vector.bytes - own)
                 : pairs * problem->vector.bytes;
    made.max_rank_bytes = in_parts ? problem->vector.bytes - made.min_bytes
                                   : others * problem->vector.bytes;
    made.density = (double)pairs / ((double)p * p);
    *out_stats = others > 0 ? made : (qdr_pattern_stats){.num_procs = p};
}

qdr_status qdr_problem_get_stats(const qdr_problem *problem,
                                 qdr_pattern_stats *out_stats, qdr_error *error)
{
    if (!qdr_collective_has_vector(problem->collective))
        return qdr_pattern_get_stats(problem->messages.pattern, out_stats,
                                     error);
    count_vector(problem, out_stats);
    return QDR_OK;
}

const qdr_network *qdr_problem_network(const qdr_problem *problem)
{
    return problem->network != NULL ? problem->network : &qdr_network_of_today;
}
