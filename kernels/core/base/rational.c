/* kernels/core/base/rational.c -- see rational.h. */
#include "kernels/core/base/rational.h"

#include <inttypes.h>

static int64_t greatest_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

qdr_rational qdr_rational_of(int64_t numerator, int64_t denominator)
{
    int64_t divisor = greatest_divisor(numerator, denominator);

    return (qdr_rational){numerator / divisor, denominator / divisor};
}

qdr_rational qdr_rational_add(qdr_rational a, qdr_rational b)
{
    /* Over the least common denominator, which stays small. */
    int64_t divisor = greatest_divisor(a.denominator, b.denominator);

    return qdr_rational_of(a.numerator * (b.denominator / divisor) +
                               b.numerator * (a.denominator / divisor),
                           a.denominator / divisor * b.denominator);
}

qdr_rational qdr_rational_multiply(qdr_rational a, qdr_rational b)
{
    qdr_rational left = qdr_rational_of(a.numerator, b.denominator);
    qdr_rational right = qdr_rational_of(b.numerator, a.denominator);

    return (qdr_rational){left.numerator * right.numerator,
                          left.denominator * right.denominator};
}

void qdr_rational_print(qdr_rational a, FILE *to)
{
    fprintf(to, "%" PRId64, a.numerator);
    if (a.denominator > 1)
        fprintf(to, "/%" PRId64, a.denominator);
}
