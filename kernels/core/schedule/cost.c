/* kernels/core/schedule/cost.c -- see cost.h. */
#include "kernels/core/schedule/cost.h"

#include <stdlib.h>

#include "kernels/core/base/min_max.h"

/* One rank's traffic in the round at hand. */
typedef struct rank_load {
    int64_t sends, receives, bytes_out, bytes_in, combined;
} rank_load;

qdr_status qdr_cost_of_schedule(const qdr_schedule *schedule,
                                qdr_cost *out_cost, qdr_error *error)
{
    rank_load *load = calloc((size_t)schedule->num_procs, sizeof *load);
    qdr_cost cost = {0};

    if (load == NULL)
        return qdr_fail_memory(error, "a cost");
    for (int64_t i = 0; i < schedule->num_rounds; i++) {
        int64_t begin = schedule->round_begin[i];
        int64_t end = schedule->round_begin[i + 1];
        int64_t messages = 0, bytes = 0, combined = 0;
        for (int64_t t = begin; t < end; t++) {
            rank_load *out = &load[schedule->transfers[t].src];
            rank_load *in = &load[schedule->transfers[t].dst];
            const qdr_transfer *transfer = &schedule->transfers[t];
            out->sends += !transfer->joins;
            out->bytes_out += transfer->bytes;
            in->receives += !transfer->joins;
            in->bytes_in += transfer->bytes;
            in->combined += transfer->combines ? transfer->bytes : 0;
            messages = qdr_max(messages, qdr_max(out->sends, in->receives));
            bytes = qdr_max(bytes, qdr_max(out->bytes_out, in->bytes_in));
            combined = qdr_max(combined, in->combined);
        }
        for (int64_t t = begin; t < end; t++) {
            load[schedule->transfers[t].src] = (rank_load){0};
            load[schedule->transfers[t].dst] = (rank_load){0};
        }
        cost.alpha += messages;
        cost.beta += bytes;
        cost.gamma += combined;
    }
    free(load);
    *out_cost = cost;
    return QDR_OK;
}

qdr_status qdr_cost_by_round(const qdr_pattern *pattern,
                             const qdr_round_rule *rule, bool one_port,
                             qdr_cost *out_cost, qdr_error *error)
{
    int64_t num_rounds = rule->num_rounds(pattern->num_procs);
    /* -1: the round is empty. */
    int64_t *largest = malloc(((size_t)num_rounds + 1) * sizeof *largest);
    qdr_cost cost = {0};

    if (largest == NULL)
        return qdr_fail_memory(error, "a cost");
    for (int64_t i = 0; i < num_rounds; i++)
        largest[i] = -1;
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int64_t i;
        if (message.src == message.dst)
            continue;
        i = rule->round_of(message.src, message.dst, pattern->num_procs);
        largest[i] = qdr_max(largest[i], message.bytes);
        if (!one_port) {
            cost.alpha++;
            cost.beta += message.bytes;
        }
    }
    for (int64_t i = 0; one_port && i < num_rounds; i++) {
        if (largest[i] >= 0) {
            cost.alpha++;
            cost.beta += largest[i];
        }
    }
    free(largest);
    *out_cost = cost;
    return QDR_OK;
}

qdr_cost qdr_cost_of_maximal_rounds(int degree, int64_t max_bytes)
{
    int64_t rounds = degree > 0 ? 2 * (int64_t)degree - 1 : 0;

    return (qdr_cost){rounds, rounds * max_bytes, 0};
}
