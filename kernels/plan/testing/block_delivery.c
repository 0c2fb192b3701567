/* kernels/plan/testing/block_delivery.c -- see block_delivery.h. */
#include "kernels/plan/testing/block_delivery.h"

#include <stdlib.h>

#include "kernels/plan/testing/ranks.h"

enum { GAP = 3 /* bytes */ };

char qdr_test_byte(int src, int dst, int64_t at)
{
    return (char)(src * 131 + dst * 31 + at * 7 + 1);
}

qdr_test_side qdr_test_side_of(const qdr_pattern *pattern, bool is_send,
                               int cuts, int64_t less)
{
    size_t room = (size_t)(QDR_TEST_CUTS * p);
    qdr_test_side made = {.blocks = calloc(room, sizeof *made.blocks)};

    for (int k = 0; k < QDR_TEST_CUTS; k++)
        for (int64_t m = pattern->num_messages - 1; m >= 0; m--) {
            qdr_message message = pattern->messages[m];
            int other = message.src + 2 * message.dst + is_send;
            int num = cuts > 0 ? cuts : 1 + other % QDR_TEST_CUTS;
            int64_t bytes = message.bytes > less ? message.bytes - less : 0;
            int64_t part = bytes / (2 * num);
            if ((is_send ? message.src : message.dst) != rank || k >= num)
                continue;
            if (k == num - 1)
                part = bytes - k * part;
            made.bytes += part + GAP;
            made.blocks[made.count++] = (qdr_block){
                is_send ? message.dst : message.src, -made.bytes, part};
        }
    for (int64_t i = 0; i < made.count; i++)
        made.blocks[i].displacement += made.bytes;
    return made;
}

void qdr_test_side_cleanup(qdr_test_side *side)
{
    free(side->blocks);
}

/* Writes the blocks, or returns whether they are as sent and zeroes them. */
static bool visit(char *buffer, const qdr_block *blocks, int64_t count,
                  bool is_send, int turn)
{
    int64_t *at = calloc((size_t)p, sizeof *at); /* in each peer's message */
    bool is_right = true;

    for (int64_t i = 0; i < count; i++) {
        int peer = blocks[i].peer;
        char *block = buffer + blocks[i].displacement;
        int src = is_send ? rank : peer, dst = is_send ? peer : rank;
        for (int64_t b = 0; b < blocks[i].bytes; b++) {
            char byte = (char)(qdr_test_byte(src, dst, at[peer]++) + turn);
            is_right = is_right && (is_send || block[b] == byte);
            block[b] = (char)(is_send ? byte : 0);
        }
    }
    free(at);
    return is_right;
}

void qdr_test_fill(char *buffer, const qdr_block *blocks, int64_t count,
                   int turn)
{
    visit(buffer, blocks, count, true, turn);
}

bool qdr_test_take(char *buffer, int64_t bytes, const qdr_block *blocks,
                   int64_t count, int turn)
{
    bool is_right = visit(buffer, blocks, count, false, turn);

    for (int64_t i = 0; i < bytes; i++)
        is_right = is_right && buffer[i] == 0;
    return is_right;
}

void qdr_test_execute(qdr_plan *plan)
{
    qdr_plan_info info = {.size = sizeof info};
    char *sends[2], *receives[2];

    qdr_test_ok(qdr_plan_get_info(plan, &info, &cause));
    for (int i = 0; i < 2; i++) {
        sends[i] = calloc((size_t)info.send_bytes + 1, 1);
        receives[i] = calloc((size_t)info.receive_bytes + 1, 1);
    }
    for (int turn = 0; turn < 3; turn++) {
        char *send = sends[turn / 2], *receive = receives[turn / 2];
        qdr_test_fill(send, info.sends, info.num_sends, turn);
        qdr_test_ok(qdr_plan_execute(plan, send, receive, &cause));
        qdr_test_expect(qdr_test_take(receive, info.receive_bytes,
                                      info.receives, info.num_receives, turn),
                        "the bytes");
    }
    for (int i = 0; i < 2; i++) {
        free(sends[i]);
        free(receives[i]);
    }
}
