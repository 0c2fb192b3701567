/* harness/sweep/loading/traffic_check.c -- see traffic_check.h. */
#include "harness/sweep/loading/traffic_check.h"

#include <inttypes.h>
#include <string.h>

#include "harness/experiment/factors.h"

/* Findings about the traffic. */
typedef struct finding {
    const qdr_sweep *sweep;
    const qdr_kernel *refusing; /* the first algorithm that does, or NULL */
    int64_t num_refused;        /* cells of it */
    qdr_error reason;
    int64_t num_empty; /* cells */
    qdr_error *error;
} finding;

/* Calls for the first variant of algorithm `a` of each pattern, with the first
 * seed, which represents the others. */
static qdr_status visit_traffic(finding *found, unsigned a,
                                qdr_status (*visit)(finding *,
                                                    const qdr_cell *))
{
    const qdr_experiment *e = found->sweep->experiment;
    int64_t num_variants = qdr_experiment_num_variants(e);
    int64_t end = qdr_experiment_num_cells(e) / e->launches;
    qdr_status status = QDR_OK;

    for (int64_t c = 0; c < end && status == QDR_OK; c += num_variants) {
        qdr_cell cell = qdr_experiment_cell(e, c + e->variant_begin[a]);
        if (cell.seed == e->seeds.first)
            status = visit(found, &cell);
    }
    return status;
}

/* The cells of a pattern, of so many variants. */
static int64_t count_cells(const qdr_experiment *e, int64_t num_variants)
{
    bool is_seeded = qdr_workload_at(e->workload)->is_seeded;

    return num_variants * e->launches *
           (is_seeded ? (int64_t)e->seeds.count : 1);
}

/* The place of the parameter that a workload's reason begins with, or of the
 * workload. */
static qdr_yaml_place place_of(const qdr_experiment *e, const char *reason)
{
    for (int f = 0; f < e->num_factors; f++) {
        const char *name = qdr_factors_find(e, e->factors[f].key)->name;
        if (strncmp(reason, name, strlen(name)) == 0 &&
            reason[strlen(name)] == ':')
            return e->factors[f].at;
    }
    return qdr_yaml_place_of(e->file, "workload");
}

/* Parameters that a workload refuses as impossible. */
static qdr_status check_traffic(finding *found, const qdr_cell *cell)
{
    const qdr_experiment *e = found->sweep->experiment;
    const qdr_workload_input input = qdr_cell_input(cell);
    qdr_error reason = {""};

    if (qdr_workload_check(cell->workload, &input, &reason) == QDR_OK)
        return QDR_OK;
    return qdr_yaml_refuse_at(e->file, place_of(e, reason.text), found->error,
                              "%s", reason.text);
}

/* Why an algorithm does not accept a cell's traffic; QDR_OK if it does. */
static qdr_status accept(const qdr_cell *cell, qdr_error *reason)
{
    qdr_traffic traffic = {0};
    qdr_problem problem;
    qdr_status status = qdr_cell_traffic(cell, &traffic, reason);

    if (status == QDR_OK) {
        problem = qdr_cell_problem(cell, &traffic);
        status = qdr_kernel_accepts(cell->kernel, &problem, reason);
    }
    qdr_traffic_cleanup(&traffic);
    return status;
}

static qdr_status count_refused(finding *found, const qdr_cell *cell)
{
    const qdr_experiment *e = found->sweep->experiment;
    qdr_error reason = {""};

    if (accept(cell, &reason) == QDR_OK)
        return QDR_OK;
    if (found->refusing == NULL)
        found->reason = reason;
    found->refusing = cell->kernel;
    for (unsigned a = 0; a < e->num_algorithms; a++)
        if (qdr_kernel_at(e->algorithms[a]) == cell->kernel)
            found->num_refused +=
                count_cells(e, e->variant_begin[a + 1] - e->variant_begin[a]);
    return QDR_OK;
}

/* A pattern need not be made if an algorithm accepts all of its kind. */
static bool takes_all(const qdr_experiment *e, unsigned a)
{
    const qdr_kernel *kernel = qdr_kernel_at(e->algorithms[a]);

    return !qdr_kernel_is_restricted(kernel) &&
           qdr_collective_has_vector(kernel->collective) ==
               qdr_workload_at(e->workload)->has_vector;
}

qdr_status qdr_traffic_check(const qdr_sweep *sweep, qdr_error *error)
{
    const qdr_experiment *e = sweep->experiment;
    finding found = {.sweep = sweep, .error = error};
    qdr_status status = visit_traffic(&found, 0, check_traffic);

    for (unsigned a = 0;
         a < e->num_algorithms && status == QDR_OK && found.refusing == NULL;
         a++)
        if (!takes_all(e, a))
            status = visit_traffic(&found, a, count_refused);
    if (status == QDR_OK && found.refusing != NULL)
        status =
            qdr_yaml_refuse(e->file, "algorithms", error,
                            "algorithms: %s; %" PRId64 " %s would be INVALID",
                            found.reason.text, found.num_refused,
                            found.num_refused == 1 ? "cell" : "cells");
    return status;
}

static qdr_status count_empty(finding *found, const qdr_cell *cell)
{
    const qdr_experiment *e = found->sweep->experiment;
    const qdr_workload_input input = qdr_cell_input(cell);

    if (qdr_workload_amount(cell->workload, &input).messages == 0)
        found->num_empty += count_cells(e, qdr_experiment_num_variants(e));
    return QDR_OK;
}

int64_t qdr_traffic_count_empty(const qdr_sweep *sweep)
{
    finding found = {.sweep = sweep};

    (void)!visit_traffic(&found, 0, count_empty); /* which never fails */
    return found.num_empty;
}
