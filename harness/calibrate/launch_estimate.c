/* harness/calibrate/launch_estimate.c -- see launch_estimate.h.
 *
 * Source: Hodges and Lehmann 1963; Hollander and Wolfe, Nonparametric
 *         Statistical Methods, Sec. 3.1 to 3.3.
 * Idea:   the means of all pairs of values, each value with itself, too, are
 *         sorted. Their median is the estimate; the ends of the interval are
 *         equally far from the first and the last, by the distribution of the
 *         test's statistic.
 */
#include "harness/calibrate/launch_estimate.h"

#include <stdlib.h>

enum { MAX_MEANS = QDR_MAX_ESTIMATED * (QDR_MAX_ESTIMATED + 1) / 2 };

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double qdr_quantile_of(double *values, int count, double share)
{
    double place = share * (count - 1);
    int below = (int)place;
    int above = below + 1 < count ? below + 1 : below;

    qsort(values, (size_t)count, sizeof *values, compare);
    return values[below] + (place - below) * (values[above] - values[below]);
}

double qdr_median_of(double *values, int count)
{
    return qdr_quantile_of(values, count, 0.5);
}

/* The first number of means that is left out at either end with a probability
 * of 2.5% or more. The statistic is the sum of the ranks 1 to `count`, each
 * taken with probability 1/2, as if there were no ties. */
static int find_critical(int count)
{
    double share[MAX_MEANS + 1] = {1}, below = 0;
    int critical = 0;

    for (int rank = 1; rank <= count; rank++)
        for (int sum = count * (count + 1) / 2; sum >= 0; sum--)
            share[sum] =
                share[sum] / 2 + (sum >= rank ? share[sum - rank] / 2 : 0);
    while ((below += share[critical]) < 0.025)
        critical++;
    return critical;
}

qdr_estimate qdr_estimate_of(const double *values, int count)
{
    double means[MAX_MEANS];
    int num_means = 0, outside;

    for (int i = 0; i < count; i++)
        for (int j = 0; j <= i; j++)
            means[num_means++] = values[i] / 2 + values[j] / 2;
    qsort(means, (size_t)num_means, sizeof *means, compare);
    /* Without an interval the range of the means, which is that of values. */
    outside = count < QDR_MIN_ESTIMATED ? 1 : find_critical(count);
    return (qdr_estimate){.estimate = qdr_median_of(means, num_means),
                          .low = means[outside - 1],
                          .high = means[num_means - outside]};
}
