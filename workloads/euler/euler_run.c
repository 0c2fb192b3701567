/* workloads/euler/euler_run.c -- the steps of a flow, see euler_flow.h. */
#include <math.h>
#include <string.h>

#include "workloads/euler/euler_flow.h"

enum { WIDTH = QDR_EULER_WIDTH, NUM_STAGES = 3 };

/* Of three stages the ones that damp upwind differences of first order best, up
 * to a CFL number of 1.5 [vanleer1989]. */
static const double shares[NUM_STAGES] = {0.1481, 0.4, 1};

void qdr_euler_clear(qdr_euler_flow *flow)
{
    const size_t points =
        (size_t)(flow->halo.num_owned + flow->halo.num_ghosts);

    memset(flow->residual, 0, points * WIDTH * sizeof *flow->residual);
    memset(flow->rates, 0, points * sizeof *flow->rates);
}

void qdr_euler_add_edges(qdr_euler_flow *flow, const double *values)
{
    double flux[WIDTH];

    for (int64_t e = 0; e < flow->num_edges; e++) {
        const int64_t i = flow->edges[e].from, j = flow->edges[e].to;
        double rate = qdr_euler_flux(values + WIDTH * i, values + WIDTH * j,
                                     &flow->areas[3 * e], flux);
        for (int k = 0; k < WIDTH; k++) {
            flow->residual[WIDTH * i + k] += flux[k];
            flow->residual[WIDTH * j + k] -= flux[k];
        }
        flow->rates[i] += rate / 2;
        flow->rates[j] += rate / 2;
    }
}

void qdr_euler_add_sides(qdr_euler_flow *flow, const double *values,
                         bool is_open)
{
    double flux[WIDTH];

    for (int64_t s = 0; s < flow->num_sides; s++) {
        const qdr_dual_side *side = &flow->sides[s];
        const double *state = values + WIDTH * (int64_t)side->point;
        double rate =
            is_open || side->tag == QDR_MESH_FAR_FIELD
                ? qdr_euler_flux(state, flow->free_stream, side->area, flux)
                : qdr_euler_slip(state, side->area, flux);
        for (int k = 0; k < WIDTH; k++)
            flow->residual[WIDTH * (int64_t)side->point + k] += flux[k];
        flow->rates[side->point] += rate / 2;
    }
}

/* The min density and pressure of a step's stages, up to the first stage in
 * which one is not positive: after that stage a rank's values are invalid, and
 * so are values that others compute from them. */
typedef struct lowest {
    double values[2];
    int64_t points[2];
    int stage; /* the last that counts */
} lowest;
static const char *const quantities[] = {"density", "pressure"};

static void note(lowest *l, int which, double value, int64_t point)
{
    if (value >= l->values[which])
        return;
    l->values[which] = isnan(value) ? -HUGE_VAL : value;
    l->points[which] = point;
}

static void note_all(const qdr_euler_flow *flow, int stage, lowest *l)
{
    if (!(l->values[0] > 0 && l->values[1] > 0))
        return;
    l->stage = stage;
    for (int64_t i = 0; i < flow->halo.num_owned; i++) {
        const double *state = flow->values + WIDTH * i;
        note(l, 0, state[0], flow->halo.vertices[i]);
        note(l, 1, qdr_euler_pressure(state), flow->halo.vertices[i]);
    }
}

static qdr_status get_min(const qdr_euler_flow *flow, int count, double *values,
                          qdr_error *error)
{
    return flow->host->reduce(flow->host->context, QDR_MIN, count, values,
                              error);
}

/* Reports the point with the lowest value in the first stage with one not above
 * 0. */
static qdr_status blame(const qdr_euler_flow *flow, const lowest *l,
                        int64_t step, qdr_error *error)
{
    bool is_bad = !(l->values[0] > 0 && l->values[1] > 0);
    double stage = is_bad ? l->stage : NUM_STAGES, point = HUGE_VAL;
    double values[2] = {HUGE_VAL, HUGE_VAL};
    qdr_status status = get_min(flow, 1, &stage, error);
    int which;

    for (int q = 0; q < 2 && is_bad && l->stage == (int)stage; q++)
        values[q] = l->values[q];
    if (status == QDR_OK)
        status = get_min(flow, 2, values, error);
    which = values[0] > 0 ? 1 : 0;
    if (is_bad && l->stage == (int)stage && l->values[which] <= values[which])
        point = (double)l->points[which];
    if (status == QDR_OK)
        status = get_min(flow, 1, &point, error);
    if (status != QDR_OK)
        return status;
    return qdr_fail(error, QDR_ERROR_CHECK,
                    "euler: step %lld: the %s at point %.0f is %g; accepted: "
                    "above 0, as of a smaller cfl",
                    (long long)step, quantities[which], point, values[which]);
}

/* Fails if any rank's lowest are not above 0, on all alike. */
static qdr_status hold(const qdr_euler_flow *flow, const lowest *l,
                       int64_t step, qdr_error *error)
{
    double values[2] = {l->values[0], l->values[1]};
    qdr_status status = get_min(flow, 2, values, error);

    if (status != QDR_OK || (values[0] > 0 && values[1] > 0))
        return status;
    return blame(flow, l, step, error);
}

/* The square of the change of density, over all of the rank's air. */
static double square_of_change(const qdr_euler_flow *flow)
{
    double sum = 0;

    for (int64_t i = 0; i < flow->halo.num_owned; i++) {
        double change = flow->residual[WIDTH * i];
        sum += change * change / flow->volumes[i];
    }
    return sum;
}

/* Sets the states to those before the step, changed by a share of it. */
static void update(qdr_euler_flow *flow, double share)
{
    for (int64_t i = 0; i < flow->halo.num_owned; i++) {
        const double by = share * flow->steps[i];
        for (int k = 0; k < WIDTH; k++)
            flow->values[WIDTH * i + k] =
                flow->start[WIDTH * i + k] - by * flow->residual[WIDTH * i + k];
    }
}

static qdr_status advance(qdr_euler_flow *flow, lowest *l, double *square,
                          qdr_error *error)
{
    const size_t bytes =
        (size_t)flow->halo.num_owned * WIDTH * sizeof *flow->values;
    qdr_status status = QDR_OK;

    memcpy(flow->start, flow->values, bytes);
    for (int s = 0; s < NUM_STAGES && status == QDR_OK; s++) {
        status = qdr_halo_exchange(&flow->halo, flow->host, WIDTH, flow->values,
                                   error);
        if (status != QDR_OK)
            return status;
        qdr_euler_clear(flow);
        qdr_euler_add_edges(flow, flow->values);
        qdr_euler_add_sides(flow, flow->values, false);
        for (int64_t i = 0; i < flow->halo.num_owned && s == 0; i++)
            flow->steps[i] = flow->rules.cfl / flow->rates[i];
        if (s == 0)
            *square = square_of_change(flow);
        update(flow, shares[s]);
        note_all(flow, s, l);
    }
    return flow->host->reduce(flow->host->context, QDR_SUM, 1, square, error);
}

qdr_status qdr_euler_flow_run(qdr_euler_flow *flow, qdr_error *error)
{
    const size_t bytes = sizeof flow->free_stream;
    qdr_status status = QDR_OK;
    double square = 0;

    for (int64_t i = 0; i < flow->halo.num_owned; i++)
        memcpy(flow->values + WIDTH * i, flow->free_stream, bytes);
    for (int64_t step = 1; step <= flow->rules.steps; step++) {
        lowest l = {.values = {HUGE_VAL, HUGE_VAL}};
        status = advance(flow, &l, &square, error);
        if (status == QDR_OK)
            status = hold(flow, &l, step, error);
        if (status != QDR_OK)
            return status;
        flow->last_norm = sqrt(square);
        if (step == 1)
            flow->first_norm = flow->last_norm;
    }
    return status;
}
