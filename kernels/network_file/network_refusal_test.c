/* kernels/network_file/network_refusal_test.c -- damaged network files are
 * refused, with the line and what is accepted. */
#include <stdio.h>
#include <string.h>

#include "kernels/network_file/network_file.h"
#include "kernels/testing/network_sample.h"
#include "kernels/testing/unit_test.h"

static qdr_library_ranges ranges; /* of the last text that was parsed */

/* Every beginning of a file lacks a key or the end of its last line. */
TEST(cut_files)
{
    for (size_t length = 0; length < strlen(qdr_test_network); length++) {
        qdr_network network = {.rows = 77}, kept = network;
        qdr_error error = {""};
        assert_int_equal(qdr_test_parse_network(qdr_test_network, length,
                                                &network, &ranges, &error),
                         QDR_ERROR_INPUT);
        assert_memory_equal(&network, &kept, sizeof network);
        assert_int_equal(strncmp(error.text, "net:", 4), 0);
        assert_non_null(strstr(error.text, "; accepted: "));
    }
}

/* The good file with `from` replaced by `to`, which is refused. */
static void assert_refused(const char *from, const char *to, const char *words)
{
    char text[1000];
    const char *at = strstr(qdr_test_network, from);
    qdr_network network = {0};
    qdr_error error = {""};

    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - qdr_test_network),
             qdr_test_network, to, at + strlen(from));
    assert_int_equal(
        qdr_test_parse_network(text, strlen(text), &network, &ranges, &error),
        QDR_ERROR_INPUT);
    if (strstr(error.text, words) != error.text)
        fail_msg("'%s' -> '%s': %s", from, to, error.text);
}

TEST(bad_values)
{
    static const struct {
        const char *from, *to, *words;
    } bad[] = {
        {"work 1", "work 2",
         "net:1: 'quadrille-network 2', another version of the format; "
         "accepted: 'quadrille-network 1', the first line"},
        {"quad", "quid", "net:1: 'quidrille-network 1'; accepted: "},
        {"work 1", "work 1 1", "net:1: 'quadrille-network 1 1'; accepted: "},
        {"alpha_us 1.5", "alpa_us 1.5", "net:3: key 'alpa_us'; accepted: "},
        {"alpha_us 1.5\n", "", "net:17: the key alpha_us is missing; "},
        {"rows 2\n", "", "net:17: the key rows is missing; "},
        {"topology mesh", "topology line",
         "net:9: rows: 2; accepted: whole numbers from 1 to 4194304"
         "; all of rows, columns, with topology mesh, or none"},
        {"topology mesh", "topology torus",
         "net:8: topology: torus; accepted: switched, mesh, line"},
        {"half", "both", "net:11: duplex: both; accepted: full, half"},
        {"beta_ns", "alpha_us",
         "net:4: alpha_us again, after line 3; accepted: each key once"},
        {"alpha_us 1.5", "alpha_us", "net:3: alpha_us with no value; "},
        {"alpha_us 1.5", "alpha_us 1 5", "net:3: alpha_us with more than a"},
        {"alpha_us 1.5", "alpha_us 1,5",
         "net:3: alpha_us: 1,5; accepted: numbers above 0 to 1000000000"},
        {"alpha_us 1.5", "alpha_us 0", "net:3: alpha_us: 0; "},
        {"alpha_us 1.5", "alpha_us nan", "net:3: alpha_us: nan; "},
        {"alpha_us 1.5", "alpha_us inf", "net:3: alpha_us: inf; "},
        {"alpha_us 1.5", "alpha_us 0x1p3", "net:3: alpha_us: 0x1p3; "},
        {"alpha_us 1.5", "alpha_us 1e999", "net:3: alpha_us: 1e999; "},
        {"alpha_us 1.5", "alpha_us 1.5e", "net:3: alpha_us: 1.5e; "},
        {"alpha_us 1.5", "alpha_us -", "net:3: alpha_us: -; "},
        {"gamma_ns 0", "gamma_ns -1",
         "net:5: gamma_ns: -1; accepted: numbers from 0 to 1000000000"},
        {"excess\t4", "excess\t0.5", "net:7: link_excess: 0.5; accepted: "},
        {"rows 2", "rows 0",
         "net:9: rows: 0; accepted: whole numbers from 1 to 4194304"},
        {"bcast 2 1 64", "bcst 2 1 64",
         "net:13: library_faster: operation 'bcst'; accepted: alltoallv, "},
        {"bcast 2 1 64", "alltoall 2 1 64", "net:13: library_faster: operatio"},
        {"bcast 2 1 64", "bcast 1 1 64",
         "net:13: library_faster: ranks '1'; accepted: whole numbers from 2 "
         "to 4194304"},
        {"bcast 2 1 64", "bcast 2 -1 64", "net:13: library_faster: bytes '-1'"},
        {"bcast 2 1 64", "bcast 2 1.5 64", "net:13: library_faster: bytes '1."},
        {"bcast 2 1 64", "bcast 2 65 64",
         "net:13: library_faster: bytes '64'; accepted: whole numbers from 65 "
         "to 1000000000000"},
        {"bcast 2 1 64", "bcast 2 1 1000000000001",
         "net:13: library_faster: b"},
        {"bcast 2 1 64", "bcast 2 1",
         "net:13: library_faster: 4 words; accepted: library_faster OPERATION "
         "RANKS MIN_BYTES MAX_BYTES"},
        {"bcast 2 1 64", "bcast 2 1 64 5", "net:13: library_faster: 6 words; "},
        {"bcast\t2 65 65", "bcast\t2 64 70",
         "net:15: library_faster: 64 to 70 bytes, and line 13 has 1 to 64; "
         "accepted: ranges without common lengths"},
        {"bcast 2 1 64", "bcast 2 1 65", "net:15: library_faster: 65 to 65 by"},
        {"bcast 2 1 64", "bcast 2 66 99\nlibrary_faster bcast 2 0 98",
         "net:14: library_faster: 0 to 98 bytes, and line 13 has 66 to 99; "},
        {"rows 2", "rows 2.5", "net:9: rows: 2.5; "},
        {"rows 2", "rows 4194304",
         "net:10: 4194304 rows and 3 columns; accepted: at most 4194304"},
        {"4096", "-1", "net:12: eager_bytes: -1; accepted: whole"},
        {"4096", "4096.5", "net:12: eager_bytes: 4096.5; accepted: whole"},
        {"4096", "9999999999999", "net:12: eager_bytes: 9999999999999; "},
        {"4096", "99999999999999999999", "net:12: eager_bytes: 9999"},
        {"4096", "4096\nrendezvous_us -1", "net:13: rendezvous_us: -1; acc"},
        {"4096", "0\nrendezvous_us 1",
         "net:13: rendezvous_us, without eager_bytes; accepted: 0"},
        {"4096", "4096\ninside_eager_bytes 1",
         "net:13: inside_eager_bytes: 1; accepted: whole numbers from 0 to "
         "1000000000000; with inside_alpha_us"},
        {"duplex half", "duplex half_inside",
         "net:11: duplex: half_inside, without inside_alpha_us; accepted: "
         "full, half"},
        {"free_us 0.5", "free_us 2",
         "net:17: sender_free_us: 2; accepted: numbers from 0 to alpha_us, "
         "1.5"},
        {"free_us 1.5", "free_us 1.6", "net:18: receiver_free_us: 1.6; "},
        {"free_us 1.5", "free_us -1", "net:18: receiver_free_us: -1; "},
        {"# me", "# \r", "net:2: byte 0x0d; accepted: printable ASCII"},
        {"# me", "# \303\274", "net:2: byte 0xc3; accepted: "},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i].from, bad[i].to, bad[i].words);
}

TEST(bad_levels)
{
    static const struct {
        const char *keys, *topology, *words;
    } bad[] = {
        {"inside_alpha_us 0.5\n", "switched",
         "net:11: inside_beta_ns: 0; accepted: numbers above 0 to "
         "1000000000"
         "; all of inside_alpha_us, inside_beta_ns, "
         "node_ranks, adapter_ranks, or none"},
        {"inside_beta_ns 1\nnode_ranks 2\nadapter_ranks 1\n", "switched",
         "net:13: inside_alpha_us: 0; accepted: "},
        {"inside_alpha_us 1\ninside_beta_ns 1\nadapter_ranks 1\n", "switched",
         "net:13: node_ranks: 0; accepted: "},
        {"inside_alpha_us -1\n", "switched", "net:2: inside_alpha_us: -1; "},
        {"inside_beta_ns nan\n", "switched", "net:2: inside_beta_ns: nan; "},
        {"inside_beta_ns -1\n", "switched", "net:2: inside_beta_ns: -1; "},
        {"node_ranks 1\n", "switched",
         "net:2: node_ranks: 1; accepted: whole numbers from 2 to 4194304"},
        {"adapter_ranks 0\n", "switched", "net:2: adapter_ranks: 0; "},
        {"node_ranks 2\nadapter_ranks 3\ninside_alpha_us 1\n"
         "inside_beta_ns 1\n",
         "switched", "net:3: adapter_ranks: 3; accepted: 1 to node_ranks, 2"},
        {"node_ranks 2\nadapter_ranks 1\ninside_alpha_us 1\n"
         "inside_beta_ns 1\n",
         "line", "net:10: topology: messages share links, and "},
        {"node_ranks 2\nadapter_ranks 1\ninside_alpha_us 1\n"
         "inside_beta_ns 1\ninside_rendezvous_us 1\n",
         "switched",
         "net:6: inside_rendezvous_us, without inside_eager_bytes; accepted: "
         "0"},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[1000];
        qdr_network network;
        qdr_error error = {""};
        snprintf(text, sizeof text,
                 "quadrille-network 1\n%salpha_us 1.5\nbeta_ns 0.25\n"
                 "gamma_ns 0\nlink_excess 4\ntopology %s\nduplex full\n"
                 "eager_bytes 0\nsender_free_us 0\nreceiver_free_us 0\n",
                 bad[i].keys, bad[i].topology);
        assert_int_equal(qdr_test_parse_network(text, strlen(text), &network,
                                                &ranges, &error),
                         QDR_ERROR_INPUT);
        if (strncmp(error.text, bad[i].words, strlen(bad[i].words)) != 0)
            fail_msg("%s", error.text);
    }
}

TEST(long_lines)
{
    char comment[300] = "# ";

    memset(comment + 2, 'x', 199);
    assert_refused("# measured", comment,
                   "net:2: a line of 211 characters; accepted: at most 200");
}

/* As many ranges as fit, and one more. */
TEST(many_ranges)
{
    char text[4000] = "";
    qdr_network network;
    qdr_error error = {""};
    size_t length = 0;

    for (int i = 0; i <= QDR_MAX_LENGTH_RANGES; i++) {
        length = (size_t)snprintf(text, sizeof text, "quadrille-network 1\n");
        for (int k = 0; k <= i; k++)
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "library_faster reduce 8 %d %d\n", k, k);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s",
                                   strchr(qdr_test_network, '\n') + 1);
        if (i < QDR_MAX_LENGTH_RANGES)
            assert_ok(qdr_test_parse_network(text, length, &network, &ranges,
                                             &error));
    }
    assert_int_equal(
        qdr_test_parse_network(text, length, &network, &ranges, &error),
        QDR_ERROR_INPUT);
    assert_string_equal(error.text,
                        "net:18: library_faster: one range more than fit; "
                        "accepted: up to 16 of an operation and number of "
                        "ranks, and 512 in all");
}

/* A zero byte does not end the text. */
TEST(zero_bytes)
{
    char text[1000];
    qdr_network network;
    qdr_error error = {""};
    size_t length = strlen(qdr_test_network) + 1;

    memcpy(text, qdr_test_network, length);
    assert_int_equal(
        qdr_test_parse_network(text, length, &network, &ranges, &error),
        QDR_ERROR_INPUT);
    assert_string_equal(error.text, "net:19: byte 0x00; accepted: printable "
                                    "ASCII, blanks and newlines");
}
