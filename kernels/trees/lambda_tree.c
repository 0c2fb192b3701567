/* kernels/trees/lambda_tree.c -- see lambda_tree.h. */
#include "kernels/trees/lambda_tree.h"

#include <stdlib.h>

#include "kernels/core/network/network.h"

enum { LAMBDA };
const qdr_parameter qdr_lambda_parameters[] = {
    [LAMBDA] = {.name = "lambda",
                .plural = "lambdas",
                .unit = "messages",
                .summary = "that a rank can start until its first one "
                           "arrives; 0: as many as here",
                .type = QDR_INTEGER,
                .default_value = "0",
                .min = 0,
                .max = QDR_MAX_LAMBDA},
    {0}};

int64_t qdr_lambda_of(const qdr_values *values)
{
    return qdr_values_integer(values, LAMBDA);
}

qdr_status qdr_lambda_tree_init(qdr_lambda_tree *tree, int num_ranks,
                                int64_t lambda, qdr_error *error)
{
    int num_senders = 1, v = 1;
    qdr_lambda_tree made = {.num_ranks = num_ranks,
                            .parent = malloc((size_t)num_ranks * sizeof(int)),
                            .unit =
                                malloc((size_t)num_ranks * sizeof(int64_t))};

    if (made.parent == NULL || made.unit == NULL) {
        qdr_lambda_tree_cleanup(&made);
        return qdr_fail_memory(error, "a tree");
    }
    for (int64_t now = 0; v < num_ranks; now++) {
        /* They are reached in ascending order. */
        while (num_senders < v && made.unit[num_senders] + lambda <= now)
            num_senders++;
        for (int sender = 0; sender < num_senders && v < num_ranks;
             sender++, v++) {
            made.parent[v] = sender;
            made.unit[v] = now;
        }
        made.num_units = now + 1;
    }
    *tree = made;
    return QDR_OK;
}

void qdr_lambda_tree_cleanup(qdr_lambda_tree *tree)
{
    free(tree->parent);
    free(tree->unit);
    *tree = (qdr_lambda_tree){0};
}

bool qdr_tree_is_to_root(const qdr_problem *problem)
{
    return problem->collective == QDR_REDUCE ||
           problem->collective == QDR_GATHER;
}

/* In a broadcast or reduce the last messages are as many as there are ranks; in
 * a scatter or gather the longest ones are the root's. */
static int count_sharing(const qdr_problem *problem, const qdr_network *network)
{
    bool is_whole =
        problem->collective == QDR_BCAST || problem->collective == QDR_REDUCE;

    return is_whole ? qdr_network_on_adapter(network, problem->num_procs) : 1;
}

qdr_tree_message qdr_tree_message_of(const qdr_problem *problem, int64_t bytes)
{
    const qdr_network *network = qdr_problem_network(problem);
    bool combines = qdr_collective_combines(problem->collective);
    double kbytes = (double)bytes * 1e-3;
    double bytes_us =
        count_sharing(problem, network) * network->beta_ns * kbytes;
    double combine_us = combines ? network->gamma_ns * kbytes : 0;
    double free_us = qdr_tree_is_to_root(problem) ? network->receiver_free_us
                                                  : network->sender_free_us;
    double alpha_us = qdr_network_message_us(network, (double)bytes);
    double busy_us = alpha_us - free_us + combine_us;
    double arrive_us = alpha_us + bytes_us + combine_us;

    /* Only a rank that is never free moves the bytes itself. */
    if (free_us <= 0)
        return (qdr_tree_message){arrive_us, arrive_us};
    return (qdr_tree_message){busy_us > bytes_us ? busy_us : bytes_us,
                              arrive_us};
}
