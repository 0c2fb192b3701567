/* kernels/trees/postal_tree.c -- see postal_tree.h. */
#include "kernels/trees/postal_tree.h"

#include <stdlib.h>

/* The time when the last rank has the vector, if every rank sends as soon as it
 * can. */
static qdr_status time_tree(const qdr_lambda_tree *tree, qdr_tree_message one,
                            double *out_us, qdr_error *error)
{
    double *next_us = malloc((size_t)tree->num_ranks * sizeof *next_us);

    if (next_us == NULL)
        return qdr_fail_memory(error, "the time of a tree");
    *out_us = next_us[0] = 0;
    for (int v = 1; v < tree->num_ranks; v++) {
        double *start_us = &next_us[tree->parent[v]];
        next_us[v] = *start_us + one.arrive_us;
        *start_us += one.unit_us;
        if (next_us[v] > *out_us)
            *out_us = next_us[v];
    }
    free(next_us);
    return QDR_OK;
}

/* The largest whole number up to arrive over unit, within what is accepted. */
static int64_t whole_lambda(qdr_tree_message one)
{
    return one.arrive_us < one.unit_us * QDR_MAX_LAMBDA
               ? (int64_t)(one.arrive_us / one.unit_us)
               : QDR_MAX_LAMBDA;
}

/* The tree of the algorithm's lambda, or the faster of two, and its time. */
static qdr_status make_tree(const qdr_problem *problem, qdr_lambda_tree *out,
                            double *out_us, qdr_error *error)
{
    qdr_tree_message one = qdr_tree_message_of(problem, problem->vector.bytes);
    int64_t given = qdr_lambda_of(problem->values);
    int64_t first = given == 0 ? whole_lambda(one) : given;
    int64_t last = given == 0 && first < QDR_MAX_LAMBDA ? first + 1 : first;
    qdr_status status = QDR_OK;

    *out = (qdr_lambda_tree){0};
    for (int64_t lambda = first; lambda <= last && status == QDR_OK; lambda++) {
        qdr_lambda_tree tried = {0};
        double us = 0;
        status =
            qdr_lambda_tree_init(&tried, problem->num_procs, lambda, error);
        if (status == QDR_OK)
            status = time_tree(&tried, one, &us, error);
        if (status == QDR_OK && (lambda == first || us < *out_us)) {
            qdr_lambda_tree_cleanup(out);
            *out = tried;
            *out_us = us;
        } else {
            qdr_lambda_tree_cleanup(&tried);
        }
    }
    if (status != QDR_OK)
        qdr_lambda_tree_cleanup(out);
    return status;
}

qdr_status qdr_postal_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    qdr_lambda_tree made;
    qdr_status status = make_tree(problem, &made, out_us, error);

    if (status == QDR_OK)
        qdr_lambda_tree_cleanup(&made);
    return status;
}

qdr_status qdr_postal_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    int p = problem->num_procs;
    bool combines = qdr_collective_combines(problem->collective);
    qdr_schedule_builder builder = {.forwards = true};
    qdr_lambda_tree from;
    double us;
    qdr_status status = make_tree(problem, &from, &us, error);

    if (status != QDR_OK)
        return status;
    for (int v = 1; v < p && status == QDR_OK; v++) {
        int parent = (problem->vector.root + from.parent[v]) % p;
        int child = (problem->vector.root + v) % p;
        if (problem->view.is_part && problem->view.rank != parent &&
            problem->view.rank != child)
            continue;
        status = qdr_schedule_builder_add(
            &builder,
            combines ? from.num_units - 1 - from.unit[v] : from.unit[v],
            (qdr_transfer){.src = combines ? child : parent,
                           .dst = combines ? parent : child,
                           .bytes = problem->vector.bytes,
                           .num_blocks = 1,
                           .combines = combines},
            error);
    }
    if (problem->view.is_part)
        builder.num_rounds = from.num_units;
    status = qdr_schedule_builder_finish(&builder, status, p, schedule, error);
    qdr_lambda_tree_cleanup(&from);
    return status;
}

/* The root is busy in every unit. */
qdr_status qdr_postal_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error)
{
    qdr_lambda_tree made;
    double us;
    qdr_status status = make_tree(problem, &made, &us, error);

    if (status != QDR_OK)
        return status;
    *out_cost =
        (qdr_cost){made.num_units, made.num_units * problem->vector.bytes, 0};
    if (qdr_collective_combines(problem->collective))
        out_cost->gamma = out_cost->beta;
    qdr_lambda_tree_cleanup(&made);
    return QDR_OK;
}
