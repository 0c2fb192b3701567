/* kernels/network_file/network_fuzz_test.c -- the readers of network files, and
 * of networks in a line, meet damaged ones.
 *
 * Seeded mutations of good files. Each is read, and then keeps every promise of
 * qdr_network, or is refused with one line that names the file; the sanitizer
 * builds (--config=asan, --config=ubsan) watch the rest.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/network/network_numbers.h"
#include "kernels/network_file/network_file.h"
#include "kernels/testing/mutate.h"
#include "kernels/testing/unit_test.h"

enum { NUM_INPUTS = 50000, MAX_LENGTH = 512 };

static const char *const seeds[] = {
    "quadrille-network 1\ninside_alpha_us 0.5\ninside_beta_ns 0.05\n"
    "node_ranks 16\nadapter_ranks 8\nalpha_us 1.5\nbeta_ns 0.1\ngamma_ns 0.1\n"
    "link_excess 1\nlibrary_faster bcast 2 8 64\ntopology switched\n"
    "library_faster bcast 2 65 99\nduplex full\neager_bytes 4096\n"
    "sender_free_us 0\nreceiver_free_us 0\n",
    "quadrille-network 1\n# a mesh\nalpha_us 132.9\nbeta_ns 32.2\n"
    "gamma_ns 20\nlink_excess 9.43\ntopology mesh\nrows 16\ncolumns 32\n"
    "duplex half\neager_bytes 0\nsender_free_us 20\nreceiver_free_us 1e1\n",
};

static const char *const tokens[] = {"-1",
                                     "9223372036854775808",
                                     "1e308",
                                     "1e-400",
                                     "0x10",
                                     "nan",
                                     "#",
                                     "\n",
                                     "\n\n",
                                     "\t",
                                     " ",
                                     "+",
                                     ".",
                                     "alpha_us ",
                                     "rows 3\n",
                                     "node_ranks 1\n",
                                     "inside_beta_ns 0\n",
                                     "columns 0\n",
                                     "topology line\n",
                                     "switched",
                                     "library_faster gather 3 7 9\n",
                                     "library_faster bcast 2 0 70\n",
                                     "reduce_scatter ",
                                     " 2",
                                     "quadrille-network 2\n",
                                     NULL};

/* As options have it. */
static const char line[] =
    "alpha_us=1.5;beta_ns=0.1;gamma_ns=0.1;link_excess=2;topology=mesh;"
    "duplex=half;rows=16;columns=32;sender_free_us=1;eager_bytes=4096";

static const char *const line_tokens[] = {"-1",
                                          "1e308",
                                          "nan",
                                          "=",
                                          ";",
                                          ";;",
                                          " ",
                                          "alpha_us",
                                          "rows",
                                          "topology=line;",
                                          "mesh",
                                          "eager_bytes=",
                                          "node_ranks=2;",
                                          "inf",
                                          "0x10",
                                          "\xc2\x9b",
                                          NULL};

static bool is_within(double value, double low, double high)
{
    return value >= low && value <= high;
}

static void assert_promises(const qdr_network *network)
{
    bool is_mesh = network->topology == QDR_MESH;

    assert_true(is_within(network->alpha_us, 1e-320, 1e9));
    assert_true(is_within(network->beta_ns, 1e-320, 1e9));
    assert_true(is_within(network->gamma_ns, 0, 1e9));
    assert_true(is_within(network->link_excess, 1, 1e9));
    assert_true(is_within(network->sender_free_us, 0, network->alpha_us));
    assert_true(is_within(network->receiver_free_us, 0, network->alpha_us));
    assert_true((unsigned)network->topology < QDR_NUM_NETWORK_TOPOLOGIES);
    assert_true((unsigned)network->duplex < QDR_NUM_DUPLEXES);
    assert_true(network->eager_bytes >= 0);
    if (network->inside_alpha_us != 0) {
        assert_true(is_within(network->inside_alpha_us, 1e-320, 1e9));
        assert_true(is_within(network->inside_beta_ns, 1e-320, 1e9));
        assert_true(network->node_ranks >= 2 && network->adapter_ranks >= 1);
        assert_true(network->adapter_ranks <= network->node_ranks);
        assert_int_equal(network->topology, QDR_SWITCHED);
    } else {
        assert_true(network->inside_beta_ns == 0);
        assert_true(network->node_ranks == 0 && network->adapter_ranks == 0);
    }
    assert_true(is_mesh == (network->rows > 0 && network->columns > 0));
}

static void assert_ranges(const qdr_library_ranges *ranges)
{
    for (int i = 0; i < ranges->count; i++) {
        const qdr_library_range *a = &ranges->ranges[i];
        assert_true(a->num_procs >= 2 && a->num_procs <= 1 << 22);
        assert_true(a->lengths.min_bytes >= 0);
        assert_true(a->lengths.min_bytes <= a->lengths.max_bytes);
        for (int j = 0; j < i; j++) {
            const qdr_library_range *b = &ranges->ranges[j];
            assert_true(a->collective != b->collective ||
                        a->num_procs != b->num_procs ||
                        a->lengths.max_bytes < b->lengths.min_bytes ||
                        b->lengths.max_bytes < a->lengths.min_bytes);
        }
    }
}

TEST(mutations)
{
    int num_read[2] = {0}, num_refused[2] = {0};
    qdr_rng rng;

    qdr_rng_init(&rng, 20261126);
    for (int i = 0; i < NUM_INPUTS; i++) {
        size_t which = qdr_rng_below(&rng, 2);
        char text[MAX_LENGTH], *copy;
        size_t length = strlen(seeds[which]);
        qdr_network network = {0};
        static qdr_library_ranges ranges;
        qdr_error error = {""};

        memcpy(text, seeds[which], length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            length = qdr_mutate(&rng, text, length, MAX_LENGTH, tokens);
        copy = malloc(length > 0 ? length : 1);
        assert_non_null(copy);
        memcpy(copy, text, length);
        if (qdr_network_parse(copy, length, "net", &network, &ranges, &error) ==
            QDR_OK) {
            assert_ranges(&ranges);
            num_read[which]++;
            assert_promises(&network);
        } else {
            num_refused[which]++;
            assert_int_equal(strncmp(error.text, "net:", 4), 0);
            assert_non_null(strstr(error.text, "; accepted: "));
            assert_null(strchr(error.text, '\n'));
        }
        free(copy);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(num_read[i] > NUM_INPUTS / 100);
        assert_true(num_refused[i] > NUM_INPUTS / 100);
    }
}

TEST(lines)
{
    int num_read = 0, num_refused = 0;
    qdr_rng rng;

    qdr_rng_init(&rng, 20261128);
    for (int i = 0; i < NUM_INPUTS; i++) {
        char text[MAX_LENGTH + 1];
        size_t length = strlen(line);
        const char *name = "";
        qdr_network network = {0};
        qdr_error error = {""};

        memcpy(text, line, length);
        for (uint64_t n = qdr_rng_below(&rng, 4); n > 0; n--)
            length = qdr_mutate(&rng, text, length, MAX_LENGTH, line_tokens);
        text[length] = '\0';
        if (qdr_network_read(text, &network, &error) == QDR_OK &&
            qdr_network_check(&network, &name, &error) == QDR_OK) {
            num_read++;
            assert_promises(&network);
            continue;
        }
        num_refused++;
        assert_non_null(strstr(error.text, "; accepted: "));
        assert_null(strchr(error.text, '\n'));
    }
    assert_true(num_read > NUM_INPUTS / 100);
    assert_true(num_refused > NUM_INPUTS / 100);
}
