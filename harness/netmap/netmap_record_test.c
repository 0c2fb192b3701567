/* netmap_record_test -- lines of the program `netmap` become a record, a record
 * becomes sentences and files, and of nodes that do not answer those are named
 * that are cut off. */
#include <math.h>

#include "harness/netmap/netmap_files.h"
#include "harness/netmap/netmap_record.h"
#include "harness/netmap/netmap_words.h"
#include "kernels/testing/unit_test.h"

static void read_lines(qdr_netmap_record *record, const char *const *lines)
{
    for (; *lines != NULL; lines++)
        assert_ok(qdr_netmap_record_read(record, *lines, NULL));
}

/* Three nodes, all pairs at 10 MB/s but n1 -> n3. */
static void make_record(qdr_netmap_record *record)
{
    static const char *const lines[] = {"netmap started 2 n3",
                                        "netmap rank 0 n1",
                                        "netmap rank 1 n2",
                                        "netmap rank 2 n3",
                                        "netmap nodes 3",
                                        "netmap node 0 n1",
                                        "netmap node 1 n2",
                                        "netmap node 2 n3",
                                        "netmap at 0 1",
                                        "netmap alone 0 1 5 10",
                                        "netmap alone 1 0 6 10",
                                        "netmap alive",
                                        "netmap alone 0 2 7 2.5",
                                        "netmap alone 2 0 7 10",
                                        "netmap alone 1 2 7 10",
                                        "netmap alone 2 1 7 10",
                                        "netmap loaded 0 1 8",
                                        "netmap again 0 2 7 2.5",
                                        "netmap again 0 2 7 2",
                                        "netmap again 0 1 7 10",
                                        "netmap again 1 2 7 10",
                                        "netmap again 1 0 7 10",
                                        "netmap done",
                                        NULL};

    assert_ok(qdr_netmap_record_init(record, 3, NULL));
    read_lines(record, lines);
}

TEST(lines_are_read)
{
    qdr_netmap_record record = {0};

    make_record(&record);
    assert_int_equal(record.num_nodes, 3);
    assert_string_equal(record.names[2], "n3");
    assert_int_equal(qdr_netmap_record_count(&record), 3);
    assert_true(record.is_done && record.answered[2]);
    assert_int_equal(record.from, 0);
    assert_int_equal(record.to, 1);
    assert_true(record.table.latency_us[3] == 6);
    assert_true(record.table.alone_mb_s[2] == 2.5);
    assert_true(record.table.loaded_mb_s[1] == 8);
    assert_true(isnan(record.table.loaded_mb_s[3]));
    assert_true(isnan(record.table.alone_mb_s[0]));
    qdr_netmap_record_cleanup(&record);
}

/* What else a launch prints, half lines, and numbers out of range. */
TEST(other_lines_are_ignored)
{
    static const char *const lines[] = {"netmap",
                                        "",
                                        "warning: netmap nodes 3",
                                        "netmap nodes 99",
                                        "netmap nodes -1",
                                        "netmap nodes",
                                        "netmap node 0 n1",
                                        "netmap alone 0 1 2 3",
                                        "netmap rank 9 n9",
                                        "netmap at 0 1",
                                        "netmap silent 0",
                                        "netmap dead 0 1",
                                        "netmap nodes 2",
                                        "netmap alone 0 2 1 1",
                                        "netmap alone 0 0 1 1",
                                        "netmap alone 0 1 1",
                                        "netmap loaded 0 1",
                                        "netmap dead 1 1",
                                        "netmap silent 2",
                                        "netmap at -1 -1",
                                        NULL};
    qdr_netmap_record record = {0};

    assert_ok(qdr_netmap_record_init(&record, 3, NULL));
    read_lines(&record, lines);
    assert_int_equal(record.num_nodes, 2);
    assert_int_equal(record.from, -1);
    assert_false(record.unanswered.is_any || record.is_done);
    for (int at = 0; at < 4; at++)
        assert_true(isnan(record.table.alone_mb_s[at]));
    qdr_netmap_record_cleanup(&record);
}

static void print_findings(const qdr_netmap_words *words, FILE *to)
{
    qdr_findings findings = {0};

    assert_ok(qdr_findings_make(&findings, &words->record->table, NULL));
    qdr_netmap_print_findings(words, &findings, to);
    qdr_findings_cleanup(&findings);
}

static void print_table(const qdr_netmap_words *words, FILE *to)
{
    assert_ok(qdr_netmap_print_table(words, to, NULL));
}

static void write_nodes(const qdr_netmap_record *record, FILE *to)
{
    assert_ok(qdr_netmap_write_nodes(record, to, NULL));
}

static void write_mpigraph(const qdr_netmap_record *record, FILE *to)
{
    qdr_netmap_write_mpigraph(record, 1 << 20, to);
}

TEST(a_slow_pair_in_words_and_files)
{
    qdr_netmap_record record = {0};
    qdr_netmap_words words = {.record = &record, .limit_s = 10};

    make_record(&record);
    assert_writes(print_findings, &words,
                  "the pair n1 -> n3 has 0.25 of the others' rate\n"
                  "--exclude=n3\n");
    assert_writes(print_table, &words, "\nn2 ");
    assert_writes(qdr_netmap_write_pairs, &record,
                  "from,to,latency_us,alone_mb_s,loaded_mb_s\n"
                  "n1,n2,5,10,8\nn1,n3,7,2.5,\nn2,n1,6,10,\n");
    assert_writes(write_nodes, &record, "\nn2,10,");
    assert_writes(write_mpigraph, &record,
                  "START mpiGraph v1.5\nMsgSize\t1048576\nTimes\t1\nWindow\t1\n"
                  "Procs\t3\n\n\nSend max\t7.629395\nSend avg\t7.629395\n\n"
                  "Send\tn1:0\tn2:1\tn3:2\t\nn1:0 to\t0.000\t7.629\t0.000\t\n");
    assert_writes(write_mpigraph, &record,
                  "\nRecv\tn1:0\tn2:1\tn3:2\t\nn1:0 from\t0.000\t0.000\t0.000"
                  "\t\nn2:1 from\t7.629\t0.000\t0.000\t\n");
    words.of_ranks = true;
    record.table.alone_mb_s[2] = 10;
    assert_writes(print_findings, &words,
                  "no rank and no pair of 3 ranks is slow\n");
    qdr_netmap_record_cleanup(&record);
}

static void print_absent(const qdr_netmap_words *words, FILE *to)
{
    assert_true(qdr_netmap_print_absent(words, to));
}

TEST(nodes_that_are_absent_at_the_start)
{
    static const char *const started[] = {
        "netmap started 0 n1", "netmap started 1 n2", "netmap started 2 n2",
        "netmap started 3 n3", NULL};
    static const char *const one[] = {"netmap rank 0 n1", NULL};
    static const char *const two[] = {"netmap rank 3 n3", NULL};
    qdr_netmap_record record = {0};
    const qdr_netmap_words words = {.record = &record, .limit_s = 5};

    assert_ok(qdr_netmap_record_init(&record, 4, NULL));
    read_lines(&record, started);
    assert_false(qdr_netmap_print_absent(&words, stdout));
    read_lines(&record, one);
    assert_writes(print_absent, &words,
                  "node n1 did not answer within 5 s\n--exclude=n1\n");
    read_lines(&record, two);
    assert_writes(print_absent, &words,
                  "node n2 did not answer within 5 s\n"
                  "--exclude=n2\n");
    qdr_netmap_record_cleanup(&record);
}

/* All print a line a second; from the third on rank 1 does not. */
TEST(a_node_that_falls_silent_in_the_start)
{
    static const char *const all[] = {"netmap started 0 n1",
                                      "netmap started 1 n2",
                                      "netmap started 2 n3", NULL};
    static const char *const others[] = {"netmap started 2 n3",
                                         "netmap started 0 n1", NULL};
    qdr_netmap_record record = {0};
    const qdr_netmap_words words = {.record = &record, .limit_s = 3};

    assert_ok(qdr_netmap_record_init(&record, 3, NULL));
    read_lines(&record, all);
    read_lines(&record, all);
    assert_int_equal(qdr_netmap_record_lag(&record, 1), 0);
    for (int second = 1; second <= 6; second++) {
        assert_false(qdr_netmap_print_absent(&words, stdout));
        read_lines(&record, others);
        assert_int_equal(qdr_netmap_record_lag(&record, 1),
                         second < 2 ? 0 : second - 2);
    }
    assert_writes(print_absent, &words,
                  "node n2 did not answer within 3 s\n--exclude=n2\n");
    qdr_netmap_record_cleanup(&record);
}

enum { NODES = 4 };

/* All nodes report, and hear of all. */
static void connect(bool *reported, bool *heard)
{
    for (int i = 0; i < NODES; i++)
        reported[i] = true;
    for (int at = 0; at < NODES * NODES; at++)
        heard[at] = true;
}

static int count_pairs(const qdr_unanswered *of)
{
    int count = 0;

    for (int at = 0; at < of->num_nodes * of->num_nodes; at++)
        count += of->pairs[at];
    return count;
}

TEST(pairs_and_nodes_that_do_not_answer)
{
    qdr_unanswered found = {0};
    bool reported[NODES], heard[NODES * NODES], excluded[NODES];

    assert_ok(qdr_unanswered_init(&found, NODES, NULL));
    connect(reported, heard);
    qdr_unanswered_conclude(&found, reported, heard);
    assert_false(found.is_any);
    /* Node 3 does not hear of node 1. */
    heard[3 * NODES + 1] = false;
    qdr_unanswered_conclude(&found, reported, heard);
    assert_true(found.is_any && found.pairs[1 * NODES + 3]);
    assert_int_equal(count_pairs(&found), 1);
    qdr_unanswered_exclude(&found, excluded);
    assert_true(excluded[3] && !excluded[1]);
    qdr_unanswered_cleanup(&found);
}

/* Node 2 cannot report: nobody hears of it, or only node 0 does not. */
TEST(silent_nodes_and_the_way_to_node_0)
{
    qdr_unanswered found = {0};
    bool reported[NODES], heard[NODES * NODES];

    for (int is_heard = 0; is_heard < 2; is_heard++) {
        assert_ok(qdr_unanswered_init(&found, NODES, NULL));
        connect(reported, heard);
        reported[2] = false;
        for (int k = 0; k < NODES; k++) {
            heard[2 * NODES + k] = false;
            heard[k * NODES + 2] = is_heard && k != 0;
        }
        qdr_unanswered_conclude(&found, reported, heard);
        assert_int_equal(found.silent[2], !is_heard);
        assert_int_equal(found.pairs[0 * NODES + 2], is_heard);
        assert_int_equal(count_pairs(&found), is_heard);
        qdr_unanswered_cleanup(&found);
    }
    /* Node 0 hears of nobody. */
    assert_ok(qdr_unanswered_init(&found, NODES, NULL));
    memset(reported, 0, sizeof reported);
    memset(heard, 0, sizeof heard);
    reported[0] = heard[0] = true;
    qdr_unanswered_conclude(&found, reported, heard);
    assert_true(found.silent[0] && !found.silent[1] && !found.silent[2]);
    assert_int_equal(count_pairs(&found), 0);
    qdr_unanswered_cleanup(&found);
}

TEST(two_nodes_are_a_pair)
{
    qdr_unanswered found = {0};
    const bool reported[2] = {true, false};
    const bool heard[4] = {true, false, false, false};

    assert_ok(qdr_unanswered_init(&found, 2, NULL));
    qdr_unanswered_conclude(&found, reported, heard);
    assert_true(found.is_any && found.pairs[1] && !found.silent[1]);
    qdr_unanswered_cleanup(&found);
}
