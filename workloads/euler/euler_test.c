/* workloads/euler/euler_test.c -- a wing at transonic speed, and flows that
 * cannot be. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/testing/unit_test.h"
#include "workloads/airfoil/stored_meshes.h"
#include "workloads/euler/euler_flow.h"
#include "workloads/testing/traffic.h"

enum { WIDTH = QDR_EULER_WIDTH, SIZE_545 = 0, SIZE_2800 = 2, SIZE_9428 = 4 };
static const qdr_euler_rules transonic = {0.84, 3.06, 1.4, 200};

static void read_mesh(int size, qdr_mesh *mesh)
{
    *mesh = (qdr_mesh){0};
    assert_ok(qdr_stored_mesh(size, mesh, NULL));
}

/* The forces on the wall: the min pressure coefficient of the upper side, the
 * max near the leading edge, and lift and drag, over the area from above. */
typedef struct wall {
    double upper_min, nose_max, lift, drag;
} wall;

static wall feel(const qdr_mesh *mesh, const qdr_euler_flow *flow,
                 const double *coefficients)
{
    const double angle = flow->rules.alpha * acos(-1) / 180;
    wall w = {0};
    double force[3] = {0}, span = 0;

    for (int64_t s = 0; s < flow->num_sides; s++) {
        const qdr_dual_side *side = &flow->sides[s];
        const double *x = &mesh->coordinates[3 * (int64_t)side->point];
        double c = coefficients[side->point];
        if (side->tag != QDR_MESH_WALL)
            continue;
        /* Out of the air is into the wing: down, on the upper side. */
        if (side->area[2] < 0) {
            w.upper_min = fmin(w.upper_min, c);
            span -= side->area[2];
        }
        if (x[0] < -0.5 + tan(acos(-1) / 6) * x[1] + 0.15)
            w.nose_max = fmax(w.nose_max, c);
        for (int d = 0; d < 3; d++)
            force[d] += c * side->area[d];
    }
    w.lift = (force[2] * cos(angle) - force[0] * sin(angle)) / span;
    w.drag = (force[0] * cos(angle) + force[2] * sin(angle)) / span;
    return w;
}

static wall fly(int size, qdr_euler_rules rules, double *drop)
{
    qdr_mesh mesh;
    qdr_euler_flow flow;
    qdr_error error = {""};
    double *coefficients;
    wall w;

    read_mesh(size, &mesh);
    coefficients = calloc((size_t)mesh.num_points, sizeof *coefficients);
    assert_non_null(coefficients);
    assert_ok(qdr_euler_flow_alone(&flow, &mesh, rules, NULL));
    if (qdr_euler_flow_run(&flow, &error) != QDR_OK ||
        qdr_euler_flow_check(&flow, &error) != QDR_OK)
        fail_msg("%s", error.text);
    for (int64_t i = 0; i < mesh.num_points; i++) {
        double pressure = qdr_euler_pressure(flow.values + WIDTH * i);
        assert_true(flow.values[WIDTH * i] > 0 && pressure > 0);
        coefficients[i] = (pressure - 1 / 1.4) / (rules.mach * rules.mach / 2);
    }
    *drop = flow.last_norm / flow.first_norm;
    w = feel(&mesh, &flow, coefficients);
    free(coefficients);
    qdr_euler_flow_cleanup(&flow);
    qdr_mesh_cleanup(&mesh);
    return w;
}

/* At Mach 0.84 air at rest has a coefficient of 1.19, the max. */
TEST(wing)
{
    double drop;
    wall w = fly(SIZE_2800, transonic, &drop);

    assert_true(drop < 1e-3);
    assert_true(w.nose_max > 0.7 && w.nose_max < 1.2);
    assert_true(w.upper_min < -0.5 && w.upper_min > -1.5);
    assert_true(w.lift > 0.2 && w.lift < 0.3);
    assert_true(w.drag > 0 && w.drag < 0.1);
}

/* Without an angle it has no lift; from below, as much as from above. */
TEST(symmetry)
{
    qdr_euler_rules level = transonic, down = transonic;
    double drop;
    wall w, other;

    level.alpha = 0;
    down.alpha = -transonic.alpha;
    w = fly(SIZE_545, level, &drop);
    assert_true(fabs(w.lift) < 0.02);
    w = fly(SIZE_545, transonic, &drop);
    other = fly(SIZE_545, down, &drop);
    assert_true(w.lift > 0.15);
    assert_true(fabs(w.lift + other.lift) < 0.03);
}

/* Finer meshes come nearer: more at the nose, less above. */
TEST(sizes)
{
    qdr_euler_rules rules = transonic;
    double drop, nose = 0, upper = 0;

    rules.steps = 100;
    for (int size = SIZE_545; size <= SIZE_9428; size += SIZE_2800) {
        wall w = fly(size, rules, &drop);
        assert_true(drop < 0.05);
        assert_true(w.nose_max > nose && w.upper_min < upper);
        nose = w.nose_max;
        upper = w.upper_min;
    }
}

/* Too long a step: which step, and which point. */
TEST(negative)
{
    qdr_euler_rules rules = transonic;
    qdr_euler_flow flow;
    qdr_mesh mesh;
    qdr_error error = {""};
    long long step, point;
    char what[16];
    double value;

    rules.cfl = 20;
    read_mesh(SIZE_545, &mesh);
    assert_ok(qdr_euler_flow_alone(&flow, &mesh, rules, NULL));
    assert_int_equal(qdr_euler_flow_run(&flow, &error), QDR_ERROR_CHECK);
    assert_int_equal(sscanf(error.text,
                            "euler: step %lld: the %15s at point %lld is %lf; "
                            "accepted: above 0, as of a smaller cfl",
                            &step, what, &point, &value),
                     4);
    assert_in_range(step, 1, 10);
    assert_in_range(point, 0, mesh.num_points - 1);
    assert_true(strcmp(what, "density") == 0 || strcmp(what, "pressure") == 0);
    assert_true(value <= 0 && isfinite(value));
    qdr_euler_flow_cleanup(&flow);
    qdr_mesh_cleanup(&mesh);
}

/* A sum that is not that of the ranks. */
static qdr_status reduce_wrongly(void *context, qdr_reduction reduction,
                                 int count, double *values, qdr_error *error)
{
    (void)context, (void)error;
    if (reduction == QDR_SUM)
        values[count / 2] += 1e-6;
    return QDR_OK;
}

/* A flow whose faces do not fit is found out. */
TEST(check_finds)
{
    qdr_euler_rules rules = transonic;
    qdr_mesh mesh;
    qdr_error error = {""};

    rules.steps = 3;
    read_mesh(SIZE_545, &mesh);
    for (int fault = 0; fault < 4; fault++) {
        static const char *const reasons[] = {
            "the free stream is not kept", "the free stream is not kept",
            "accepted: finite, above 0", "not conserved"};
        qdr_euler_flow flow;
        qdr_host wrong;
        assert_ok(qdr_euler_flow_alone(&flow, &mesh, rules, NULL));
        assert_ok(qdr_euler_flow_run(&flow, NULL));
        assert_ok(qdr_euler_flow_check(&flow, NULL));
        wrong = *flow.host;
        wrong.reduce = reduce_wrongly;
        if (fault == 0)
            flow.areas[3 * 100] *= 1 + 1e-9;
        else if (fault == 1)
            flow.sides[10].area[1] += 1e-9;
        else if (fault == 2)
            flow.values[WIDTH * 50] = NAN;
        else
            flow.host = &wrong;
        if (qdr_euler_flow_check(&flow, &error) != QDR_ERROR_CHECK ||
            strstr(error.text, reasons[fault]) == NULL)
            fail_msg("fault %d: '%s'", fault, error.text);
        qdr_euler_flow_cleanup(&flow);
    }
    qdr_mesh_cleanup(&mesh);
}

TEST(refusals)
{
    static const qdr_refusal bad[] = {
        {4, "points=546", "accepted: 545, 2000, 2800, 3000, 9428, 53961"},
        {4, "mach=-1", "accepted"},
        {4, "cfl=0", "accepted"},
        {4, "steps=0", "accepted"},
        {4, "partition=halves", "accepted: strips, rcb"},
    };

    qdr_traffic_refuses("euler", (qdr_workload_input){0}, bad,
                        sizeof bad / sizeof *bad);
}
