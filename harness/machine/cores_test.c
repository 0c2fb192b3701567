/* cores_test -- cores and packages of two described machines and of this. */
#define _GNU_SOURCE /* of mkdtemp, sched_setaffinity */
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "harness/machine/cores.h"
#include "kernels/testing/unit_test.h"

static char folder[512];

static void write_list(int processor, const char *name, const char *list)
{
    char path[640];
    FILE *file;

    snprintf(path, sizeof path, "%s/cpu%d", folder, processor);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cpu%d/topology", folder, processor);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/cpu%d/topology/%s", folder, processor,
             name);
    file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "%s\n", list);
    fclose(file);
}

/* Two packages of two cores of two threads; the first thread of the last core
 * is switched off, and processor 7 does not state its package. */
TEST(groups_are_counted_once)
{
    static const char *const cores[] = {"0,4", "1,5", "2,6", NULL,
                                        "0,4", "1,5", "2,6", "7"};
    static const char *const packages[] = {"0-1,4-5", "0-1,4-5", "2,6-7", NULL,
                                           "0-1,4-5", "0-1,4-5", "2,6-7", NULL};
    static const int all[] = {0, 1, 2, 4, 5, 6, 7}, threads[] = {1, 5},
                     last[] = {6, 7};
    const char *base = getenv("TEST_TMPDIR");

    snprintf(folder, sizeof folder, "%s/XXXXXX", base == NULL ? "/tmp" : base);
    assert_non_null(mkdtemp(folder));
    for (int i = 0; i < 8; i++) {
        if (cores[i] != NULL)
            write_list(i, "thread_siblings_list", cores[i]);
        if (packages[i] != NULL)
            write_list(i, "core_siblings_list", packages[i]);
    }
    assert_int_equal(qdr_count_groups(folder, "thread_siblings_list", all, 7),
                     4);
    assert_int_equal(
        qdr_count_groups(folder, "thread_siblings_list", threads, 2), 1);
    assert_int_equal(qdr_count_groups(folder, "core_siblings_list", threads, 2),
                     1);
    assert_int_equal(qdr_count_groups(folder, "core_siblings_list", all, 6), 2);
    assert_int_equal(qdr_count_groups(folder, "core_siblings_list", last, 2),
                     2);
}

/* As in a container without /sys. */
TEST(groups_that_nothing_describes_are_not_known)
{
    static const int two[] = {0, 1};

    assert_int_equal(
        qdr_count_groups("/absent", "thread_siblings_list", two, 2), 0);
}

/* A binding changes what is ours, and no count of the machine's. */
TEST(a_bound_process_has_one_core)
{
    cpu_set_t before, one, after;
    size_t first = 0;
    int cores = qdr_num_own_cores();

    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    assert_int_equal(qdr_num_processors(), CPU_COUNT(&before));
    assert_true(cores >= 1 && cores <= qdr_num_processors());
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(qdr_num_processors(), 1);
    assert_int_equal(qdr_num_own_cores(), 1);
    assert_int_equal(qdr_num_own_packages(), 1);
    assert_true(qdr_num_cores() >= cores);
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&one, &after));
}
