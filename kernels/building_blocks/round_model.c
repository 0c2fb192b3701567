/* kernels/building_blocks/round_model.c -- see round_model.h. */
#include "kernels/building_blocks/round_model.h"

#include "kernels/core/base/min_max.h"

double qdr_round_us(const qdr_network *network, const qdr_round_load *load)
{
    double messages = load->messages;
    double alpha_us = qdr_network_message_us(network, load->bytes / messages);
    double sends_us = alpha_us - network->sender_free_us;
    double receives_us = alpha_us - network->receiver_free_us;
    double kbytes = load->bytes * 1e-3;
    double bytes_us = load->sharing * network->beta_ns * kbytes;
    double last_us = bytes_us / messages;
    double combine_us = load->combines ? network->gamma_ns * kbytes : 0;

    if (network->sender_free_us <= 0 || network->receiver_free_us <= 0)
        return messages * alpha_us + bytes_us + combine_us;
    return qdr_larger(qdr_larger(qdr_larger(messages * sends_us,
                                            alpha_us - receives_us) +
                                     messages * receives_us,
                                 (messages - 1) * sends_us + alpha_us) +
                          last_us,
                      alpha_us + bytes_us) +
           combine_us;
}
