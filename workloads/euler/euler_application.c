/* workloads/euler/euler_application.c -- the flow as an application, held
 * against one on a rank alone. */
#include <math.h>
#include <stdlib.h>

#include "workloads/euler/euler_flow.h"

enum { WIDTH = QDR_EULER_WIDTH };

typedef struct state {
    qdr_euler_flow flow;
    qdr_mesh mesh; /* of rank 0, for the serial answer; empty on the others */
    int64_t num_points; /* of the mesh */
    double *serial;     /* [num_points][WIDTH], the serial answer */
    bool is_serial_known;
} state;

static void free_state(void *context)
{
    state *s = context;

    if (s == NULL)
        return;
    qdr_mesh_cleanup(&s->mesh);
    qdr_euler_flow_cleanup(&s->flow);
    free(s->serial);
    free(s);
}

static qdr_euler_rules rules_of(const qdr_workload_input *input)
{
    return (qdr_euler_rules){
        .mach = qdr_values_real(input->values, QDR_EULER_MACH),
        .alpha = qdr_values_real(input->values, QDR_EULER_ALPHA),
        .cfl = qdr_values_real(input->values, QDR_EULER_CFL),
        .steps = qdr_values_integer(input->values, QDR_EULER_STEPS)};
}

/* Room for the serial answer, and on rank 0 the data to compute it, from *mesh.
 */
static qdr_status make_serial(state *s, qdr_mesh *mesh, qdr_error *error)
{
    s->num_points = mesh->num_points;
    s->serial = calloc((size_t)s->num_points * WIDTH + 1, sizeof *s->serial);
    if (s->serial == NULL)
        return qdr_fail_memory(error, "the serial flow");
    if (s->flow.host->rank == 0) {
        s->mesh = *mesh;
        *mesh = (qdr_mesh){0};
    }
    return QDR_OK;
}

static qdr_status new_state(void **out_state, const qdr_workload_input *input,
                            const qdr_host *host, qdr_error *error)
{
    state *s = calloc(1, sizeof *s);
    qdr_partitioned_mesh d = {.part = NULL};
    qdr_status status;

    if (s == NULL)
        return qdr_fail_memory(error, "a flow");
    status = qdr_euler_partition(&d, input, error);
    if (status == QDR_OK)
        status = qdr_euler_flow_init(&s->flow, &d.mesh, &d.graph, d.part,
                                     rules_of(input), host, error);
    if (status == QDR_OK)
        status = make_serial(s, &d.mesh, error);
    qdr_partitioned_mesh_cleanup(&d);
    if (status == QDR_OK)
        *out_state = s;
    else
        free_state(s);
    return status;
}

static qdr_status run(void *context, qdr_error *error)
{
    state *s = context;

    return qdr_euler_flow_run(&s->flow, error);
}

static qdr_status solve_serially(state *s)
{
    qdr_euler_flow all = {0};
    qdr_status status =
        qdr_euler_flow_alone(&all, &s->mesh, s->flow.rules, NULL);

    if (status == QDR_OK)
        status = qdr_euler_flow_run(&all, NULL);
    for (int64_t i = 0; i < s->mesh.num_points * WIDTH && status == QDR_OK; i++)
        s->serial[i] = all.values[i];
    qdr_euler_flow_cleanup(&all);
    return status;
}

/* Rank 0 solves, and sends the result to the others; invalid states if it
 * failed. */
static qdr_status get_serial(state *s, qdr_error *error)
{
    const qdr_host *host = s->flow.host;

    if (s->is_serial_known)
        return QDR_OK;
    if (host->rank == 0 && solve_serially(s) != QDR_OK)
        s->serial[0] = -1;
    s->is_serial_known = true;
    return qdr_host_report(host, s->num_points * WIDTH, s->serial, error);
}

/* The bits are the same where a compiler makes the same of all loops; if it
 * fuses operations in some, rounding differs. */
static qdr_status compare(const state *s, qdr_error *error)
{
    for (int64_t i = 0; i < s->flow.halo.num_owned * WIDTH; i++) {
        int64_t point = s->flow.halo.vertices[i / WIDTH];
        double is = s->flow.values[i];
        double should = s->serial[point * WIDTH + i % WIDTH];
        if (!(fabs(is - should) <= 1e-10))
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "euler: at point %lld number %d of the state is "
                            "%.17g; accepted: %.17g, as of one rank alone",
                            (long long)point, (int)(i % WIDTH), is, should);
    }
    return QDR_OK;
}

static qdr_status check(void *context, qdr_error *error)
{
    state *s = context;
    qdr_error reason = {""};
    qdr_status status = get_serial(s, error), checked;

    if (status != QDR_OK)
        return status;
    status = compare(s, error);
    checked =
        qdr_euler_flow_check(&s->flow, status == QDR_OK ? error : &reason);
    return status == QDR_OK ? checked : status;
}

static int count(const void *context, qdr_counter *counts)
{
    const qdr_euler_flow *flow = &((const state *)context)->flow;
    const int64_t bytes =
        flow->halo.num_owned * WIDTH * (int64_t)sizeof *flow->values;
    double left = flow->first_norm > 0 ? flow->last_norm / flow->first_norm : 0;

    counts[0] = (qdr_counter){"answer", qdr_answer_digest(flow->values, bytes)};
    counts[1] = (qdr_counter){"residual_ppm",
                              flow->host->rank == 0 ? llround(1e6 * left) : 0};
    return 2;
}

const qdr_application qdr_euler_application = {.new_state = new_state,
                                               .free_state = free_state,
                                               .run = run,
                                               .check = check,
                                               .count = count};
