/* workloads/euler/euler_check.c -- is it a flow, see euler_flow.h. */
#include <math.h>
#include <string.h>

#include "workloads/euler/euler_flow.h"

enum { WIDTH = QDR_EULER_WIDTH };

/* If all of the boundary is a far field, the free stream must not change: flow
 * into a cell flows out. */
static qdr_status check_free_stream(qdr_euler_flow *flow, qdr_error *error)
{
    const int64_t owned = flow->halo.num_owned;

    for (int64_t i = 0; i < owned + flow->halo.num_ghosts; i++)
        memcpy(flow->start + WIDTH * i, flow->free_stream,
               sizeof flow->free_stream);
    qdr_euler_clear(flow);
    qdr_euler_add_edges(flow, flow->start);
    qdr_euler_add_sides(flow, flow->start, true);
    for (int64_t i = 0; i < owned * WIDTH; i++)
        if (!(fabs(flow->residual[i]) <=
              1e-12 * flow->free_stream[4] * flow->rates[i / WIDTH]))
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "euler: the free stream is not kept at point %lld, "
                            "by %g of what flows there",
                            (long long)flow->halo.vertices[i / WIDTH],
                            flow->residual[i] / flow->rates[i / WIDTH]);
    return QDR_OK;
}

static qdr_status check_states(const qdr_euler_flow *flow, qdr_error *error)
{
    for (int64_t i = 0; i < flow->halo.num_owned; i++) {
        const double *state = flow->values + WIDTH * i;
        double pressure = qdr_euler_pressure(state);
        bool is_good = isfinite(pressure) && pressure > 0 && state[0] > 0;
        for (int k = 0; k < WIDTH; k++)
            is_good = is_good && isfinite(state[k]);
        if (!is_good)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "euler: at point %lld the density is %g, the "
                            "pressure %g; accepted: finite, above 0",
                            (long long)flow->halo.vertices[i], state[0],
                            pressure);
    }
    return QDR_OK;
}

static void sum_up(const qdr_euler_flow *flow, double *sums)
{
    for (int64_t i = 0; i < flow->halo.num_owned * WIDTH; i++)
        sums[i % WIDTH] += flow->residual[i];
}

/* Of all cells together only the boundary's fluxes are left. Collective. */
static qdr_status check_conservation(qdr_euler_flow *flow, qdr_error *error)
{
    double sums[2 * WIDTH + 1] = {0}, *through = sums, *left = sums + WIDTH;
    double *swept = sums + 2 * WIDTH;
    qdr_status status =
        qdr_halo_exchange(&flow->halo, flow->host, WIDTH, flow->values, error);

    if (status != QDR_OK)
        return status;
    qdr_euler_clear(flow);
    qdr_euler_add_sides(flow, flow->values, false);
    sum_up(flow, through);
    qdr_euler_add_edges(flow, flow->values);
    sum_up(flow, left);
    for (int64_t i = 0; i < flow->halo.num_owned; i++)
        *swept += flow->rates[i] * flow->free_stream[4];
    status = flow->host->reduce(flow->host->context, QDR_SUM, 2 * WIDTH + 1,
                                sums, error);
    for (int k = 0; k < WIDTH && status == QDR_OK; k++)
        if (!(fabs(left[k] - through[k]) <= 1e-13 * *swept))
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "euler: not conserved: %g leaves all cells, %g "
                              "crosses the boundary",
                              left[k], through[k]);
    return status;
}

qdr_status qdr_euler_flow_check(qdr_euler_flow *flow, qdr_error *error)
{
    qdr_status stays = check_free_stream(flow, error);
    qdr_error other = {""};
    qdr_error *first = stays == QDR_OK ? error : &other;
    qdr_status states = check_states(flow, first);
    qdr_status sums;

    if (stays == QDR_OK && states != QDR_OK)
        first = &other;
    sums = check_conservation(flow, first);
    return stays != QDR_OK ? stays : states != QDR_OK ? states : sums;
}
