/* kernels/testing/chosen.h -- tests of one algorithm alone, as in
 * `bazel test --test_env=ALGORITHM=gs //kernels:kernels_test`. */
#ifndef QUADRILLE_KERNELS_TESTING_CHOSEN_H
#define QUADRILLE_KERNELS_TESTING_CHOSEN_H

#include "kernels/kernel.h"

/* qdr_is_chosen says whether to test an algorithm: all, or the one that the
 * environment names in ALGORITHM. An unknown name there aborts the test. */
bool qdr_is_chosen(const qdr_kernel *kernel);

#endif
