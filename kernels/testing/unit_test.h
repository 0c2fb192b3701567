/* kernels/testing/unit_test.h -- cmocka, with what its header needs before it.
 */
#ifndef QUADRILLE_KERNELS_TESTING_UNIT_TEST_H
#define QUADRILLE_KERNELS_TESTING_UNIT_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Every test is passed a state; few have one. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* A qdr_status is QDR_OK. A macro, so that a failure names the test's line. */
#define assert_ok(status) assert_int_equal(status, QDR_OK)

#endif
