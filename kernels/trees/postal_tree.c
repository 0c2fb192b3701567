/* kernels/trees/postal_tree.c -- see postal_tree.h. */
#include "kernels/trees/postal_tree.h"

#include <stdlib.h>

#include "kernels/core/network_mesh.h"

enum { BEST = 0, MAX_LAMBDA = 1000 };

enum { LAMBDA };
const qdr_parameter qdr_postal_parameters[] = {
    [LAMBDA] = {.name = "lambda",
                .plural = "lambdas",
                .unit = "messages",
                .summary = "that a rank can start until its first one "
                           "arrives; 0: as many as here",
                .type = QDR_INTEGER,
                .default_value = "0",
                .min = BEST,
                .max = MAX_LAMBDA},
    {0}};

/* Ranks counted from the root, in the order in which they get the vector: rank
 * v from parent[v], whose message starts at unit[v]. */
typedef struct tree {
    int *parent;
    int64_t *unit;
    int64_t num_units;
} tree;

/* A message of the problem on its network. */
typedef struct message {
    double unit_us;   /* until its sender can start another one */
    double arrive_us; /* from its start; a unit at least */
} message;

static message message_of(const qdr_problem *problem)
{
    const qdr_network *network = qdr_problem_network(problem);
    bool combines = qdr_collective_combines(problem->collective);
    double kbytes = (double)problem->bytes * 1e-3;
    double bytes_us = network->beta_ns * kbytes;
    double combine_us = combines ? network->gamma_ns * kbytes : 0;
    double free_us =
        combines ? network->receiver_free_us : network->sender_free_us;
    double busy_us = network->alpha_us - free_us + combine_us;
    double arrive_us = network->alpha_us + bytes_us + combine_us;

    /* Only a rank that is never free moves the bytes itself. */
    if (free_us <= 0)
        return (message){arrive_us, arrive_us};
    return (message){busy_us > bytes_us ? busy_us : bytes_us, arrive_us};
}

/* In every unit each rank that has the vector sends it to one more rank. */
static qdr_status grow(int p, int64_t lambda, tree *out, qdr_error *error)
{
    int num_senders = 1, v = 1;
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

/* The time when the last rank has the vector, if every rank sends as soon as it
 * can. */
static qdr_status time_tree(const tree *grown, int p, message one,
                            double *out_us, qdr_error *error)
{
    double *next_us = malloc((size_t)p * sizeof *next_us);

    if (next_us == NULL)
        return qdr_fail_memory(error, "the time of a tree");
    *out_us = next_us[0] = 0;
    for (int v = 1; v < p; v++) {
        double *start_us = &next_us[grown->parent[v]];
        next_us[v] = *start_us + one.arrive_us;
        *start_us += one.unit_us;
        if (next_us[v] > *out_us)
            *out_us = next_us[v];
    }
    free(next_us);
    return QDR_OK;
}

/* The largest whole number up to arrive over unit, within what is accepted. */
static int64_t whole_lambda(message one)
{
    return one.arrive_us < one.unit_us * MAX_LAMBDA
               ? (int64_t)(one.arrive_us / one.unit_us)
               : MAX_LAMBDA;
}

/* The tree of the algorithm's lambda, or the faster of two, and its time. */
static qdr_status make_tree(const qdr_problem *problem, tree *out,
                            double *out_us, qdr_error *error)
{
    message one = message_of(problem);
    int64_t asked = qdr_values_integer(problem->values, LAMBDA);
    int64_t first = asked == BEST ? whole_lambda(one) : asked;
    int64_t last = asked == BEST && first < MAX_LAMBDA ? first + 1 : first;
    tree tried = {0};
    double us = 0;
    qdr_status status = QDR_OK;

    *out = (tree){0};
    for (int64_t lambda = first; lambda <= last && status == QDR_OK; lambda++) {
        status = grow(problem->num_procs, lambda, &tried, error);
        if (status == QDR_OK)
            status = time_tree(&tried, problem->num_procs, one, &us, error);
        if (status == QDR_OK && (lambda == first || us < *out_us)) {
            free_tree(out);
            *out = tried;
            *out_us = us;
        } else {
            free_tree(&tried);
        }
        tried = (tree){0};
    }
    if (status != QDR_OK)
        free_tree(out);
    return status;
}

qdr_status qdr_postal_time_us(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    tree made;
    qdr_status status = make_tree(problem, &made, out_us, error);

    if (status == QDR_OK)
        free_tree(&made);
    return status;
}

qdr_status qdr_postal_build(const qdr_problem *problem, qdr_schedule *schedule,
                            qdr_error *error)
{
    int p = problem->num_procs;
    bool combines = qdr_collective_combines(problem->collective);
    qdr_pieces pieces = {0};
    tree from;
    double us;
    qdr_status status = make_tree(problem, &from, &us, error);

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
    double us;
    qdr_status status = make_tree(problem, &made, &us, error);

    if (status != QDR_OK)
        return status;
    *out_cost = (qdr_cost){made.num_units, made.num_units * problem->bytes, 0};
    if (qdr_collective_combines(problem->collective))
        out_cost->gamma = out_cost->beta;
    free_tree(&made);
    return QDR_OK;
}
