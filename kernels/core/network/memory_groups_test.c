/* kernels/core/network/memory_groups_test.c -- groups of the ranks of a node:
 * any number of ranks in any domains. */
#include "kernels/core/base/rng.h"
#include "kernels/core/network/memory_groups.h"
#include "kernels/testing/unit_test.h"

enum { MAX_PROCS = 300 };

/* Each group has its lowest rank's number, and up to 8 ranks of one domain. */
static void assert_groups(int p, const int *domains, const int *groups)
{
    int num_groups = 0;

    for (int r = 0; r < p; r++) {
        int size = 0;
        assert_in_range(groups[r], 0, r);
        assert_int_equal(groups[groups[r]], groups[r]);
        assert_int_equal(domains[groups[r]], domains[r]);
        for (int i = 0; i < p; i++)
            size += groups[i] == groups[r];
        assert_true(size <= QDR_GROUP_RANKS);
        num_groups += groups[r] == r;
    }
    assert_true(2 * num_groups <= p);
}

TEST(any_domains)
{
    int domains[MAX_PROCS], groups[MAX_PROCS];
    qdr_rng rng;

    qdr_rng_init(&rng, 1);
    for (int p = QDR_GROUP_RANKS + 1; p <= MAX_PROCS; p += 1 + p / 16)
        for (int i = 0; i < 20; i++) {
            uint64_t num_domains = 1 + qdr_rng_below(&rng, (uint64_t)p);
            for (int r = 0; r < p; r++)
                domains[r] = (int)qdr_rng_below(&rng, num_domains);
            qdr_memory_groups(p, domains, groups);
            assert_groups(p, domains, groups);
        }
}

static void expect(int p, int domains[], const int *expected)
{
    int groups[MAX_PROCS];

    qdr_memory_groups(p, domains, groups);
    for (int r = 0; r < p; r++)
        assert_int_equal(groups[r], expected[r]);
}

TEST(examples)
{
    /* Two domains, in turns; one of ten ranks, divided; a domain a rank. */
    expect(10, (int[]){0, 1, 0, 1, 0, 1, 0, 1, 0, 1},
           (int[]){0, 1, 0, 1, 0, 1, 0, 1, 0, 1});
    expect(10, (int[]){7, 7, 7, 7, 7, 7, 7, 7, 7, 7},
           (int[]){0, 0, 0, 0, 0, 5, 5, 5, 5, 5});
    expect(9, (int[]){0, 1, 2, 3, 4, 5, 6, 7, 8},
           (int[]){0, 0, 0, 0, 0, 5, 5, 5, 5});
}
