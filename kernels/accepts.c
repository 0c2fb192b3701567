/* kernels/accepts.c -- the needs of algorithms: their flags, and checks of
 * their parameters; see kernel.h. */
#include "kernels/core/network/network.h"
#include "kernels/kernel.h"

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
                                 const qdr_problem *problem, qdr_error *error)
{
    int64_t p = problem->messages.pattern->num_procs;

    if (count_equal(problem->messages.pattern) == p * (p - 1))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s: the messages are unequal, or some are missing; "
                    "accepted: a complete exchange, %lld messages of one size",
                    kernel->name, (long long)(p * (p - 1)));
}

static qdr_status check_lengths(const qdr_kernel *kernel,
                                const qdr_problem *problem, qdr_error *error)
{
    const qdr_message *other = find_no_length(problem->messages.pattern);

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
    if (problem->vector.element_bytes < 1 ||
        problem->vector.bytes % problem->vector.element_bytes == 0)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "bytes: %lld, for %s, which is for %s; accepted: multiples "
                    "of %lld, whole elements",
                    (long long)problem->vector.bytes, kernel->name,
                    qdr_collective_string(kernel->collective),
                    (long long)problem->vector.element_bytes);
}

static qdr_status check_order(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_error *error)
{
    if (!problem->vector.is_ordered)
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "%s needs a commutative operator; accepted: one, or auto",
                    kernel->name);
}

static qdr_status check_levels(const qdr_kernel *kernel,
                               const qdr_problem *problem, qdr_error *error)
{
    if (problem->nodes != NULL ||
        qdr_network_has_levels(qdr_problem_network(problem)))
        return QDR_OK;
    return qdr_fail(error, QDR_ERROR_INPUT,
                    "a network without levels, for %s; accepted: one with "
                    "inside_alpha_us and nodes of several ranks, or a map of "
                    "nodes",
                    kernel->name);
}

/* Each flag; those with a check restrict the problem. The checks of
 * QDR_COMPLETE and QDR_LENGTHS read a pattern, that of QDR_COMMUTATIVE a
 * vector: only algorithms for them have these flags. */
#define FLAGS(ENTRY)                                                           \
    ENTRY(QDR_ONE_PORT, "one_port", NULL)                                      \
    ENTRY(QDR_GLOBAL, "global", NULL)                                          \
    ENTRY(QDR_COMPLETE, "complete", check_complete)                            \
    ENTRY(QDR_REAL_MPI, "real_mpi", NULL)                                      \
    ENTRY(QDR_NO_PLAN, "no_plan", NULL)                                        \
    ENTRY(QDR_SEEDED, "seeded", NULL)                                          \
    ENTRY(QDR_LENGTHS, "lengths", check_lengths)                               \
    ENTRY(QDR_COMMUTATIVE, "commutative", check_order)                         \
    ENTRY(QDR_NETWORK, "network", NULL)                                        \
    ENTRY(QDR_LEVELS, "levels", check_levels)

/* By the number of the flag's bit. */
static const struct {
    const char *name;
    qdr_status (*check)(const qdr_kernel *kernel, const qdr_problem *problem,
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
                              const qdr_problem *problem, qdr_error *error)
{
    qdr_status status = QDR_OK;

    for (int bit = 0; bit < QDR_NUM_FLAGS && status == QDR_OK; bit++)
        if ((kernel->flags & (1u << bit)) != 0 && flags[bit].check != NULL)
            status = flags[bit].check(kernel, problem, error);
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
    return (kernel->flags & (QDR_COMPLETE | QDR_LENGTHS | QDR_LEVELS)) != 0 ||
           kernel->check != NULL || qdr_collective_combines(kernel->collective);
}

qdr_status qdr_kernel_accepts(const qdr_kernel *kernel,
                              const qdr_problem *problem, qdr_error *error)
{
    bool wants_vector = qdr_collective_has_vector(kernel->collective);
    qdr_status status = QDR_OK;

    if (wants_vector != qdr_collective_has_vector(problem->collective) ||
        (!wants_vector && problem->messages.pattern == NULL))
        return qdr_fail(
            error, QDR_ERROR_INPUT, "%s is an algorithm for %s; accepted: %s",
            kernel->name, qdr_collective_string(kernel->collective),
            wants_vector ? "a vector, with its root" : "a pattern of messages");
    if (wants_vector)
        status = check_elements(kernel, problem, error);
    if (status == QDR_OK)
        status = check_flags(kernel, problem, error);
    if (status == QDR_OK && kernel->check != NULL)
        status = check_parameters(kernel, problem, error);
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
