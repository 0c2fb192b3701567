/* kernels/testing/two_stage_game.c -- see two_stage_game.h. */
#include "kernels/testing/two_stage_game.h"
#include "kernels/core/base/min_max.h"
#include "kernels/testing/unit_test.h"

#include <string.h>

void qdr_game_count_traffic(qdr_game *g, int p)
{
    g->traffic = (qdr_volume){.num_procs = p};
    memset(g->sent, 0, sizeof g->sent);
    memset(g->received, 0, sizeof g->received);
    for (int i = 0; i < p; i++) {
        int64_t num_out = 0, num_in = 0;
        for (int j = 0; j < p; j++) {
            g->sent[i] += g->elements[i][j];
            g->received[i] += g->elements[j][i];
            num_out += g->elements[i][j] > 0;
            num_in += g->elements[j][i] > 0;
        }
        g->traffic.elements =
            qdr_max(g->traffic.elements, qdr_max(g->sent[i], g->received[i]));
        g->traffic.sends = qdr_max(g->traffic.sends, num_out);
        g->traffic.receives = qdr_max(g->traffic.receives, num_in);
    }
}

void qdr_game_split(qdr_game *g, bool is_shuffled, qdr_rng *rng)
{
    int p = g->traffic.num_procs;

    for (int i = 0; i < p; i++) {
        for (int j = 0; j < p; j++)
            g->splits[i][j] =
                (qdr_split){.dst = j, .elements = g->elements[i][j]};
        assert_int_equal(qdr_split_all(g->splits[i], p, p), g->sent[i]);
        qdr_split_shuffle(g->slot_of[i], p, g->sent[i], is_shuffled, rng);
    }
}

int64_t qdr_game_first_length(const qdr_game *g, int src, int via)
{
    int p = g->traffic.num_procs;
    int64_t length = 0;

    for (int j = 0; j < p; j++)
        length += qdr_split_length(&g->splits[src][j], g->slot_of[src][via], p);
    return length;
}

int64_t qdr_game_second_length(const qdr_game *g, int via, int dst)
{
    int p = g->traffic.num_procs;
    int64_t length = 0;

    for (int i = 0; i < p; i++)
        length += qdr_split_length(&g->splits[i][dst], g->slot_of[i][via], p);
    return length;
}

int qdr_game_decode(const qdr_format *format, const int32_t *words,
                    qdr_part *parts)
{
    assert_true(qdr_header_end(format, words) +
                    words[0] * format->element_bytes <=
                qdr_format_bytes(format));
    return qdr_message_decode(format, words, parts);
}
