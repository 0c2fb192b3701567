/* kernels/network_file/network_file_test.c -- a network file is read: every
 * key, in any locale, from files and links. */
#include <locale.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/network_file/network_file.h"
#include "kernels/testing/network_sample.h"
#include "kernels/testing/unit_test.h"

static const char path[] = "network_file_test.tmp";

/* Of the last text that was parsed. */
static qdr_library_ranges ranges;

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

TEST(all_keys)
{
    qdr_network network = {0}, again = {0};
    qdr_error error = {""};
    char text[1000] = "quadrille-network 1\n";
    FILE *to;

    assert_ok(qdr_test_parse_network(qdr_test_network, strlen(qdr_test_network),
                                     &network, &ranges, &error));
    assert_good(&network);
    assert_good_ranges();
    /* What is printed is read back. */
    to = fmemopen(text + strlen(text), sizeof text - strlen(text), "w");
    assert_non_null(to);
    qdr_library_ranges_print(&ranges, to);
    qdr_network_print(&network, to);
    fclose(to);
    assert_ok(
        qdr_test_parse_network(text, strlen(text), &again, &ranges, &error));
    assert_good(&again);
    assert_good_ranges();
}

/* The keys of levels: all or none, before the others when printed, so that a
 * file that was cut is still refused. */
TEST(levels)
{
    static const char keys[] = "rendezvous_us 1.25\ninside_eager_bytes 4000\n"
                               "inside_rendezvous_us 2.5\n"
                               "inside_alpha_us 0.5\ninside_beta_ns 0.25\n"
                               "node_ranks 16\nadapter_ranks 8\n";
    static const char rest[] =
        "alpha_us 1.5\nbeta_ns 0.25\ngamma_ns 0\nlink_excess 4\n"
        "topology switched\nduplex full\n"
        "sender_free_us 0.5\nreceiver_free_us 1.5\neager_bytes 4096\n";
    char text[1000];
    qdr_network network = {0};
    qdr_error error = {""};
    FILE *to;

    snprintf(text, sizeof text, "quadrille-network 1\n%s%s", keys, rest);
    assert_ok(
        qdr_test_parse_network(text, strlen(text), &network, &ranges, &error));
    assert_true(network.rendezvous_us == 1.25);
    assert_int_equal(network.inside_eager_bytes, 4000);
    assert_true(network.inside_rendezvous_us == 2.5);
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

/* A program may have set a locale in which numbers have a comma. */
TEST(other_locale)
{
    qdr_network network = {0};
    qdr_error error = {""};
    bool has_locale = setlocale(LC_NUMERIC, "de_DE.UTF-8") != NULL;

    if (!has_locale)
        puts("skipped: the locale de_DE.UTF-8 is not installed");
    assert_ok(qdr_test_parse_network(qdr_test_network, strlen(qdr_test_network),
                                     &network, &ranges, &error));
    assert_non_null(setlocale(LC_NUMERIC, "C"));
    assert_good(&network);
}

static void assert_no_file(const char *words)
{
    qdr_network network;
    qdr_error error = {""};

    assert_int_equal(qdr_network_file_read(path, &network, NULL, &error),
                     QDR_ERROR_INPUT);
    assert_says(error.text, words);
}

TEST(files)
{
    static char large[QDR_NETWORK_FILE_BYTES + 1];
    qdr_network network = {0};
    qdr_error error = {""};

    remove(path);
    assert_no_file("No such file or directory; accepted: a network file");
    qdr_scratch_write(path, qdr_test_network, strlen(qdr_test_network));
    assert_ok(qdr_network_file_read(path, &network, NULL, &error));
    assert_good(&network);
    memset(large, '\n', sizeof large);
    memcpy(large, qdr_test_network, strlen(qdr_test_network));
    qdr_scratch_write(path, large, QDR_NETWORK_FILE_BYTES);
    assert_ok(qdr_network_file_read(path, &network, NULL, &error));
    qdr_scratch_write(path, large, sizeof large);
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
TEST(links)
{
    static const char target[] = "network_file_target.tmp";
    qdr_network network = {0};
    qdr_error error = {""};

    remove(path);
    qdr_scratch_write(target, qdr_test_network, strlen(qdr_test_network));
    assert_int_equal(symlink(target, path), 0);
    assert_ok(qdr_network_file_read(path, &network, NULL, &error));
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
