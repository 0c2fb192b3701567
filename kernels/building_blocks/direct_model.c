/* kernels/building_blocks/direct_model.c -- see direct_model.h. */
#include "kernels/building_blocks/direct_model.h"

#include "kernels/core/base/min_max.h"
#include "kernels/core/network/network.h"
#include "kernels/core/problem/problem.h"

static double end_us(int64_t num_messages, double bytes_us, double alpha_us,
                     double free_us)
{
    double messages = (double)num_messages;

    if (num_messages == 0)
        return 0;
    /* Only a rank that is never free moves the bytes itself. */
    if (free_us <= 0)
        return messages * alpha_us + bytes_us;
    return alpha_us + qdr_larger((messages - 1) * (alpha_us - free_us) +
                                     bytes_us / messages,
                                 bytes_us);
}

/* The overheads of both ends of a rank: that of most messages has as many as
 * the others have at its other end. */
static double busy_us(const qdr_network *network,
                      const qdr_traffic_summary *summary, int num_procs)
{
    double of_send = network->alpha_us - network->sender_free_us;
    double of_receive = network->alpha_us - network->receiver_free_us;
    double mean = (double)summary->num_messages / num_procs;

    if (network->sender_free_us <= 0 || network->receiver_free_us <= 0)
        return 0;
    return qdr_larger((double)summary->max_sends * of_send + mean * of_receive,
                      mean * of_send +
                          (double)summary->max_receives * of_receive);
}

double qdr_adapters_us(const qdr_network *network,
                       const qdr_traffic_summary *summary, int ranks)
{
    double sent = (double)summary->max_node_sent_bytes;
    double received = (double)summary->max_node_received_bytes;
    double moved = network->duplex == QDR_DUPLEX_HALF
                       ? sent + received
                       : qdr_larger(sent, received);

    return moved * network->beta_ns * 1e-3 /
           qdr_network_adapters(network, ranks);
}

/* What loss costs where more bytes meet than the queues hold. */
static double crowd_us(const qdr_network *network,
                       const qdr_traffic_summary *summary)
{
    return summary->max_receives > 1 &&
                   summary->max_received_bytes > network->crowd_bytes
               ? network->crowd_us
               : 0;
}

double qdr_direct_us(const qdr_network *network,
                     const qdr_traffic_summary *summary, int num_procs)
{
    double beta_us = network->beta_ns * 1e-3;
    double sent_us = beta_us * (double)summary->max_sent_bytes;
    double received_us = beta_us * (double)summary->max_received_bytes;
    double nodes_us = 0;

    /* Not known where nodes differ. */
    if (qdr_network_has_levels(network) && network->node_ranks > 0)
        nodes_us = qdr_adapters_us(network, summary, network->node_ranks);
    if (network->duplex == QDR_DUPLEX_HALF)
        sent_us = received_us = sent_us + received_us;
    return crowd_us(network, summary) +
           qdr_larger(
               qdr_larger(end_us(summary->max_sends, sent_us, network->alpha_us,
                                 network->sender_free_us),
                          end_us(summary->max_receives, received_us,
                                 network->alpha_us, network->receiver_free_us)),
               qdr_larger(busy_us(network, summary, num_procs), nodes_us));
}

qdr_status qdr_direct_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    qdr_traffic_summary summary;
    qdr_status status = qdr_problem_summary(problem, &summary, error);

    if (status == QDR_OK)
        *out_us = qdr_direct_us(qdr_problem_network(problem), &summary,
                                problem->num_procs);
    return status;
}

qdr_status qdr_rounds_predict(const qdr_problem *problem, double *out_us,
                              qdr_error *error)
{
    const qdr_network *network = qdr_problem_network(problem);
    qdr_traffic_summary of;
    qdr_status status = qdr_problem_summary(problem, &of, error);
    double rounds, mean, bytes;

    if (status != QDR_OK)
        return status;
    rounds = (double)qdr_max(of.max_sends, of.max_receives);
    mean = (double)of.total_bytes / (double)qdr_max(of.num_messages, 1);
    bytes = qdr_larger(rounds * mean, (double)qdr_max(of.max_sent_bytes,
                                                      of.max_received_bytes));
    if (network->duplex == QDR_DUPLEX_HALF)
        bytes *= 2;
    *out_us = rounds * network->alpha_us + bytes * network->beta_ns * 1e-3;
    return QDR_OK;
}
