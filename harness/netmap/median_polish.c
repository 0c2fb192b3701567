/* harness/netmap/median_polish.c -- see median_polish.h. */
#include "harness/netmap/median_polish.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "harness/calibrate/launch_estimate.h"
#include "harness/netmap/rate_table.h"

void qdr_polish_cleanup(qdr_polish *polish)
{
    free(polish->send);
    *polish = (qdr_polish){0};
}

/* One allocation, which `send` owns: the effects, the residuals. */
static qdr_status init(qdr_polish *polish, int num_nodes, const double *rates,
                       qdr_error *error)
{
    const size_t n = (size_t)num_nodes;
    double *numbers = calloc(2 * n + n * n, sizeof *numbers);

    if (numbers == NULL)
        return qdr_fail_memory(error, "the effects of nodes");
    *polish = (qdr_polish){.num_nodes = num_nodes,
                           .send = numbers,
                           .receive = numbers + n,
                           .residual = numbers + 2 * n};
    for (size_t i = 0; i < n * n; i++)
        polish->residual[i] = log(rates[i]);
    return QDR_OK;
}

/* Moves the median of each row, or column, to its effect; returns the longest
 * move. */
static double sweep(qdr_polish *p, qdr_pair_end end, double *room)
{
    const int n = p->num_nodes;
    double *effects = end == QDR_SENDER ? p->send : p->receive, longest = 0;

    for (int node = 0; node < n; node++) {
        double move = qdr_rate_median(n, p->residual, node, end, room);
        if (isnan(move))
            continue;
        effects[node] += move;
        longest = fmax(longest, fabs(move));
        for (int other = 0; other < n; other++)
            p->residual[end == QDR_SENDER ? qdr_pair_at(n, node, other)
                                          : qdr_pair_at(n, other, node)] -=
                move;
    }
    return longest;
}

static void centre(double *effects, int count, double *overall, double *room)
{
    double median;

    memcpy(room, effects, (size_t)count * sizeof *room);
    median = qdr_median_of(room, count);
    for (int i = 0; i < count; i++)
        effects[i] -= median;
    *overall += median;
}

/* The sum of absolute residuals, which a polish makes small. */
static double error_of(const qdr_polish *p)
{
    double sum = 0;

    for (int i = 0; i < p->num_nodes * p->num_nodes; i++)
        sum += isnan(p->residual[i]) ? 0 : fabs(p->residual[i]);
    return sum;
}

/* Of three nodes a median is a mean of two, and the polish converges as slowly
 * as a series. */
static void polish_from(qdr_polish *p, qdr_pair_end first, double *room)
{
    enum { MAX_SWEEPS = 60 };
    const qdr_pair_end second = first == QDR_SENDER ? QDR_RECEIVER : QDR_SENDER;
    double longest = 1;

    for (int i = 0; i < MAX_SWEEPS && longest > 1e-6; i++) {
        longest = sweep(p, first, room);
        longest = fmax(longest, sweep(p, second, room));
    }
    centre(p->send, p->num_nodes, &p->overall, room);
    centre(p->receive, p->num_nodes, &p->overall, room);
}

/* It depends on what is swept first: with half of the receivers slow, rows have
 * no good median, but columns have. The better of both is returned. */
qdr_status qdr_polish_rates(qdr_polish *polish, int num_nodes,
                            const double *rates, qdr_error *error)
{
    qdr_polish made[2] = {{0}, {0}};
    double *room = malloc((size_t)num_nodes * sizeof *room);
    int better = 0;
    qdr_status status = room == NULL
                            ? qdr_fail_memory(error, "the effects of nodes")
                            : init(&made[0], num_nodes, rates, error);

    if (status == QDR_OK)
        status = init(&made[1], num_nodes, rates, error);
    if (status == QDR_OK) {
        polish_from(&made[0], QDR_SENDER, room);
        polish_from(&made[1], QDR_RECEIVER, room);
        better = error_of(&made[1]) < error_of(&made[0]);
        *polish = made[better];
        made[better] = (qdr_polish){0};
    }
    qdr_polish_cleanup(&made[0]);
    qdr_polish_cleanup(&made[1]);
    free(room);
    return status;
}

/* 1.4826 times the median absolute deviation, as of a normal distribution. The
 * more numbers are fitted, the smaller are residuals: of three nodes the polish
 * leaves one degree of freedom in six. */
qdr_status qdr_polish_spread(const qdr_polish *polish, int num_fitted,
                             double *out_spread, qdr_error *error)
{
    const int n = polish->num_nodes;
    double *sizes = malloc((size_t)n * (size_t)n * sizeof *sizes);
    int count = 0;

    if (sizes == NULL)
        return qdr_fail_memory(error, "residuals");
    for (int i = 0; i < n * n; i++)
        if (!isnan(polish->residual[i]))
            sizes[count++] = fabs(polish->residual[i]);
    *out_spread = count <= num_fitted
                      ? 0
                      : 1.4826 * qdr_median_of(sizes, count) *
                            sqrt((double)count / (count - num_fitted));
    free(sizes);
    return QDR_OK;
}
