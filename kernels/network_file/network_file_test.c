/* kernels/network_file/network_file_test.c -- a network file, read and refused,
 * each key, each kind of damage, and what is not a file. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/network_file/network_file.h"

static const char path[] = "network_file_test.tmp";

static const char good[] = "quadrille-network 1\n"
                           "# measured somewhere\n"
                           "alpha_us 1.5\n"
                           "beta_ns 2.5e-1\n"
                           "gamma_ns 0\n"
                           "\n"
                           "  link_excess\t4\n"
                           "topology mesh\n"
                           "rows 2\n"
                           "columns 3\n"
                           "duplex half\n"
                           "eager_bytes 4096\n"
                           "library_faster bcast 2 1 64\n"
                           "library_faster bcast 3 65 1000000000000\n"
                           "  library_faster bcast\t2 65 65\n"
                           "library_faster alltoallv 2 0 8\n"
                           "sender_free_us 0.5\n"
                           "receiver_free_us 1.5\n";

/* Of the last text that was parsed. */
static qdr_library_ranges ranges;

static qdr_status parse(const char *text, size_t length, qdr_network *network,
                        qdr_error *error)
{
    /* No byte after the text, so that a sanitizer sees reads of it. */
    char *copy = malloc(length > 0 ? length : 1);
    qdr_status status;

    assert_non_null(copy);
    memcpy(copy, text, length);
    status = qdr_network_parse(copy, length, "net", network, &ranges, error);
    free(copy);
    return status;
}

static void assert_good(const qdr_network *network)
{
    assert_true(network->alpha_us == 1.5 && network->beta_ns == 0.25);
    assert_true(network->gamma_ns == 0 && network->link_excess == 4);
    assert_int_equal(network->topology, QDR_MESH);
    assert_int_equal(network->rows, 2);
    assert_int_equal(network->columns, 3);
    assert_int_equal(network->duplex, QDR_DUPLEX_HALF);
    assert_int_equal(network->eager_bytes, 4096);
    assert_true(network->sender_free_us == 0.5);
    assert_true(network->receiver_free_us == 1.5);
}

static bool is_in_range(qdr_collective collective, int num_procs, int64_t bytes)
{
    const qdr_length_ranges lengths =
        qdr_library_ranges_of(&ranges, collective, num_procs);

    return qdr_length_ranges_have(&lengths, bytes);
}

/* They apply to their operation, number of ranks and lengths only. */
static void assert_good_ranges(void)
{
    assert_int_equal(ranges.count, 4);
    assert_true(is_in_range(QDR_BCAST, 2, 1) && is_in_range(QDR_BCAST, 2, 65));
    assert_false(is_in_range(QDR_BCAST, 2, 0));
    assert_false(is_in_range(QDR_BCAST, 2, 66));
    assert_false(is_in_range(QDR_BCAST, 4, 64));
    assert_false(is_in_range(QDR_REDUCE, 2, 64));
    assert_true(is_in_range(QDR_BCAST, 3, 1000000000000));
    assert_false(is_in_range(QDR_BCAST, 3, 64));
    assert_true(is_in_range(QDR_ALLTOALLV, 2, 0));
    assert_false(is_in_range(QDR_ALLTOALLV, 2, 9));
    assert_false(is_in_range(QDR_ALLTOALLV, 2, -1));
}

static void test_all_keys(void **state)
{
    qdr_network network = {0}, again = {0};
    qdr_error error = {""};
    char text[1000] = "quadrille-network 1\n";
    FILE *to;

    (void)state;
    assert_int_equal(parse(good, strlen(good), &network, &error), QDR_OK);
    assert_good(&network);
    assert_good_ranges();
    /* What is printed is read back. */
    to = fmemopen(text + strlen(text), sizeof text - strlen(text), "w");
    assert_non_null(to);
    qdr_library_ranges_print(&ranges, to);
    qdr_network_print(&network, to);
    fclose(to);
    assert_int_equal(parse(text, strlen(text), &again, &error), QDR_OK);
    assert_good(&again);
    assert_good_ranges();
}

/* The keys of levels: all or none, before the others when printed, so that a
 * file that was cut is still refused. */
static void test_levels(void **state)
{
    static const char keys[] = "inside_alpha_us 0.5\ninside_beta_ns 0.25\n"
                               "node_ranks 16\nadapter_ranks 8\n";
    static const char rest[] =
        "alpha_us 1.5\nbeta_ns 0.25\ngamma_ns 0\nlink_excess 4\n"
        "topology switched\nduplex full\neager_bytes 4096\n"
        "sender_free_us 0.5\nreceiver_free_us 1.5\n";
    char text[1000];
    qdr_network network = {0};
    qdr_error error = {""};
    FILE *to;

    (void)state;
    snprintf(text, sizeof text, "quadrille-network 1\n%s%s", keys, rest);
    assert_int_equal(parse(text, strlen(text), &network, &error), QDR_OK);
    assert_true(network.inside_alpha_us == 0.5);
    assert_true(network.inside_beta_ns == 0.25);
    assert_int_equal(network.node_ranks, 16);
    assert_int_equal(network.adapter_ranks, 8);
    to = fmemopen(text, sizeof text, "w");
    assert_non_null(to);
    qdr_network_print(&network, to);
    fclose(to);
    assert_int_equal(strncmp(text, keys, strlen(keys)), 0);
    assert_string_equal(text + strlen(keys), rest);
}

static void test_bad_levels(void **state)
{
    static const struct {
        const char *keys, *topology, *words;
    } bad[] = {
        {"inside_alpha_us 0.5\n", "switched",
         "net:11: inside_beta_ns: 0; accepted: inside_alpha_us and "},
        {"inside_beta_ns 1\nnode_ranks 2\nadapter_ranks 1\n", "switched",
         "net:13: inside_alpha_us: 0; accepted: "},
        {"inside_alpha_us 1\ninside_beta_ns 1\nadapter_ranks 1\n", "switched",
         "net:13: node_ranks: 0; accepted: "},
        {"inside_alpha_us -1\n", "switched", "net:2: inside_alpha_us '-1'; "},
        {"inside_beta_ns nan\n", "switched", "net:2: inside_beta_ns 'nan'; "},
        {"node_ranks 1\n", "switched",
         "net:2: node_ranks '1'; accepted: whole numbers from 2 to 4194304"},
        {"adapter_ranks 0\n", "switched", "net:2: adapter_ranks '0'; "},
        {"node_ranks 2\nadapter_ranks 3\ninside_alpha_us 1\n"
         "inside_beta_ns 1\n",
         "switched", "net:3: adapter_ranks: 3; accepted: 1 to node_ranks, 2"},
        {"node_ranks 2\nadapter_ranks 1\ninside_alpha_us 1\n"
         "inside_beta_ns 1\n",
         "line", "net:10: topology: messages share links, and "},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[1000];
        qdr_network network;
        qdr_error error = {""};
        snprintf(text, sizeof text,
                 "quadrille-network 1\n%salpha_us 1.5\nbeta_ns 0.25\n"
                 "gamma_ns 0\nlink_excess 4\ntopology %s\nduplex full\n"
                 "eager_bytes 0\nsender_free_us 0\nreceiver_free_us 0\n",
                 bad[i].keys, bad[i].topology);
        assert_int_equal(parse(text, strlen(text), &network, &error),
                         QDR_ERROR_INPUT);
        if (strncmp(error.text, bad[i].words, strlen(bad[i].words)) != 0)
            fail_msg("%s", error.text);
    }
}

/* Every beginning of a file lacks a key or the end of its last line. */
static void test_cut_files(void **state)
{
    (void)state;
    for (size_t length = 0; length < strlen(good); length++) {
        qdr_network network = {.rows = 77}, kept = network;
        qdr_error error = {""};
        assert_int_equal(parse(good, length, &network, &error),
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
    const char *at = strstr(good, from);
    qdr_network network = {0};
    qdr_error error = {""};

    assert_non_null(at);
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - good), good, to,
             at + strlen(from));
    assert_int_equal(parse(text, strlen(text), &network, &error),
                     QDR_ERROR_INPUT);
    if (strstr(error.text, words) != error.text)
        fail_msg("'%s' -> '%s': %s", from, to, error.text);
}

static void test_bad_values(void **state)
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
        {"rows 2\n", "", "net:17: the key rows is missing (topology mesh); "},
        {"topology mesh", "topology line", "net:9: rows without topology mesh"},
        {"topology mesh", "topology torus",
         "net:8: topology 'torus'; accepted: switched, mesh, line"},
        {"half", "both", "net:11: duplex 'both'; accepted: full, half"},
        {"beta_ns", "alpha_us",
         "net:4: alpha_us again, after line 3; accepted: each key once"},
        {"alpha_us 1.5", "alpha_us", "net:3: alpha_us with no value; "},
        {"alpha_us 1.5", "alpha_us 1 5", "net:3: alpha_us with more than a"},
        {"alpha_us 1.5", "alpha_us 1,5",
         "net:3: alpha_us '1,5'; accepted: numbers above 0 to 1000000000"},
        {"alpha_us 1.5", "alpha_us 0", "net:3: alpha_us '0'; "},
        {"alpha_us 1.5", "alpha_us nan", "net:3: alpha_us 'nan'; "},
        {"alpha_us 1.5", "alpha_us inf", "net:3: alpha_us 'inf'; "},
        {"alpha_us 1.5", "alpha_us 0x1p3", "net:3: alpha_us '0x1p3'; "},
        {"alpha_us 1.5", "alpha_us 1e999", "net:3: alpha_us '1e999'; "},
        {"alpha_us 1.5", "alpha_us 1.5e", "net:3: alpha_us '1.5e'; "},
        {"alpha_us 1.5", "alpha_us -", "net:3: alpha_us '-'; "},
        {"gamma_ns 0", "gamma_ns -1",
         "net:5: gamma_ns '-1'; accepted: numbers from 0 to 1000000000"},
        {"excess\t4", "excess\t0.5", "net:7: link_excess '0.5'; accepted: "},
        {"rows 2", "rows 0",
         "net:9: rows '0'; accepted: whole numbers from 1 to 4194304"},
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
        {"rows 2", "rows 2.5", "net:9: rows '2.5'; "},
        {"rows 2", "rows 4194304",
         "net:10: 4194304 rows and 3 columns; accepted: at most 4194304"},
        {"4096", "4096.5", "net:12: eager_bytes '4096.5'; accepted: whole"},
        {"4096", "9999999999999", "net:12: eager_bytes '9999999999999'; "},
        {"4096", "99999999999999999999", "net:12: eager_bytes '9999"},
        {"free_us 0.5", "free_us 2",
         "net:17: sender_free_us 2; accepted: numbers from 0 to alpha_us, 1.5"},
        {"free_us 1.5", "free_us 1.6", "net:18: receiver_free_us 1.6; "},
        {"# me", "# \r", "net:2: byte 0x0d; accepted: printable ASCII"},
        {"# me", "# \303\274", "net:2: byte 0xc3; accepted: "},
    };

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_refused(bad[i].from, bad[i].to, bad[i].words);
}

static void test_long_lines(void **state)
{
    char comment[300] = "# ";

    (void)state;
    memset(comment + 2, 'x', 199);
    assert_refused("# measured", comment,
                   "net:2: a line of 211 characters; accepted: at most 200");
}

/* As many ranges as fit, and one more. */
static void test_many_ranges(void **state)
{
    char text[4000] = "";
    qdr_network network;
    qdr_error error = {""};
    size_t length = 0;

    (void)state;
    for (int i = 0; i <= QDR_MAX_LENGTH_RANGES; i++) {
        length = (size_t)snprintf(text, sizeof text, "quadrille-network 1\n");
        for (int k = 0; k <= i; k++)
            length += (size_t)snprintf(text + length, sizeof text - length,
                                       "library_faster reduce 8 %d %d\n", k, k);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s",
                                   strchr(good, '\n') + 1);
        if (i < QDR_MAX_LENGTH_RANGES)
            assert_int_equal(parse(text, length, &network, &error), QDR_OK);
    }
    assert_int_equal(parse(text, length, &network, &error), QDR_ERROR_INPUT);
    assert_string_equal(error.text,
                        "net:18: library_faster: one range more than fit; "
                        "accepted: up to 16 of an operation and number of "
                        "ranks, and 512 in all");
}

/* A zero byte does not end the text. */
static void test_zero_bytes(void **state)
{
    char text[sizeof good + 1];
    qdr_network network;
    qdr_error error = {""};

    (void)state;
    memcpy(text, good, sizeof good);
    assert_int_equal(parse(text, sizeof good, &network, &error),
                     QDR_ERROR_INPUT);
    assert_string_equal(error.text, "net:19: byte 0x00; accepted: printable "
                                    "ASCII, blanks and newlines");
}

/* A program may have set a locale in which numbers have a comma. */
static void test_other_locale(void **state)
{
    qdr_network network = {0};
    qdr_error error = {""};
    bool has_locale = setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL;

    (void)state;
    if (!has_locale)
        puts("skipped: the locale de_DE.UTF-8 is not installed");
    assert_int_equal(parse(good, strlen(good), &network, &error), QDR_OK);
    assert_non_null(setlocale(LC_NUMERIC, "C"));
    assert_good(&network);
}

static void write_file(const char *name, const char *text, size_t length)
{
    FILE *file = fopen(name, "w");

    assert_non_null(file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

static void assert_no_file(const char *words)
{
    qdr_network network;
    qdr_error error = {""};

    assert_int_equal(qdr_network_file_read(path, &network, NULL, &error),
                     QDR_ERROR_INPUT);
    if (strstr(error.text, words) == NULL)
        fail_msg("%s", error.text);
}

static void test_files(void **state)
{
    static char large[QDR_NETWORK_FILE_BYTES + 1];
    qdr_network network = {0};
    qdr_error error = {""};

    (void)state;
    remove(path);
    assert_no_file("No such file or directory; accepted: a network file");
    write_file(path, good, strlen(good));
    assert_int_equal(qdr_network_file_read(path, &network, NULL, &error),
                     QDR_OK);
    assert_good(&network);
    memset(large, '\n', sizeof large);
    memcpy(large, good, strlen(good));
    write_file(path, large, QDR_NETWORK_FILE_BYTES);
    assert_int_equal(qdr_network_file_read(path, &network, NULL, &error),
                     QDR_OK);
    write_file(path, large, sizeof large);
    assert_no_file("longer than a network file; accepted: at most 65536 bytes");
    remove(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_no_file("not a regular file");
    remove(path);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_no_file("not a regular file");
    rmdir(path);
}

/* One's own link is followed, a loop is not, nor a link of another user. */
static void test_links(void **state)
{
    static const char target[] = "network_file_target.tmp";
    qdr_network network = {0};
    qdr_error error = {""};

    (void)state;
    remove(path);
    write_file(target, good, strlen(good));
    assert_int_equal(symlink(target, path), 0);
    assert_int_equal(qdr_network_file_read(path, &network, NULL, &error),
                     QDR_OK);
    assert_good(&network);
    if (lchown(path, 65534, 65534) == 0)
        assert_no_file("a link of another user; accepted: a network file");
    else
        puts("skipped: only root makes a link of another user");
    remove(path);
    remove(target);
    assert_int_equal(symlink(path, path), 0);
    assert_no_file("Too many levels of symbolic links");
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_keys),     cmocka_unit_test(test_levels),
        cmocka_unit_test(test_bad_levels),   cmocka_unit_test(test_cut_files),
        cmocka_unit_test(test_bad_values),   cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_zero_bytes),   cmocka_unit_test(test_many_ranges),
        cmocka_unit_test(test_other_locale), cmocka_unit_test(test_files),
        cmocka_unit_test(test_links)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
