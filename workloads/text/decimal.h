/* workloads/text/decimal.h -- decimal numbers, exactly. */
#ifndef QUADRILLE_WORKLOADS_TEXT_DECIMAL_H
#define QUADRILLE_WORKLOADS_TEXT_DECIMAL_H

#include <stdbool.h>
#include <stdint.h>

#define QDR_DECIMAL_ONE 1000000000000000000 /* 10^18 */

typedef struct qdr_decimal {
    int64_t whole;
    int64_t fraction; /* parts of QDR_DECIMAL_ONE, rounded down, but 0 only if
                         there is none */
} qdr_decimal;

/* qdr_decimal_parse reads a number from 0 to below 2^63: "5", "1.5e3". Returns
 * false for all else. */
bool qdr_decimal_parse(const char *word, qdr_decimal *out_number);

#endif
