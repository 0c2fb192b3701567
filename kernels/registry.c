/* kernels/registry.c -- makes the table of kernels.def; see kernel.h. */
#include <stdio.h>
#include <stdlib.h>

#include "kernels/core/names.h"
#include "kernels/kernel.h"

#define QDR_KERNEL(file) extern const qdr_kernel qdr_##file;
#include "kernels/kernels.def"
#undef QDR_KERNEL

static const qdr_kernel *const kernels[] = {
#define QDR_KERNEL(file) &qdr_##file,
#include "kernels/kernels.def"
#undef QDR_KERNEL
};

static const char *const flag_names[QDR_NUM_FLAGS] = {
    "one_port", "global", "complete", "rooted", "lengths", "real_mpi"};

static const char *const kind_names[QDR_NUM_KINDS] = {
    [QDR_DIRECT] = "direct",
    [QDR_COMBINING] = "combining",
    [QDR_DYNAMIC] = "dynamic",
    [QDR_LIBRARY] = "library",
};

int qdr_kernel_count(void)
{
    return (int)(sizeof kernels / sizeof *kernels);
}

const qdr_kernel *qdr_kernel_at(int index)
{
    return kernels[index];
}

static const char *name_at(int index)
{
    return kernels[index]->name;
}

qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error)
{
    int index;
    qdr_status status = qdr_names_find("algorithm", name, qdr_kernel_count(),
                                       name_at, &index, error);

    if (status == QDR_OK)
        *out_kernel = kernels[index];
    return status;
}

/* The number of messages to other ranks if all messages, local ones included,
 * are of one size; else -1. */
static int64_t count_equal(const qdr_pattern *pattern)
{
    int64_t count = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        if (pattern->messages[m].bytes != pattern->messages[0].bytes)
            return -1;
        count += pattern->messages[m].src != pattern->messages[m].dst;
    }
    return count;
}

/* The first message that is no length, or NULL. */
static const qdr_message *find_no_length(const qdr_pattern *pattern)
{
    for (int64_t m = 0; m < pattern->num_messages; m++)
        if (pattern->messages[m].bytes != QDR_LENGTH_BYTES)
            return &pattern->messages[m];
    return NULL;
}

qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_pattern *pattern, qdr_error *error)
{
    int64_t p = pattern->num_procs;
    int root = qdr_pattern_root(pattern);
    int64_t of_root = pattern->row_begin[root + 1] - pattern->row_begin[root];
    const qdr_message *no_length =
        (kernel->flags & QDR_LENGTHS) != 0 ? find_no_length(pattern) : NULL;

    if ((kernel->flags & QDR_COMPLETE) != 0 &&
        count_equal(pattern) != p * (p - 1))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: the messages are unequal, or some are missing; "
                        "accepted: a complete exchange, %lld messages of one "
                        "size",
                        kernel->name, (long long)(p * (p - 1)));
    if ((kernel->flags & QDR_ROOTED) != 0 &&
        (count_equal(pattern) != p - 1 || of_root != pattern->num_messages))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: the messages are unequal, or some are missing; "
                        "accepted: a broadcast, %lld messages of one size "
                        "from one rank",
                        kernel->name, (long long)p - 1);
    if (no_length != NULL)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%s: the message %d -> %d has %lld bytes; accepted: "
                        "lengths, messages of %d bytes",
                        kernel->name, no_length->src, no_length->dst,
                        (long long)no_length->bytes, QDR_LENGTH_BYTES);
    return QDR_OK;
}

bool qdr_kernel_has_schedule(const qdr_kernel *kernel)
{
    return kernel->kind == QDR_DIRECT || kernel->kind == QDR_COMBINING;
}

bool qdr_kernel_is_simulated(const qdr_kernel *kernel)
{
    return kernel->kind != QDR_LIBRARY && (kernel->flags & QDR_REAL_MPI) == 0;
}

qdr_layout qdr_kernel_layout(const qdr_kernel *kernel)
{
    if ((kernel->flags & QDR_COMPLETE) != 0)
        return QDR_SLOTS;
    return (kernel->flags & QDR_ROOTED) != 0 ? QDR_SHARED : QDR_PACKED;
}

static qdr_status build_assigned(const qdr_kernel *kernel,
                                 const qdr_problem *problem,
                                 qdr_schedule *schedule, qdr_error *error)
{
    size_t num_messages = (size_t)problem->pattern->num_messages;
    int64_t *round = malloc((num_messages + 1) * sizeof *round);
    int64_t num_rounds = 0;
    qdr_status status;

    if (round == NULL)
        return qdr_fail_memory(error, "the rounds of a pattern");
    status = kernel->assign(problem, round, &num_rounds, error);
    if (status == QDR_OK)
        status = qdr_schedule_init_assigned(schedule, problem->pattern,
                                            num_rounds, round, error);
    free(round);
    return status;
}

static qdr_status build_by_round(const qdr_kernel *kernel,
                                 const qdr_problem *problem,
                                 qdr_schedule *schedule, qdr_error *error)
{
    const qdr_pattern *pattern = problem->pattern;
    qdr_status status = qdr_schedule_init_by_round(
        schedule, pattern, kernel->num_rounds(pattern->num_procs),
        kernel->round_of, error);

    if (status == QDR_OK && (kernel->flags & QDR_ROOTED) != 0)
        schedule->content = QDR_VECTOR;
    return status;
}

qdr_status qdr_kernel_build(const qdr_kernel *kernel,
                            const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    qdr_status status = qdr_kernel_accepts(kernel, problem->pattern, error);

    if (status == QDR_OK && problem->cutoff != 0 && !(problem->cutoff >= 1))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "cutoff is %g; accepted: from 1, or 0 for the "
                          "algorithm's own",
                          problem->cutoff);
    if (status == QDR_OK && !qdr_kernel_has_schedule(kernel))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s %s and has no schedule; accepted: a direct or "
                          "combining algorithm",
                          kernel->name,
                          kernel->kind == QDR_LIBRARY ? "is a baseline"
                                                      : "decides at run time");
    if (status != QDR_OK)
        return status;
    if (kernel->build != NULL)
        return kernel->build(problem, schedule, error);
    if (kernel->assign != NULL)
        return build_assigned(kernel, problem, schedule, error);
    return build_by_round(kernel, problem, schedule, error);
}

qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           qdr_cost *out_cost, qdr_error *error)
{
    qdr_pattern_stats stats;
    qdr_status status;

    if (kernel->round_of != NULL)
        return qdr_cost_by_round(
            pattern, kernel->num_rounds(pattern->num_procs), kernel->round_of,
            (kernel->flags & QDR_ONE_PORT) != 0, out_cost, error);
    status = qdr_pattern_get_stats(pattern, &stats, error);
    if (status == QDR_OK)
        *out_cost = kernel->cost(&stats);
    return status;
}

void qdr_kernel_limits(const qdr_kernel *kernel, char *text, size_t size)
{
    size_t length = 0;

    text[0] = '\0';
    for (int bit = 0; bit < QDR_NUM_FLAGS; bit++)
        if ((kernel->flags & (1u << bit)) != 0 && length < size)
            length += (size_t)snprintf(text + length, size - length, "%s%s",
                                       length > 0 ? ";" : "", flag_names[bit]);
}

const char *qdr_kind_string(qdr_kind kind)
{
    return kind_names[kind];
}
