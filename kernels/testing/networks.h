/* kernels/testing/networks.h -- the networks that predictions are tested on. */
#ifndef QUADRILLE_KERNELS_TESTING_NETWORKS_H
#define QUADRILLE_KERNELS_TESTING_NETWORKS_H

#include "kernels/core/network/network.h"

enum { QDR_NUM_TEST_NETWORKS = 3 };

/* The papers' model; a network of today; one that leaves receivers free for all
 * of alpha, as the simulated CM-5 without message software does. */
extern const qdr_network qdr_test_networks[QDR_NUM_TEST_NETWORKS];

/* One where a few bytes take as long as a message, so that algorithms that
 * choose by cost cut the short vectors of tests. */
extern const qdr_network qdr_test_slow_bytes;

/* One with levels, for algorithms that need them: nodes of three ranks, of
 * which two share an adapter. */
extern const qdr_network qdr_test_levels;
extern const char qdr_test_levels_line[]; /* as options have it */

#endif
