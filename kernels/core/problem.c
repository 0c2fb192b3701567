/* kernels/core/problem.c -- see problem.h. */
#include "kernels/core/problem.h"

/* Calls for every holding, of one kind of collective. */
typedef qdr_status state_of(const qdr_problem *problem, bool is_after,
                            qdr_status (*visit)(void *, const qdr_holding *),
                            void *context);

/* Every message is with its source before, and with its destination after. */
static qdr_status state_of_messages(const qdr_problem *problem, bool is_after,
                                    qdr_status (*visit)(void *,
                                                        const qdr_holding *),
                                    void *context)
{
    const qdr_pattern *pattern = problem->pattern;
    qdr_status status = QDR_OK;

    for (int64_t m = 0; m < pattern->num_messages && status == QDR_OK; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src != message.dst)
            status = visit(context,
                           &(qdr_holding){is_after ? message.dst : message.src,
                                          m, message.src, message.src});
    }
    return status;
}

/* The root has the vector before, and everybody after. */
static qdr_status
state_of_vector(const qdr_problem *problem, bool is_after,
                qdr_status (*visit)(void *, const qdr_holding *), void *context)
{
    qdr_status status = QDR_OK;

    for (int r = 0; r < problem->num_procs && status == QDR_OK; r++)
        if (is_after || r == problem->root)
            status = visit(context,
                           &(qdr_holding){r, 0, problem->root, problem->root});
    return status;
}

/* Everybody has a vector before; the root, or all, have their combination
 * after. */
static qdr_status state_of_sum(const qdr_problem *problem, bool is_after,
                               qdr_status (*visit)(void *, const qdr_holding *),
                               void *context)
{
    int last = problem->num_procs - 1;
    qdr_status status = QDR_OK;

    for (int r = 0; r <= last && status == QDR_OK; r++)
        if (!is_after)
            status = visit(context, &(qdr_holding){r, 0, r, r});
        else if (problem->collective == QDR_ALLREDUCE || r == problem->root)
            status = visit(context, &(qdr_holding){r, 0, 0, last});
    return status;
}

static const struct {
    const char *name;
    bool has_vector;
    state_of *state;
} collectives[QDR_NUM_COLLECTIVES] = {
    [QDR_ALLTOALL] = {"alltoall", false, state_of_messages},
    [QDR_ALLTOALLV] = {"alltoallv", false, state_of_messages},
    [QDR_BCAST] = {"bcast", true, state_of_vector},
    [QDR_REDUCE] = {"reduce", true, state_of_sum},
    [QDR_ALLREDUCE] = {"allreduce", true, state_of_sum},
    [QDR_RECEIVE_VECTOR] = {"receive_vector", false, state_of_messages},
};

const char *qdr_collective_string(qdr_collective collective)
{
    return collectives[collective].name;
}

bool qdr_collective_has_vector(qdr_collective collective)
{
    return collectives[collective].has_vector;
}

int64_t qdr_problem_num_blocks(const qdr_problem *problem)
{
    return problem->pattern == NULL ? 1 : problem->pattern->num_messages;
}

int64_t qdr_problem_block_bytes(const qdr_problem *problem, int64_t block)
{
    return problem->pattern == NULL ? problem->bytes
                                    : problem->pattern->messages[block].bytes;
}

qdr_status qdr_problem_state(const qdr_problem *problem, bool is_after,
                             qdr_status (*visit)(void *context,
                                                 const qdr_holding *holding),
                             void *context)
{
    return collectives[problem->collective].state(problem, is_after, visit,
                                                  context);
}

qdr_status qdr_problem_get_stats(const qdr_problem *problem,
                                 qdr_pattern_stats *out_stats, qdr_error *error)
{
    int others = problem->num_procs - 1;

    if (problem->pattern != NULL)
        return qdr_pattern_get_stats(problem->pattern, out_stats, error);
    *out_stats = (qdr_pattern_stats){
        .num_procs = problem->num_procs,
        .num_messages = others,
        .total_bytes = others * problem->bytes,
        .min_bytes = others > 0 ? problem->bytes : 0,
        .max_bytes = others > 0 ? problem->bytes : 0,
        .max_rank_bytes = others * problem->bytes,
        .max_out = others,
        .max_in = others > 0,
        .max_degree = others,
        .max_partners = others,
        .density = others > 0 ? 1.0 / problem->num_procs : 0,
    };
    return QDR_OK;
}
