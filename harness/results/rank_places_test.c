/* harness/results/rank_places_test.c -- ranks that are placed as their process
 * layout requires, and ranks that are not. */
#include <stdio.h>
#include <string.h>

#include "harness/results/rank_places.h"
#include "kernels/testing/unit_test.h"

enum { MAX_RANKS = 8 };

/* Hosts by letter, a rank each, and the cores and packages of every rank, of
 * hosts of four cores. */
typedef struct arrangement {
    const char *hosts;
    int num_cores, num_packages;
    qdr_process_layout layout;
    const char *wrong; /* part of the reason; NULL: it fits */
} arrangement;

static void fill(const arrangement *from, qdr_rank_place *places)
{
    for (int r = 0; from->hosts[r] != '\0'; r++) {
        places[r] = (qdr_rank_place){.cpus = "0-3",
                                     .num_cores = from->num_cores,
                                     .num_packages = from->num_packages,
                                     .host_cores = 4};
        snprintf(places[r].host, sizeof places[r].host, "%c", from->hosts[r]);
    }
}

TEST(check)
{
    static const arrangement rows[] = {
        {"aabb", 4, 2, {4, 2, 2, 0, 0}, NULL},
        {"abab", 4, 2, {4, 2, 2, 0, 0}, NULL},
        {"abcd", 4, 2, {4, 0, 0, 0, 0}, NULL},
        {"aaaa", 4, 2, {4, 2, 2, 0, 0}, "1 hosts, of which the fullest has 4"},
        {"aaab", 4, 2, {4, 2, 2, 0, 0}, "accepted: 2 with 2 each"},
        {"aabb", 4, 2, {4, 2, 2, QDR_MAPPING_BLOCK, 0}, NULL},
        {"abab", 4, 2, {4, 2, 2, QDR_MAPPING_BLOCK, 0}, "rank 2 is on host a"},
        {"abab", 4, 2, {4, 2, 2, QDR_MAPPING_CYCLIC, 0}, NULL},
        {"abba", 4, 2, {4, 2, 2, QDR_MAPPING_CYCLIC, 0}, NULL},
        {"aabb", 4, 2, {4, 2, 2, QDR_MAPPING_CYCLIC, 0}, "mapping cyclic"},
        {"aaaa", 4, 2, {4, 0, 0, QDR_MAPPING_CYCLIC, 0}, NULL},
        {"aa", 1, 1, {2, 0, 0, 0, QDR_BINDING_CORE}, NULL},
        {"aa", 2, 1, {2, 0, 0, 0, QDR_BINDING_CORE}, "may use 2 cores"},
        {"aa", 2, 1, {2, 0, 0, 0, QDR_BINDING_SOCKET}, NULL},
        {"aa", 4, 2, {2, 0, 0, 0, QDR_BINDING_SOCKET}, "binding socket"},
        {"aa", 4, 2, {2, 0, 0, 0, QDR_BINDING_NONE}, NULL},
        {"aa", 1, 1, {2, 0, 0, 0, QDR_BINDING_NONE}, "binding none"},
        {"aa", 1, 1, {2, 0, 0, 0, QDR_BINDING_DEFAULT}, NULL},
        {"aa", 0, 0, {2, 0, 0, 0, QDR_BINDING_CORE}, NULL},
        {"aa", 0, 0, {2, 0, 0, 0, QDR_BINDING_SOCKET}, NULL},
        {"aa", 4, 0, {2, 0, 0, 0, QDR_BINDING_SOCKET}, NULL},
    };
    qdr_rank_place places[MAX_RANKS];
    qdr_error error;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        qdr_status status;
        fill(&rows[i], places);
        status = qdr_rank_places_check(&rows[i].layout, places, &error);
        assert_int_equal(status,
                         rows[i].wrong == NULL ? QDR_OK : QDR_ERROR_CHECK);
        if (rows[i].wrong != NULL && strstr(error.text, rows[i].wrong) == NULL)
            fail_msg("row %zu says %s", i, error.text);
    }
}

TEST(sum)
{
    static const arrangement five = {.hosts = "abacb", .num_cores = 2};
    qdr_rank_place places[MAX_RANKS];
    qdr_rank_spread sum;

    fill(&five, places);
    places[3].num_cores = 3;
    sum = qdr_rank_spread_of(places, 5);
    assert_int_equal(sum.hosts, 3);
    assert_int_equal(sum.ranks_per_host, 2);
    assert_int_equal(sum.cores_per_rank, 3);
}
