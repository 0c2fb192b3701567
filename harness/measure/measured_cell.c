/* harness/measure/measured_cell.c -- see measured_cell.h. */
#include "harness/measure/measured_cell.h"

#include <stdlib.h>

#include "harness/clock/clock.h"
#include "harness/measure/measured_call.h"
#include "kernels/core/problem/problem.h"
#include "kernels/core/proof/schedule_check.h"
#include "kernels/messaging/agreement.h"
#include "kernels/plan/api/plan_calls.h"

qdr_status qdr_measured_cell_agree(const qdr_measured_cell *s,
                                   qdr_status status)
{
    return qdr_agree(s->comm, status, &s->made->reason);
}

static qdr_status make_traffic(qdr_measured_cell *s)
{
    qdr_error *reason = &s->made->reason;
    qdr_status status = qdr_cell_traffic(s->cell, &s->traffic, reason);

    if (status == QDR_OK) {
        s->problem = qdr_cell_problem(s->cell, &s->traffic);
        status = qdr_kernel_accepts(s->cell->kernel, &s->problem, reason);
    }
    if (status == QDR_OK && !qdr_collective_has_vector(s->problem.collective))
        status = qdr_buffer_layout_init(&s->layout, &s->problem, s->rank,
                                        QDR_PACKED, reason);
    return qdr_measured_cell_agree(s, status);
}

/* The planning call that a program would use: it knows what it sends, and the
 * whole traffic if that is the same on all ranks. A simulated machine has no
 * known cost for gathering the rest, so there every rank knows it. */
static qdr_call call_of_messages(const qdr_measured_cell *s)
{
    const qdr_pattern *pattern = s->problem.messages.pattern;

    if ((s->cell->kernel->flags & QDR_COMPLETE) != 0)
        return qdr_call_alltoall(
            pattern->num_messages == 0 ? 0 : pattern->messages[0].bytes);
    if (qdr_clock_is_simulated())
        return qdr_call_pattern(pattern->num_messages, pattern->messages);
    return qdr_call_blocks(s->layout.num_sends, s->layout.sends, QDR_LEARN,
                           NULL);
}

/* With the cell's network. A simulated machine has no MPI library of its own.
 */
static qdr_call choose_call(const qdr_measured_cell *s)
{
    qdr_call call = qdr_collective_has_vector(s->problem.collective)
                        ? qdr_measured_call(&s->problem)
                        : call_of_messages(s);

    call.given = (qdr_given_network){
        s->problem.network, qdr_clock_is_simulated() ? NULL : s->cell->library};
    return call;
}

/* The text of values, as planning takes it; the caller's, NULL without memory.
 */
static char *new_parameters(const qdr_values *values)
{
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);

    if (to == NULL)
        return NULL;
    qdr_values_write(values, to);
    fclose(to);
    return text;
}

/* All phases, from a common start: on a simulated machine a cell must not
 * depend on earlier ones. */
static qdr_status plan_phases(qdr_measured_cell *s,
                              const qdr_plan_options *options)
{
    const qdr_call call = choose_call(s);
    qdr_planning *took = &s->made->planning;
    qdr_error *reason = &s->made->reason;
    int64_t begin_ns, gathered_ns, built_ns;
    qdr_status status = qdr_plan_begin(&s->plan, &call, s->cell->kernel->name,
                                       options, s->comm, reason);

    if (status == QDR_OK)
        status = qdr_clock_start_together(s->comm, s->cell->start_seed, reason);
    if (status != QDR_OK)
        return status;
    begin_ns = qdr_clock_now_ns();
    status = qdr_plan_learn(s->plan, &call, reason);
    gathered_ns = qdr_clock_now_ns();
    if (status == QDR_OK)
        status = qdr_plan_build(s->plan, reason);
    built_ns = qdr_clock_now_ns();
    status = qdr_agree(s->comm, status, reason);
    if (status == QDR_OK)
        status = qdr_plan_bind(s->plan, reason);
    *took = (qdr_planning){gathered_ns - begin_ns, built_ns - gathered_ns,
                           qdr_clock_now_ns() - built_ns};
    return status;
}

static bool needs_nodes(const qdr_network *network)
{
    return network != NULL &&
           (network->topology == QDR_MESH || qdr_network_has_levels(network));
}

/* A simulated machine has as many ranks a node as its network says, or one.
 * SimGrid finds that out in minutes for the ranks of a mesh. NULL: planning
 * finds the nodes, if it needs them. The caller's. */
static qdr_status make_nodes(const qdr_measured_cell *s, int **out_nodes)
{
    const qdr_network *network = s->problem.network;
    int *nodes;

    if (!qdr_clock_is_simulated() || !needs_nodes(network))
        return QDR_OK;
    nodes = malloc((size_t)s->problem.num_procs * sizeof *nodes);
    for (int r = 0; r < s->problem.num_procs && nodes != NULL; r++)
        nodes[r] = network->node_ranks > 0 ? r / network->node_ranks : r;
    *out_nodes = nodes;
    return nodes != NULL
               ? QDR_OK
               : qdr_fail_memory(&s->made->reason, "the nodes of a cell");
}

static qdr_status plan(qdr_measured_cell *s)
{
    int *nodes = NULL;
    char *parameters = new_parameters(&s->cell->kernel_values);
    bool chooses_mode =
        s->cell->kernel->candidates != NULL && !s->cell->has_mode;
    char mode[64];
    qdr_plan_options options = {.size = sizeof(qdr_plan_options),
                                .mode = chooses_mode ? NULL : mode,
                                .seed = s->cell->kernel_seed,
                                .parameters = parameters};
    qdr_status status = QDR_OK;

    qdr_mode_print(&s->cell->mode, mode, sizeof mode);
    if (parameters == NULL)
        status = qdr_fail_memory(&s->made->reason, "the parameters of a plan");
    if (status == QDR_OK)
        status = make_nodes(s, &nodes);
    options.nodes = nodes;
    status = qdr_measured_cell_agree(s, status);
    if (status == QDR_OK)
        status = plan_phases(s, &options);
    free(nodes);
    free(parameters);
    return status;
}

/* The slowest rank's. On a simulated machine only the cost of making schedules
 * is known; a cell without a plan pays nothing, nor does a single round. Fails
 * if a rank's clock went back. */
static qdr_status reduce_planning(const qdr_measured_cell *s)
{
    qdr_planning *took = &s->made->planning;
    bool went_back =
        took->gather_ns < 0 || took->build_ns < 0 || took->bind_ns < 0;
    int64_t times_ns[] = {took->gather_ns, took->build_ns, took->bind_ns,
                          went_back};

    *took = (qdr_planning){-1, -1, -1};
    if ((s->cell->kernel->flags & QDR_NO_PLAN) != 0)
        *took = (qdr_planning){0, 0, 0};
    else if (MPI_Allreduce(MPI_IN_PLACE, times_ns, 4, MPI_INT64_T, MPI_MAX,
                           s->comm) == MPI_SUCCESS)
        *took = (qdr_planning){times_ns[0], times_ns[1], times_ns[2]};
    if (qdr_clock_is_simulated()) {
        took->gather_ns = took->bind_ns = -1;
        if (s->made->num_probes == 0 && s->made->num_rounds > 1 &&
            qdr_kernel_has_schedule(s->cell->kernel))
            took->build_ns = -1; /* the algorithm does not report it */
    }
    return times_ns[3] == 0 || (s->cell->kernel->flags & QDR_NO_PLAN) != 0
               ? QDR_OK
               : qdr_fail(&s->made->reason, QDR_ERROR_CHECK,
                          "the clock of a rank went back while it planned");
}

/* Sets *out_nodes to the map that the plan was made with: those of make_nodes,
 * in *made, or those that planning found; NULL: none. */
static qdr_status find_nodes(const qdr_measured_cell *s, qdr_node_map *made,
                             const qdr_node_map **out_nodes)
{
    const qdr_node_map *found =
        qdr_communicator_nodes(qdr_handle_impl(s->plan)->request.shared);
    int *numbers = NULL;
    qdr_status status = make_nodes(s, &numbers);

    if (status == QDR_OK && numbers != NULL)
        status = qdr_node_map_init(made, s->problem.num_procs, numbers,
                                   &s->made->reason);
    if (status == QDR_OK && numbers != NULL)
        *out_nodes = made;
    else if (needs_nodes(s->problem.network) && found->num_procs > 0)
        *out_nodes = found;
    free(numbers);
    return status;
}

/* The whole schedule of the plan's algorithm, proved on rank 0 for all, who
 * have their parts of it. */
static qdr_status prove(const qdr_measured_cell *s)
{
    const qdr_plan_impl *body = qdr_handle_impl(s->plan);
    const qdr_kernel *kernel = body->choice.kernel;
    qdr_measurement *made = s->made;
    qdr_problem problem = s->problem;
    qdr_schedule schedule = {0};
    qdr_schedule_report report = {0};
    qdr_node_map nodes = {0};
    qdr_status status =
        qdr_problem_get_stats(&s->problem, &report.traffic, &made->reason);

    if (status == QDR_OK)
        status = find_nodes(s, &nodes, &problem.nodes);
    problem.values = &body->request.values;
    problem.mode = &body->choice.mode;
    if (body->traffic.problem.network != NULL)
        problem.network = body->traffic.problem.network;
    if (s->cell->kernel->candidates != NULL) {
        made->chosen =
            body->choice.library != NULL ? body->choice.library : kernel;
        made->chosen_mode = body->choice.mode;
        made->chosen_values = body->request.values;
        if (body->choice.library != NULL)
            qdr_values_init(&made->chosen_values,
                            body->choice.library->parameters);
    }
    if (status == QDR_OK && s->rank == 0 && qdr_kernel_has_schedule(kernel)) {
        status = qdr_kernel_build(kernel, &problem, &schedule, &made->reason);
        if (status == QDR_OK)
            status = qdr_schedule_check(
                &schedule, &problem, (kernel->flags & QDR_ONE_PORT) != 0,
                &body->choice.mode, &report, &made->reason);
        made->num_probes = schedule.num_probes;
        qdr_schedule_cleanup(&schedule);
    }
    qdr_node_map_cleanup(&nodes);
    made->num_messages = report.traffic.num_messages;
    made->total_bytes = report.traffic.total_bytes;
    made->max_degree = report.traffic.max_degree;
    made->num_rounds = report.num_rounds;
    return qdr_measured_cell_agree(s, status);
}

qdr_status qdr_measured_cell_plan(qdr_measured_cell *s)
{
    qdr_status status = make_traffic(s);

    if (status == QDR_OK)
        status = plan(s);
    if (status == QDR_OK)
        status = prove(s);
    return status == QDR_OK ? reduce_planning(s) : status;
}

void qdr_measured_cell_cleanup(qdr_measured_cell *s)
{
    qdr_hosting_cleanup(&s->hosting);
    qdr_gathered_cleanup(&s->gathered);
    qdr_buffers_cleanup(&s->buffers);
    qdr_plan_free(&s->plan);
    qdr_buffer_layout_cleanup(&s->layout);
    qdr_traffic_cleanup(&s->traffic);
}
