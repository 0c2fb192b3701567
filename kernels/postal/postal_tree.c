/* kernels/postal/postal_tree.c -- see postal_tree.h. */
#include "kernels/postal/postal_tree.h"

#include <stdlib.h>

enum { LAMBDA };
const qdr_parameter qdr_postal_parameters[] = {
    [LAMBDA] = {.name = "lambda",
                .levels = "lambdas",
                .unit = "messages",
                .summary = "that a rank can start until its first one arrives: "
                           "alpha over the time that a sender is busy",
                .type = QDR_INTEGER,
                .preset = "4",
                .least = 1,
                .most = 1000},
    {0}};

/* Ranks counted from the root, in the order in which they get the vector: rank
 * v from parent[v], whose message starts at unit[v]. */
typedef struct tree {
    int *parent;
    int64_t *unit;
    int64_t num_units;
} tree;

/* In every unit whoever has the vector sends it to one more rank. */
static qdr_status make_tree(const qdr_problem *problem, tree *out,
                            qdr_error *error)
{
    int p = problem->num_procs, num_senders = 1, v = 1;
    int64_t lambda = qdr_values_integer(problem->values, LAMBDA);
    tree made = {malloc((size_t)p * sizeof(int)),
                 malloc((size_t)p * sizeof(int64_t)), 0};

    if (made.parent == NULL || made.unit == NULL) {
        free(made.parent);
        free(made.unit);
        return qdr_fail_memory(error, "a tree");
    }
    for (int64_t now = 0; v < p; now++) {
        /* They get it in ascending order. */
        while (num_senders < v && made.unit[num_senders] + lambda <= now)
            num_senders++;
        for (int sender = 0; sender < num_senders && v < p; sender++, v++) {
            made.parent[v] = sender;
            made.unit[v] = now;
        }
        made.num_units = now + 1;
    }
    *out = made;
    return QDR_OK;
}

static void free_tree(tree *made)
{
    free(made->parent);
    free(made->unit);
}

qdr_status qdr_postal_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    int p = problem->num_procs;
    bool combines = qdr_collective_combines(problem->collective);
    qdr_pieces pieces = {0};
    tree from;
    qdr_status status = make_tree(problem, &from, error);

    if (status != QDR_OK)
        return status;
    for (int v = 1; v < p && status == QDR_OK; v++) {
        int parent = (problem->root + from.parent[v]) % p;
        int child = (problem->root + v) % p;
        if (problem->is_part && problem->rank != parent &&
            problem->rank != child)
            continue;
        status = qdr_pieces_add(&pieces,
                                combines ? from.num_units - 1 - from.unit[v]
                                         : from.unit[v],
                                (qdr_transfer){.src = combines ? child : parent,
                                               .dst = combines ? parent : child,
                                               .bytes = problem->bytes,
                                               .num_blocks = 1,
                                               .combines = combines},
                                error);
    }
    if (problem->is_part)
        pieces.num_rounds = from.num_units;
    if (status == QDR_OK)
        status = qdr_schedule_init_pieces(schedule, p, &pieces, error);
    if (status == QDR_OK)
        schedule->forwards = true;
    qdr_pieces_cleanup(&pieces);
    free_tree(&from);
    return status;
}

/* The root is busy in every unit. */
qdr_status qdr_postal_cost(const qdr_problem *problem, qdr_cost *out_cost,
                           qdr_error *error)
{
    tree made;
    qdr_status status = make_tree(problem, &made, error);

    if (status != QDR_OK)
        return status;
    *out_cost = (qdr_cost){made.num_units, made.num_units * problem->bytes, 0};
    if (qdr_collective_combines(problem->collective))
        out_cost->gamma = out_cost->beta;
    free_tree(&made);
    return QDR_OK;
}
