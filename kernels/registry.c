/* kernels/registry.c -- makes the table of kernels.def; see kernel.h. */
#include <stdlib.h>
#include <string.h>

#include "kernels/core/names.h"
#include "kernels/kernel.h"

#define QDR_KERNEL(file)        extern const qdr_kernel qdr_##file;
#define QDR_ENGINE_KERNEL(file) QDR_KERNEL(file)
#include "kernels/kernels.def"
#undef QDR_KERNEL

static const qdr_kernel *const kernels[] = {
#define QDR_KERNEL(file) &qdr_##file,
#include "kernels/kernels.def"
#undef QDR_KERNEL
#undef QDR_ENGINE_KERNEL
};

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

/* Every name, then every alias. */
static const char *name_at(int index)
{
    const qdr_kernel *kernel = kernels[index % qdr_kernel_count()];

    return index < qdr_kernel_count() || kernel->alias == NULL ? kernel->name
                                                               : kernel->alias;
}

qdr_status qdr_kernel_find(const char *name, const qdr_kernel **out_kernel,
                           qdr_error *error)
{
    int index;
    qdr_status status =
        qdr_names_find("algorithm", "./quadrille list algorithms", name,
                       2 * qdr_kernel_count(), name_at, &index, error);

    if (status == QDR_OK)
        *out_kernel = kernels[index % qdr_kernel_count()];
    return status;
}

/* Messages of a complete exchange are messages. */
const qdr_kernel *qdr_kernel_find_auto(qdr_collective collective)
{
    qdr_collective own =
        collective == QDR_ALLTOALL ? QDR_ALLTOALLV : collective;

    for (int k = 0; k < qdr_kernel_count(); k++)
        if (kernels[k]->candidates != NULL && kernels[k]->collective == own)
            return kernels[k];
    return NULL;
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

/* The first message that is not a length, or NULL. */
static const qdr_message *find_no_length(const qdr_pattern *pattern)
{
    for (int64_t m = 0; m < pattern->num_messages; m++)
        if (pattern->messages[m].bytes != QDR_LENGTH_BYTES)
            return &pattern->messages[m];
    return NULL;
}

static qdr_status check_complete(const qdr_kernel *kernel,
                                 const qdr_pattern *pattern, qdr_error *error)
{
    int64_t p = pattern->num_procs;

    if (count_equal(pattern) == p * (p - 1))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: the messages are unequal, or some are missing; "
                    "accepted: a complete exchange, %lld messages of one size",
                    kernel->name, (long long)(p * (p - 1)));
}

static qdr_status check_lengths(const qdr_kernel *kernel,
                                const qdr_pattern *pattern, qdr_error *error)
{
    const qdr_message *other = find_no_length(pattern);

    if (other == NULL)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: the message %d -> %d has %lld bytes; accepted: "
                    "lengths, messages of %d bytes",
                    kernel->name, other->src, other->dst,
                    (long long)other->bytes, QDR_LENGTH_BYTES);
}

static qdr_status check_elements(const qdr_kernel *kernel,
                                 const qdr_problem *problem, qdr_error *error)
{
    if (problem->element_bytes < 1 ||
        problem->bytes % problem->element_bytes == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "bytes: %lld, for %s, which is for %s; accepted: multiples "
                    "of %lld, whole elements",
                    (long long)problem->bytes, kernel->name,
                    qdr_collective_string(kernel->collective),
                    (long long)problem->element_bytes);
}

/* Each flag; those with a check restrict the problem. */
#define FLAGS(ENTRY)                                                           \
    ENTRY(QDR_ONE_PORT, "one_port", NULL)                                      \
    ENTRY(QDR_GLOBAL, "global", NULL)                                          \
    ENTRY(QDR_COMPLETE, "complete", check_complete)                            \
    ENTRY(QDR_REAL_MPI, "real_mpi", NULL)                                      \
    ENTRY(QDR_NO_PLAN, "no_plan", NULL)                                        \
    ENTRY(QDR_SEEDED, "seeded", NULL)                                          \
    ENTRY(QDR_LENGTHS, "lengths", check_lengths)                               \
    ENTRY(QDR_COMMUTATIVE, "commutative", NULL)

/* By the number of the flag's bit. */
static const struct {
    const char *name;
    qdr_status (*check)(const qdr_kernel *kernel, const qdr_pattern *pattern,
                        qdr_error *error);
} flags[QDR_NUM_FLAGS] = {
#define AT_BIT(flag, name, check) [__builtin_ctz(flag)] = {name, check},
    FLAGS(AT_BIT)
#undef AT_BIT
};

/* The number of entries cannot prove it: a missing one leaves a gap. */
#define OR_FLAG(flag, name, check) | (flag)
_Static_assert((0 FLAGS(OR_FLAG)) == (1 << QDR_NUM_FLAGS) - 1,
               "an entry for each flag");
#undef OR_FLAG

/* Calls `check` for each flag of the algorithm that has one. */
static qdr_status check_flags(const qdr_kernel *kernel,
                              const qdr_pattern *pattern, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int bit = 0; bit < QDR_NUM_FLAGS && status == QDR_OK; bit++)
        if ((kernel->flags & (1u << bit)) != 0 && flags[bit].check != NULL)
            status = flags[bit].check(kernel, pattern, error);
    return status;
}

static qdr_status check_parameters(const qdr_kernel *kernel,
                                   const qdr_problem *problem, qdr_error *error)
{
    qdr_values defaults;
    const qdr_problem resolved =
        qdr_kernel_defaults(kernel, problem, &defaults);

    return kernel->check(kernel, &resolved, error);
}

bool qdr_kernel_is_restricted(const qdr_kernel *kernel)
{
    return (kernel->flags & (QDR_COMPLETE | QDR_LENGTHS)) != 0 ||
           kernel->check != NULL || qdr_collective_combines(kernel->collective);
}

qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_error *error)
{
    bool wants_vector = qdr_collective_has_vector(kernel->collective);
    qdr_status status;

    if (wants_vector != (problem->pattern == NULL))
        return qdr_fail(
            error, QDR_ERROR_INPUT, "%s is an algorithm for %s; accepted: %s",
            kernel->name, qdr_collective_string(kernel->collective),
            wants_vector ? "a vector, with its root" : "a pattern of messages");
    status = problem->pattern == NULL
                 ? check_elements(kernel, problem, error)
                 : check_flags(kernel, problem->pattern, error);
    if (status == QDR_OK && kernel->check != NULL)
        status = check_parameters(kernel, problem, error);
    return status;
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
    return (kernel->flags & QDR_COMPLETE) != 0 ? QDR_SLOTS : QDR_PACKED;
}

static qdr_status build_assigned(const qdr_kernel *kernel,
                                 const qdr_problem *problem,
                                 qdr_schedule *schedule, qdr_error *error)
{
    size_t num_messages = (size_t)problem->pattern->num_messages;
    int64_t *round = malloc((num_messages + 1) * sizeof *round);
    qdr_assigned assigned = {0};
    qdr_status status;

    if (round == NULL)
        return qdr_fail_memory(error, "the rounds of a pattern");
    status = kernel->assign(problem, round, &assigned, error);
    if (status == QDR_OK)
        status = qdr_schedule_init_assigned(schedule, problem->pattern,
                                            assigned.num_rounds, round, error);
    if (status == QDR_OK)
        schedule->num_probes = assigned.num_probes;
    free(round);
    return status;
}

qdr_problem qdr_kernel_defaults(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_values *room)
{
    qdr_problem resolved = *problem;

    if (problem->values == NULL) {
        qdr_values_init(room, kernel->parameters);
        resolved.values = room;
    }
    return resolved;
}

/* The problem of the algorithm that an `auto` takes. */
static qdr_status choose(const qdr_kernel *kernel, const qdr_problem *problem,
                         const qdr_kernel **out_kernel, qdr_problem *out_own,
                         qdr_error *error)
{
    qdr_chosen chosen;
    qdr_status status =
        qdr_kernel_choose(kernel, problem, NULL, &chosen, error);

    if (status != QDR_OK)
        return status;
    *out_kernel = chosen.kernel;
    *out_own = *problem;
    out_own->values = NULL;
    return QDR_OK;
}

static qdr_status build_chosen(const qdr_kernel *kernel,
                               const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error)
{
    const qdr_kernel *chosen;
    qdr_problem own;
    qdr_status status = choose(kernel, problem, &chosen, &own, error);

    return status == QDR_OK ? qdr_kernel_build(chosen, &own, schedule, error)
                            : status;
}

qdr_status qdr_kernel_build(const qdr_kernel *kernel, const qdr_problem *asked,
                            qdr_schedule *schedule, qdr_error *error)
{
    qdr_values defaults;
    const qdr_problem resolved = qdr_kernel_defaults(kernel, asked, &defaults);
    const qdr_problem *problem = &resolved;
    qdr_status status = qdr_kernel_accepts(kernel, problem, error);

    if (status == QDR_OK && !qdr_kernel_has_schedule(kernel))
        status = qdr_fail(error, QDR_ERROR_INPUT,
                          "%s %s and has no schedule; accepted: direct and "
                          "combining algorithms",
                          kernel->name,
                          kernel->kind == QDR_LIBRARY ? "is a baseline"
                                                      : "decides at run time");
    if (status != QDR_OK)
        return status;
    if (kernel->candidates != NULL)
        return build_chosen(kernel, problem, schedule, error);
    if (kernel->build != NULL)
        return kernel->build(problem, schedule, error);
    if (kernel->assign != NULL)
        return build_assigned(kernel, problem, schedule, error);
    return qdr_schedule_init_by_round(schedule, problem->pattern,
                                      kernel->rounds, problem->is_part, error);
}

qdr_status qdr_kernel_cost(const qdr_kernel *kernel, const qdr_problem *problem,
                           qdr_cost *out_cost, qdr_error *error)
{
    qdr_pattern_stats stats;
    const qdr_kernel *chosen;
    qdr_problem own;
    qdr_status status;

    if (kernel->candidates != NULL) {
        status = choose(kernel, problem, &chosen, &own, error);
        return status == QDR_OK ? qdr_kernel_cost(chosen, &own, out_cost, error)
                                : status;
    }
    if (kernel->rounds != NULL)
        return qdr_cost_by_round(problem->pattern, kernel->rounds,
                                 (kernel->flags & QDR_ONE_PORT) != 0, out_cost,
                                 error);
    if (kernel->problem_cost != NULL) {
        qdr_values defaults;
        const qdr_problem resolved =
            qdr_kernel_defaults(kernel, problem, &defaults);
        return kernel->problem_cost(&resolved, out_cost, error);
    }
    status = qdr_problem_get_stats(problem, &stats, error);
    if (status == QDR_OK)
        *out_cost = kernel->cost(&stats);
    return status;
}

void qdr_kernel_print_limits(const qdr_kernel *kernel, FILE *to)
{
    bool is_first = true;

    for (int bit = 0; bit < QDR_NUM_FLAGS; bit++)
        if ((kernel->flags & (1u << bit)) != 0) {
            fprintf(to, "%s%s", is_first ? "" : ";", flags[bit].name);
            is_first = false;
        }
}

const char *qdr_kind_string(qdr_kind kind)
{
    return kind_names[kind];
}
