/* kernels/plan/tests/algorithm_info_test.c -- the library's report of its
 * algorithms.
 */
#include <stdio.h>
#include <string.h>

#include "kernels/kernel.h"
#include "kernels/quadrille.h"
#include "kernels/testing/unit_test.h"

static qdr_algorithm_info find(const char *name)
{
    qdr_algorithm_info info = {.size = sizeof(qdr_algorithm_info),
                               .name = NULL};

    for (int i = 0; qdr_algorithm_next(&i, &info) != 0;) {
        if (strcmp(info.name, name) == 0)
            return info;
    }
    fail_msg("%s is not there", name);
    return info;
}

TEST(all_rows)
{
    qdr_algorithm_info info = {.size = sizeof(qdr_algorithm_info)};
    int i = 0;

    while (qdr_algorithm_next(&i, &info) != 0) {
        const qdr_kernel *kernel = qdr_kernel_at(i - 1);
        qdr_values values;
        qdr_error error = {""};
        assert_string_equal(info.name, kernel->name);
        assert_string_equal(info.label, kernel->label);
        assert_string_equal(info.paper,
                            kernel->paper == NULL ? "none" : kernel->paper);
        assert_string_equal(info.section,
                            kernel->paper == NULL ? "-" : kernel->section);
        /* None is cut off, and planning takes the parameters back. */
        assert_true(strlen(info.limits) + 2 < sizeof info.limits);
        assert_true(strlen(info.parameters) + 2 < sizeof info.parameters);
        qdr_values_init(&values, kernel->parameters);
        assert_ok(qdr_values_read(&values, info.name, info.parameters, &error));
    }
    assert_int_equal(i, qdr_kernel_count());
}

TEST(texts)
{
    qdr_algorithm_info info = find("drs_n_polling");

    assert_string_equal(info.collective, "alltoallv");
    assert_string_equal(info.kind, "dynamic");
    assert_string_equal(info.section, "5");
    assert_string_equal(info.limits, "seeded");
    assert_string_equal(info.mode, "");
    assert_string_equal(info.parameters, "delay_us=0;improvements=both");
    info = find("scattered");
    assert_string_equal(info.mode, "window:32");
    assert_string_equal(info.section, "-");
    assert_string_equal(info.parameters, "");
    info = find("rs_n");
    assert_string_equal(info.limits, "one_port;global;seeded");
}

TEST(ends)
{
    qdr_algorithm_info info = {.size = sizeof(qdr_algorithm_info),
                               .name = "untouched"};
    int before = -1, after = qdr_kernel_count(), first = 0;

    assert_int_equal(qdr_algorithm_next(&before, &info), 0);
    assert_int_equal(qdr_algorithm_next(&after, &info), 0);
    assert_int_equal(qdr_algorithm_next(NULL, &info), 0);
    assert_int_equal(qdr_algorithm_next(&first, NULL), 0);
    info.size++;
    assert_int_equal(qdr_algorithm_next(&first, &info), 0);
    assert_int_equal(first, 0);
    assert_string_equal(info.name, "untouched");
}

TEST(version)
{
    char expected[32];

    snprintf(expected, sizeof expected, "%d.%d.%d", QUADRILLE_VERSION_MAJOR,
             QUADRILLE_VERSION_MINOR, QUADRILLE_VERSION_PATCH);
    assert_string_equal(qdr_version(), expected);
}
