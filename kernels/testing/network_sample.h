/* kernels/testing/network_sample.h -- a network file with every key. */
#ifndef QUADRILLE_KERNELS_TESTING_NETWORK_SAMPLE_H
#define QUADRILLE_KERNELS_TESTING_NETWORK_SAMPLE_H

#include <stddef.h>

#include "kernels/network_file/network_file.h"

extern const char qdr_test_network[];

/* qdr_test_parse_network is qdr_network_parse of a file named "net", with no
 * byte after the text, so that a sanitizer sees reads of it. */
qdr_status qdr_test_parse_network(const char *text, size_t length,
                                  qdr_network *network,
                                  qdr_library_ranges *ranges, qdr_error *error);

#endif
