/* kernels/core/base/rational.h -- exact fractions, for the coefficients of
 * costs. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_RATIONAL_H
#define QUADRILLE_KERNELS_CORE_BASE_RATIONAL_H

#include <stdint.h>
#include <stdio.h>

/* In lowest terms, the denominator at least 1. */
typedef struct qdr_rational {
    int64_t numerator, denominator;
} qdr_rational;

/* qdr_rational_of returns numerator / denominator; the denominator is at
 * least 1. */
qdr_rational qdr_rational_of(int64_t numerator, int64_t denominator);

/* qdr_rational_add and qdr_rational_multiply return sum and product. The caller
 * ensures that neither exceeds 2^63 before it is reduced; coefficients of up to
 * 2^22 processes never do. */
qdr_rational qdr_rational_add(qdr_rational a, qdr_rational b);
qdr_rational qdr_rational_multiply(qdr_rational a, qdr_rational b);

/* qdr_rational_print writes it as "16/3", a whole number as "5". */
void qdr_rational_print(qdr_rational a, FILE *to);

#endif
