/* workloads/synthetic/pairs.c -- see pairs.h. */
#include "workloads/synthetic/pairs.h"

#include <math.h>
#include <stdlib.h>

int64_t qdr_pairs_count(const qdr_workload_input *input)
{
    return llround(qdr_values_real(input->values, QDR_PAIRS_DENSITY) *
                   (double)input->procs * (double)(input->procs - 1));
}

qdr_amount qdr_pairs_amount(const qdr_workload_input *input)
{
    double messages = (double)qdr_pairs_count(input);
    int64_t bytes = qdr_values_integer(input->values, QDR_PAIRS_BYTES);

    return (qdr_amount){messages, messages * (double)bytes};
}

/* Walks the pairs once and takes each with the probability that leaves all
 * completions equally likely (selection sampling, Knuth, TAOCP vol. 2, 3.4.2,
 * Algorithm S), so the pairs come out sorted and memory is O(messages). */
qdr_status qdr_pairs_new(qdr_message **out_messages, int procs, int64_t count,
                         int64_t bytes, qdr_rng *rng, qdr_error *error)
{
    int64_t pairs_left = (int64_t)procs * (procs - 1), taken = 0;
    qdr_message *messages = malloc(((size_t)count + 1) * sizeof *messages);

    if (messages == NULL)
        return qdr_fail_memory(error, "a share of all pairs");
    for (int src = 0; src < procs; src++) {
        for (int dst = 0; dst < procs; dst++) {
            if (src == dst)
                continue;
            if (qdr_rng_below(rng, (uint64_t)pairs_left) <
                (uint64_t)(count - taken))
                messages[taken++] = (qdr_message){src, dst, bytes};
            pairs_left--;
        }
    }
    *out_messages = messages;
    return QDR_OK;
}
