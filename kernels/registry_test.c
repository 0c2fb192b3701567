/* kernels/registry_test.c -- the table of algorithms: names, aliases and the
 * checks of flags. */
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/testing/schedules.h"
#include "kernels/testing/unit_test.h"

TEST(unknown_name)
{
    const qdr_kernel *kernel = NULL;
    qdr_error error = {""};

    assert_int_equal(qdr_kernel_find("xs", &kernel, &error), QDR_ERROR_INPUT);
    assert_null(kernel);
    assert_non_null(strstr(error.text, "'xs'; accepted: "));
}

/* A flag with a need refuses problems that lack it, with the reason, and
 * accepts others. */
TEST(flags_refuse)
{
    static const struct {
        unsigned flag;
        const char *reason;
    } needs[] = {{QDR_COMPLETE, "accepted: a complete exchange, 6 messages"},
                 {QDR_LENGTHS, "accepted: lengths, messages of 8 bytes"}};
    static const qdr_message messages[] = {{0, 1, 5}, {1, 2, 5}};
    qdr_pattern pattern = {0};

    assert_ok(qdr_pattern_init(&pattern, 3, messages, 2, NULL));
    for (size_t n = 0; n < sizeof needs / sizeof *needs; n++) {
        int num_refusals = 0;
        for (int k = 0; k < qdr_kernel_count(); k++) {
            const qdr_kernel *kernel = qdr_kernel_at(k);
            const qdr_problem problem = qdr_problem_of(kernel, &pattern, 1);
            qdr_error error = {""};
            if ((kernel->flags & needs[n].flag) == 0)
                continue;
            assert_true(qdr_kernel_is_restricted(kernel));
            assert_int_equal(qdr_kernel_accepts(kernel, &problem, &error),
                             QDR_ERROR_INPUT);
            assert_non_null(strstr(error.text, needs[n].reason));
            num_refusals++;
        }
        assert_true(num_refusals > 0);
    }
    qdr_pattern_cleanup(&pattern);
}

/* QDR_COMMUTATIVE refuses the vectors that are combined in the order of ranks.
 */
TEST(the_order_of_ranks)
{
    int num_refusals = 0;

    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        qdr_problem problem = {.collective = kernel->collective,
                               .num_procs = 3,
                               .vector.bytes = 24};
        bool needs = (kernel->flags & QDR_COMMUTATIVE) != 0;
        qdr_error error = {""};
        if (!qdr_collective_combines(kernel->collective))
            continue;
        assert_ok(qdr_kernel_accepts(kernel, &problem, &error));
        problem.vector.is_ordered = true;
        assert_int_equal(qdr_kernel_accepts(kernel, &problem, &error),
                         needs ? QDR_ERROR_INPUT : QDR_OK);
        if (needs)
            assert_non_null(strstr(error.text, "needs a commutative operator"));
        num_refusals += needs;
    }
    assert_true(num_refusals > 0);
}

/* A name and an alias mean one algorithm each. */
TEST(names_and_aliases)
{
    int num_aliases = 0;

    for (int k = 0; k < qdr_kernel_count(); k++) {
        const qdr_kernel *kernel = qdr_kernel_at(k);
        const char *const names[] = {kernel->name, kernel->alias};
        for (int n = 0; n < 2 && names[n] != NULL; n++) {
            const qdr_kernel *found = NULL;
            assert_ok(qdr_kernel_find(names[n], &found, NULL));
            assert_ptr_equal(found, kernel);
        }
        num_aliases += kernel->alias != NULL;
    }
    assert_true(num_aliases > 0);
}
