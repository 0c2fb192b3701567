/* kernels/testing/network_sample.c -- see network_sample.h. */
#include "kernels/testing/network_sample.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"

const char qdr_test_network[] = "quadrille-network 1\n"
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

qdr_status qdr_test_parse_network(const char *text, size_t length,
                                  qdr_network *network,
                                  qdr_library_ranges *ranges, qdr_error *error)
{
    char *copy = malloc(length > 0 ? length : 1);
    qdr_status status;

    assert_non_null(copy);
    memcpy(copy, text, length);
    status = qdr_network_parse(copy, length, "net", network, ranges, error);
    free(copy);
    return status;
}
