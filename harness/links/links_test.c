/* harness/links/links_test.c -- links files: accepted and refused values, the
 * plan that they become, and which rates have passed. */
#include "harness/links/links.h"

#include <stdlib.h>
#include <string.h>

#include "harness/files/files.h"
#include "harness/links/links_plan.h"
#include "kernels/testing/unit_test.h"

#define SHAPED                                                                 \
    "title: t\nnodes: 4\nranks_per_node: 2\nrate_mbit_s: 100\n"                \
    "queue_bytes: 60000\n"

static qdr_status load(const char *text, qdr_links **out_links,
                       qdr_error *error)
{
    static const char scratch[] = "links_test.tmp";

    *out_links = NULL;
    assert_ok(qdr_file_write(scratch, text, error));
    return qdr_links_load(scratch, NULL, out_links, error);
}

TEST(files_of_the_project_are_accepted)
{
    static const char *const names[] = {"default", "base"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[64];
        qdr_links *links;
        qdr_error error = {""};
        snprintf(path, sizeof path, "configs/links/%s.yaml", names[i]);
        if (qdr_links_load(path, NULL, &links, &error) != QDR_OK)
            fail_msg("%s", error.text);
        qdr_links_free(links);
    }
}

static const struct {
    const char *text, *reason;
} refusals[] = {
    {"title: t\nnodes: 17\nranks_per_node: 1\n",
     "nodes: 17; accepted: 1 to 16"},
    {"title: t\nnodes: 4\nranks_per_node: 17\n", "accepted: 1 to 16"},
    {"title: t\nnodes: 4\nranks_per_node: 1\nqueue_bytes: 9000\n",
     "no rate_mbit_s; accepted: it"},
    {"title: t\nnodes: 4\nranks_per_node: 1\nrate_mbit_s: 10\n",
     "queue_bytes: 0; accepted: 3000 to 100000000"},
    {"title: t\nnodes: 4\nranks_per_node: 1\nrate_mbit_s: 10001\n"
     "queue_bytes: 9000\n",
     "a rate of 10001 Mbit/s; accepted: 0.1 to 10000"},
    {SHAPED "trunk: {groups: 3, rate_mbit_s: 10}\n", "3 groups of 4 nodes"},
    {SHAPED "trunk: {groups: 1, rate_mbit_s: 10}\n", "1 groups of 4 nodes"},
    {SHAPED "trunk: {groups: 2, rate_mbit_s: 0.01}\n", "a rate of 0.01"},
    {SHAPED "slow:\n  - {from: 5, rate_mbit_s: 10}\n", "from 5 to 0; accepted"},
    {SHAPED "slow:\n  - {rate_mbit_s: 10}\n", "from 0 to 0; accepted"},
    {SHAPED "slow:\n  - {from: 2, to: 2, rate_mbit_s: 10}\n", "from 2 to 2"},
    {SHAPED "slow:\n  - {to: 2, rate_mbit_s: 101}\n", "a rate of 101 Mbit/s"},
    {SHAPED "slow:\n  - {to: 2, rate_mbit_s: 10}\n"
            "  - {to: 2, rate_mbit_s: 20}\n",
     "is given twice"},
};

TEST(bad_files_are_refused)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        qdr_links *links;
        qdr_error error = {""};
        assert_int_equal(load(refusals[i].text, &links, &error),
                         QDR_ERROR_INPUT);
        assert_says(error.text, refusals[i].reason);
        assert_null(links);
    }
}

/* A node whose pair is slow has classes, the others a bucket each way; the
 * groups are connected by trunks. */
static const char plan[] =
    "nodes 4 2 reno\n"
    "switch ip link add group1 type bridge\n"
    "switch ip link set group1 up\n"
    "switch ip link add up1 type veth peer name down1\n"
    "switch ip link set up1 master group1 up\n"
    "switch ip link set down1 master bridge up\n"
    "switch tc qdisc add dev up1 root handle 1: tbf rate 80000000bit burst "
    "3028 limit 60000\n"
    "switch tc qdisc add dev down1 root handle 1: tbf rate 80000000bit burst "
    "3028 limit 60000\n"
    "switch ip link add group2 type bridge\n"
    "switch ip link set group2 up\n"
    "switch ip link add up2 type veth peer name down2\n"
    "switch ip link set up2 master group2 up\n"
    "switch ip link set down2 master bridge up\n"
    "switch tc qdisc add dev up2 root handle 1: tbf rate 80000000bit burst "
    "3028 limit 60000\n"
    "switch tc qdisc add dev down2 root handle 1: tbf rate 80000000bit burst "
    "3028 limit 60000\n"
    "switch ip link set n1 master group1 up\n"
    "switch tc qdisc add dev n1 root handle 1: tbf rate 100000000bit burst "
    "3125 limit 60000\n"
    "n1 tc qdisc add dev eth0 root handle 1: tbf rate 100000000bit burst 3125 "
    "limit 60000\n"
    "switch ip link set n2 master group1 up\n"
    "switch tc qdisc add dev n2 root handle 1: tbf rate 100000000bit burst "
    "3125 limit 60000\n"
    "n2 tc qdisc add dev eth0 root handle 1: htb default 10\n"
    "n2 tc class add dev eth0 parent 1: classid 1:1 htb rate 50000000bit burst "
    "3028 quantum 1514\n"
    "n2 tc class add dev eth0 parent 1:1 classid 1:10 htb rate 8kbit ceil "
    "50000000bit cburst 3028 quantum 1514\n"
    "n2 tc qdisc add dev eth0 parent 1:10 bfifo limit 60000\n"
    "n2 tc class add dev eth0 parent 1:1 classid 1:14 htb rate 8kbit ceil "
    "25000000bit cburst 3028 quantum 1514\n"
    "n2 tc qdisc add dev eth0 parent 1:14 bfifo limit 60000\n"
    "n2 tc filter add dev eth0 parent 1: protocol ip u32 match ip dst "
    "10.213.7.14/32 flowid 1:14\n"
    "switch ip link set n3 master group2 up\n"
    "switch tc qdisc add dev n3 root handle 1: tbf rate 10000000bit burst 3028 "
    "limit 60000\n"
    "n3 tc qdisc add dev eth0 root handle 1: tbf rate 100000000bit burst 3125 "
    "limit 60000\n"
    "switch ip link set n4 master group2 up\n"
    "switch tc qdisc add dev n4 root handle 1: tbf rate 100000000bit burst "
    "3125 limit 60000\n"
    "n4 tc qdisc add dev eth0 root handle 1: tbf rate 100000000bit burst 3125 "
    "limit 60000\n";

static char *plan_of(const qdr_links *links)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    assert_true(qdr_links_plan_write(links, "10.213.7", to));
    fclose(to);
    return text;
}

TEST(a_plan_has_every_link)
{
    qdr_links *links;
    qdr_error error = {""};
    char *text;

    assert_ok(load(SHAPED "trunk: {groups: 2, rate_mbit_s: 80}\n"
                          "slow:\n"
                          "  - {from: 2, rate_mbit_s: 50}\n"
                          "  - {to: 3, rate_mbit_s: 10}\n"
                          "  - {from: 2, to: 4, rate_mbit_s: 25}\n",
                   &links, &error));
    text = plan_of(links);
    assert_string_equal(text, plan);
    free(text);
    qdr_links_free(links);
}

TEST(without_a_rate_nothing_is_shaped)
{
    qdr_links *links;
    qdr_error error = {""};
    char *text;

    assert_ok(load("title: t\nnodes: 1\nranks_per_node: 16\n"
                   "congestion_control: cubic\n",
                   &links, &error));
    text = plan_of(links);
    assert_string_equal(text, "nodes 1 16 cubic\n"
                              "switch ip link set n1 master bridge up\n");
    assert_ok(qdr_links_check(links, "any", 1, 64, &error));
    free(text);
    qdr_links_free(links);
}

TEST(a_rate_counts_where_it_passed)
{
    static const struct {
        const char *processor;
        int cores, ranks;
        bool is_valid;
    } asked[] = {{"a", 2, 8, true},   {"a", 2, 4, true},
                 {"a", 2, 16, false}, /* 90 Mbit/s only */
                 {"a", 2, 17, false}, {"a", 4, 8, false},
                 {"b", 2, 8, false}};
    qdr_links *links;
    qdr_error error = {""};

    assert_ok(load(SHAPED
                   "passed:\n"
                   "  - {processor: a, cores: 2, ranks: 8, rate_mbit_s: 100}\n"
                   "  - {processor: a, cores: 2, ranks: 16, rate_mbit_s: 90}\n",
                   &links, &error));
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        assert_int_equal(qdr_links_check(links, asked[i].processor,
                                         asked[i].cores, asked[i].ranks,
                                         &error),
                         asked[i].is_valid ? QDR_OK : QDR_ERROR_CHECK);
    qdr_links_free(links);
}
