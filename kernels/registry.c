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

static const char *const flag_names[QDR_NUM_FLAGS] = {"one_port", "global",
                                                      "complete"};

static const char *const kind_names[QDR_NUM_KINDS] = {
    [QDR_DIRECT] = "direct",
    [QDR_COMBINING] = "combining",
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

qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_pattern *pattern, qdr_error *error)
{
    qdr_pattern_stats stats;
    int64_t p = pattern->num_procs;
    qdr_status status = QDR_OK;

    if ((kernel->flags & QDR_COMPLETE) == 0)
        return QDR_OK;
    status = qdr_pattern_get_stats(pattern, &stats, error);
    if (status == QDR_OK && (stats.num_messages != p * (p - 1) ||
                             stats.min_bytes != stats.max_bytes))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s: %lld messages of %lld to %lld bytes; accepted: "
                          "a complete exchange, %lld messages of one size",
                          kernel->name, (long long)stats.num_messages,
                          (long long)stats.min_bytes,
                          (long long)stats.max_bytes, (long long)(p * (p - 1)));
    return status;
}

static qdr_status build_assigned(const qdr_kernel *kernel,
                                 const qdr_pattern *pattern, uint64_t seed,
                                 qdr_schedule *schedule, qdr_error *error)
{
    int64_t *round =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *round);
    int64_t num_rounds = 0;
    qdr_status status;

    if (round == NULL)
        return qdr_fail_memory(error, "the rounds of a pattern");
    status = kernel->assign(pattern, seed, round, &num_rounds, error);
    if (status == QDR_OK)
        status = qdr_schedule_init_assigned(schedule, pattern, num_rounds,
                                            round, error);
    free(round);
    return status;
}

qdr_status qdr_kernel_build(const qdr_kernel *kernel,
                            const qdr_pattern *pattern, uint64_t seed,
                            qdr_schedule *schedule, qdr_error *error)
{
    qdr_status status = qdr_kernel_accepts(kernel, pattern, error);

    if (status != QDR_OK)
        return status;
    if (kernel->build != NULL)
        return kernel->build(pattern, seed, schedule, error);
    if (kernel->assign != NULL)
        return build_assigned(kernel, pattern, seed, schedule, error);
    return qdr_schedule_init_by_round(schedule, pattern,
                                      kernel->num_rounds(pattern->num_procs),
                                      kernel->round_of, error);
}

qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_pattern *pattern,
                           qdr_cost *out_cost, qdr_error *error)
{
    if (kernel->round_of == NULL)
        return kernel->cost(pattern, out_cost, error);
    return qdr_cost_by_round(
        pattern, kernel->num_rounds(pattern->num_procs), kernel->round_of,
        (kernel->flags & QDR_ONE_PORT) != 0, out_cost, error);
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
