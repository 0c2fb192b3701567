/* kernels/trees/part_tree.c -- see part_tree.h. */
#include "kernels/trees/part_tree.h"

#include <stdlib.h>

/* The ranks that take part, from the root on, and what they are in the tree.
 * Vertex v, in the order of the tree, is the rank at position[v] of `ranks`;
 * those behind it are at the positions after it. */
typedef struct part_tree {
    const qdr_problem *problem;
    int num_ranks;
    int *ranks;           /* by position; the root is at 0 */
    int64_t *bytes_begin; /* by position: bytes of the parts before it, the
                             root's excluded */
    int *position;        /* by vertex */
    int *size;            /* by vertex: ranks behind it, itself included */
    qdr_lambda_tree tree;
    double time_us;
} part_tree;

static void cleanup(part_tree *t)
{
    free(t->ranks);
    free(t->bytes_begin);
    free(t->position);
    free(t->size);
    qdr_lambda_tree_cleanup(&t->tree);
    *t = (part_tree){0};
}

/* Collects the ranks with parts. */
static qdr_status init(part_tree *t, const qdr_problem *problem,
                       qdr_error *error)
{
    int p = problem->num_procs;
    size_t room = (size_t)p + 1;

    *t = (part_tree){.problem = problem,
                     .num_ranks = 1,
                     .ranks = malloc(room * sizeof *t->ranks),
                     .bytes_begin = malloc(room * sizeof *t->bytes_begin),
                     .position = malloc(room * sizeof *t->position),
                     .size = malloc(room * sizeof *t->size)};
    if (t->ranks == NULL || t->bytes_begin == NULL || t->position == NULL ||
        t->size == NULL) {
        cleanup(t);
        return qdr_fail_memory(error, "a tree");
    }
    t->ranks[0] = problem->vector.root;
    t->bytes_begin[0] = t->bytes_begin[1] = 0;
    for (int i = 1; i < p; i++) {
        int rank = (problem->vector.root + i) % p;
        int64_t bytes = qdr_problem_part_bytes(problem, rank);
        if (bytes == 0)
            continue;
        t->ranks[t->num_ranks] = rank;
        t->bytes_begin[t->num_ranks + 1] = t->bytes_begin[t->num_ranks] + bytes;
        t->num_ranks++;
    }
    return QDR_OK;
}

/* Bytes of the message to or from vertex v. */
static int64_t message_bytes(const part_tree *t, int v)
{
    return t->bytes_begin[t->position[v] + t->size[v]] -
           t->bytes_begin[t->position[v]];
}

/* The message to or from vertex v. A scatter runs in mode dataflow or paced: a
 * long message holds its sender until it is there. */
static qdr_tree_message message_of(const part_tree *t, int v)
{
    int64_t bytes = message_bytes(t, v);
    qdr_tree_message one = qdr_tree_message_of(t->problem, bytes);
    qdr_mode mode = {.kind = QDR_PACED};

    qdr_mode_pace(&mode, qdr_problem_network(t->problem));
    if (!qdr_tree_is_to_root(t->problem) && bytes >= mode.paced_bytes)
        one.unit_us = one.arrive_us;
    return one;
}

/* Places the vertices of the tree so that those behind each are adjacent: a
 * vertex takes the next free position of its parent's interval. */
static qdr_status place(part_tree *t, qdr_error *error)
{
    int *next = malloc((size_t)t->num_ranks * sizeof *next);

    if (next == NULL)
        return qdr_fail_memory(error, "a tree");
    for (int v = 0; v < t->num_ranks; v++)
        t->size[v] = 1;
    for (int v = t->num_ranks - 1; v > 0; v--)
        t->size[t->tree.parent[v]] += t->size[v];
    t->position[0] = 0;
    next[0] = 1;
    for (int v = 1; v < t->num_ranks; v++) {
        int parent = t->tree.parent[v];
        t->position[v] = next[parent];
        next[parent] += t->size[v];
        next[v] = t->position[v] + 1;
    }
    free(next);
    return QDR_OK;
}

/* The time when the last rank has its part, if every rank sends as soon as it
 * can; a gather takes as long, in reverse. */
static qdr_status time_tree(part_tree *t, qdr_error *error)
{
    double *next_us = malloc((size_t)t->num_ranks * sizeof *next_us);

    if (next_us == NULL)
        return qdr_fail_memory(error, "the time of a tree");
    t->time_us = next_us[0] = 0;
    for (int v = 1; v < t->num_ranks; v++) {
        qdr_tree_message one = message_of(t, v);
        double *start_us = &next_us[t->tree.parent[v]];
        next_us[v] = *start_us + one.arrive_us;
        *start_us += one.unit_us;
        if (next_us[v] > t->time_us)
            t->time_us = next_us[v];
    }
    free(next_us);
    return QDR_OK;
}

static qdr_status set_lambda(part_tree *t, int64_t lambda, qdr_error *error)
{
    qdr_status status;

    qdr_lambda_tree_cleanup(&t->tree);
    status = qdr_lambda_tree_init(&t->tree, t->num_ranks, lambda, error);
    if (status == QDR_OK)
        status = place(t, error);
    return status == QDR_OK ? time_tree(t, error) : status;
}

/* The tree of the algorithm's lambda, or the fastest of those tried. */
static qdr_status make(const qdr_problem *problem, part_tree *out,
                       qdr_error *error)
{
    int64_t given = qdr_lambda_of(problem->values), best = given;
    double best_us = -1;
    qdr_status status = init(out, problem, error);

    if (status != QDR_OK)
        return status;
    for (int64_t lambda = 1; given == 0 && status == QDR_OK; lambda *= 2) {
        status = set_lambda(out, lambda, error);
        /* Of about equal ones that with fewer messages at the root. */
        if (status == QDR_OK &&
            (best_us < 0 || out->time_us < best_us * (1 - QDR_TIE))) {
            best = lambda;
            best_us = out->time_us;
        }
        /* This one was flat. */
        if (lambda >= out->num_ranks)
            break;
    }
    if (status == QDR_OK)
        status = set_lambda(out, best, error);
    if (status != QDR_OK)
        cleanup(out);
    return status;
}

qdr_status qdr_part_tree_predict(const qdr_problem *problem, double *out_us,
                                 qdr_error *error)
{
    part_tree t;
    qdr_status status = make(problem, &t, error);

    if (status == QDR_OK) {
        *out_us = t.time_us;
        cleanup(&t);
    }
    return status;
}

/* The bytes from the part of the rank at one position to that at another, both
 * included, in ascending order: one transfer. */
static qdr_status add_interval(const part_tree *t,
                               qdr_schedule_builder *builder, int64_t round,
                               qdr_transfer message, int first, int last,
                               qdr_error *error)
{
    message.offset = qdr_problem_part_begin(t->problem, t->ranks[first]);
    message.bytes =
        qdr_problem_part_begin(t->problem, t->ranks[last] + 1) - message.offset;
    return qdr_schedule_builder_add(builder, round, message, error);
}

/* The message to or from vertex v; two transfers if its ranks include the last
 * and the first of all. */
static qdr_status add_message(const part_tree *t, qdr_schedule_builder *builder,
                              int v, qdr_error *error)
{
    bool is_to_root = qdr_tree_is_to_root(t->problem);
    int parent = t->ranks[t->position[t->tree.parent[v]]];
    int child = t->ranks[t->position[v]];
    int64_t round =
        is_to_root ? t->tree.num_units - 1 - t->tree.unit[v] : t->tree.unit[v];
    qdr_transfer message = {.src = is_to_root ? child : parent,
                            .dst = is_to_root ? parent : child,
                            .num_blocks = 1};
    int first = t->position[v], last = first + t->size[v] - 1, turn = first;
    qdr_status status = QDR_OK;

    if (t->problem->view.is_part && t->problem->view.rank != parent &&
        t->problem->view.rank != child)
        return QDR_OK;
    while (turn < last && t->ranks[turn] < t->ranks[turn + 1])
        turn++;
    if (turn < last) {
        status =
            add_interval(t, builder, round, message, turn + 1, last, error);
        message.joins = true;
    }
    return status == QDR_OK
               ? add_interval(t, builder, round, message, first, turn, error)
               : status;
}

qdr_status qdr_part_tree_build(const qdr_problem *problem,
                               qdr_schedule *schedule, qdr_error *error)
{
    qdr_schedule_builder builder = {.forwards = true};
    part_tree t;
    qdr_status status = make(problem, &t, error);

    if (status != QDR_OK)
        return status;
    for (int v = 1; v < t.num_ranks && status == QDR_OK; v++)
        status = add_message(&t, &builder, v, error);
    if (problem->view.is_part)
        builder.num_rounds = t.tree.num_units;
    status = qdr_schedule_builder_finish(&builder, status, problem->num_procs,
                                         schedule, error);
    cleanup(&t);
    return status;
}

/* In every unit the root is busy; the longest message counts. */
qdr_status qdr_part_tree_cost(const qdr_problem *problem, qdr_cost *out_cost,
                              qdr_error *error)
{
    part_tree t;
    int64_t longest = 0, unit = 0;
    qdr_status status = make(problem, &t, error);

    if (status != QDR_OK)
        return status;
    *out_cost = (qdr_cost){.alpha = t.tree.num_units};
    /* Vertices are in the order of their units. */
    for (int v = 1; v < t.num_ranks; v++) {
        if (t.tree.unit[v] != unit) {
            out_cost->beta += longest;
            unit = t.tree.unit[v];
            longest = 0;
        }
        if (message_bytes(&t, v) > longest)
            longest = message_bytes(&t, v);
    }
    out_cost->beta += longest;
    cleanup(&t);
    return QDR_OK;
}
