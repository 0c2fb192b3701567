/* kernels/parameter_proofs_test.c -- proofs of schedules with values of
 * parameters that are given, not predicted, for p = 1..33 and 64 and every
 * root; and with parts of different lengths, some of them empty.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/building_blocks/radix.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 64, MAX_VALUES = 5 };

/* An algorithm, and values of one of its parameters. */
static const struct {
    const char *algorithm, *parameter;
    int values[MAX_VALUES]; /* 0: the predicted best */
    bool has_parts;
} cells[] = {
    {"bcast_circulant", "num_blocks", {1, 2, 3, 7, 50}, false},
    {"reduce_circulant", "num_blocks", {1, 2, 3, 7, 50}, false},
    {"bcast_postal", "lambda", {1, 2, 3, 8, 40}, false},
    {"reduce_postal", "lambda", {1, 2, 3, 8, 40}, false},
    {"scatter_postal", "lambda", {1, 2, 3, 8, 40}, true},
    {"gather_postal", "lambda", {1, 2, 3, 8, 40}, true},
    {"scatter_linear", NULL, {0}, true},
    {"allgather_circulant", "radix", {2, 3, 5, 8, 33}, true},
    {"reduce_scatter_circulant", "radix", {2, 3, 5, 8, 33}, true},
    {"allreduce_circulant", "radix", {2, 3, 5, 8, 33}, false},
};
enum { NUM_CELLS = sizeof cells / sizeof *cells, LENGTH = 200 };

static void prove(const qdr_kernel *kernel, const qdr_problem *problem,
                  const char *parameters)
{
    qdr_schedule schedule = {0};
    qdr_error error = {""};
    char where[128];

    snprintf(where, sizeof where, "%s, %s, p = %d, root %d%s", kernel->name,
             parameters, problem->num_procs, problem->vector.root,
             problem->vector.part_begin == NULL ? "" : ", unequal parts");
    if (qdr_kernel_build(kernel, problem, &schedule, &error) != QDR_OK)
        fail_msg("%s: %s", where, error.text);
    qdr_assert_proved_in(kernel, problem, &schedule, &kernel->mode, where);
    if (!qdr_cost_holds(kernel, problem, &schedule, &error))
        fail_msg("%s: %s", where, error.text);
    qdr_schedule_cleanup(&schedule);
}

/* Every root, and both kinds of parts. */
static void prove_roots(int cell, int p, const char *parameters)
{
    const qdr_kernel *kernel = qdr_kernel_named(cells[cell].algorithm);
    const bool has_root = qdr_collective_has_root(kernel->collective);
    int64_t part_begin[MAX_PROCS + 1] = {0};
    char text[32];
    qdr_values values;
    qdr_problem problem = {.collective = kernel->collective,
                           .num_procs = p,
                           .vector.bytes = LENGTH,
                           .values = &values};

    snprintf(text, sizeof text, "%s", parameters);
    qdr_values_init(&values, kernel->parameters);
    assert_ok(qdr_values_read(&values, kernel->name, text, NULL));
    for (int r = 0; r < p; r++)
        part_begin[r + 1] = part_begin[r] + r * 7 % 4 * 3;
    for (int root = 0; root < (has_root ? p : 1); root++) {
        problem.vector.root = root;
        prove(kernel, &problem, parameters);
        if (!cells[cell].has_parts)
            continue;
        problem.vector.bytes = part_begin[p];
        problem.vector.part_begin = part_begin;
        prove(kernel, &problem, parameters);
        problem.vector.bytes = LENGTH;
        problem.vector.part_begin = NULL;
    }
}

TEST(given_values)
{
    for (int c = 0; c < NUM_CELLS; c++)
        for (int p = 1; p <= MAX_PROCS; p += p < 33 ? 1 : 31)
            for (int i = 0; i < MAX_VALUES; i++) {
                const char *parameter = cells[c].parameter;
                const int value = cells[c].values[i];
                char parameters[32] = "";
                if (i > 0 && value == 0)
                    continue;
                if (parameter != NULL && strcmp(parameter, "radix") == 0 &&
                    value > qdr_max_radix(p))
                    continue;
                if (parameter != NULL)
                    snprintf(parameters, sizeof parameters, "%s=%d", parameter,
                             value);
                prove_roots(c, p, parameters);
            }
}
