/* workloads/skewed/zipf_law.c -- see zipf_law.h.
 *
 * Source: Zipf's law, [knuth1998, Sec. 6.1].
 */
#include "workloads/skewed/zipf_law.h"

#include <math.h>
#include <stdlib.h>

/* Products of a total below 2^63 and a weight up to 2^40 do not fit in 64. */
__extension__ typedef __int128 wide;

typedef struct fraction {
    wide value;
    int64_t place;
} fraction;

int64_t qdr_zipf_weight(int64_t k, double exponent)
{
    int64_t weight = llround(0x1p40 / pow((double)k, exponent));

    return weight > 0 ? weight : 1;
}

static int by_value(const void *left, const void *right)
{
    const fraction *a = left, *b = right;

    if (a->value != b->value)
        return a->value > b->value ? -1 : 1;
    return (a->place > b->place) - (a->place < b->place);
}

qdr_status qdr_zipf_distribute(int64_t *shares, int64_t count, double exponent,
                               int64_t total, qdr_error *error)
{
    fraction *remainders = malloc(((size_t)count + 1) * sizeof *remainders);
    int64_t left = total;
    wide sum = 0;

    if (remainders == NULL)
        return qdr_fail_memory(error, "the shares of a law");
    for (int64_t i = 0; i < count; i++)
        sum += qdr_zipf_weight(i + 1, exponent);
    for (int64_t i = 0; i < count; i++) {
        wide product = (wide)total * qdr_zipf_weight(i + 1, exponent);
        shares[i] = (int64_t)(product / sum);
        remainders[i] = (fraction){product % sum, i};
        left -= shares[i];
    }
    qsort(remainders, (size_t)count, sizeof *remainders, by_value);
    for (int64_t i = 0; i < left && i < count; i++)
        shares[remainders[i].place]++;
    free(remainders);
    return QDR_OK;
}
