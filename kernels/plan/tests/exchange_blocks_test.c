/* kernels/plan/tests/exchange_blocks_test.c -- exchanges without a plan: every
 * kind of pattern, in one block a message and in several, receives given and
 * not known. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/pattern_kinds.h"

enum { MAX_BLOCKS = 3, GAP = 5 };

static int rank, p;

static char byte_of(int src, int dst, int64_t at, int turn)
{
    return (char)(src * 131 + dst * 31 + at * 7 + turn + 1);
}

/* The blocks of one side, and its buffer. */
typedef struct side {
    bool is_send;
    int64_t count, bytes;
    qdr_block *blocks;
    char *buffer;
} side;

/* This rank's messages, each in `cuts` blocks. Several blocks of a message are
 * apart, the last one first. */
static side make_side(const qdr_pattern *pattern, bool is_send, int cuts)
{
    side made = {.is_send = is_send,
                 .blocks =
                     calloc((size_t)(MAX_BLOCKS * p), sizeof *made.blocks)};

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int64_t left = message.bytes,
                at = made.bytes + message.bytes + (int64_t)cuts * GAP;
        if ((is_send ? message.src : message.dst) != rank)
            continue;
        made.bytes = at;
        for (int i = 0; i < cuts; i++) {
            int64_t taken = i == cuts - 1 ? left : left / 2;
            at -= taken + GAP;
            made.blocks[made.count++] =
                (qdr_block){is_send ? message.dst : message.src, at, taken};
            left -= taken;
        }
    }
    made.buffer = calloc((size_t)made.bytes + 1, 1);
    return made;
}

static void drop(side *s)
{
    free(s->blocks);
    free(s->buffer);
}

/* Writes what is sent, or returns whether it has arrived. */
static bool visit(side *s, const qdr_block *blocks, int64_t count, int turn)
{
    int64_t at = 0;

    for (int64_t i = 0; i < count; i++) {
        int peer = blocks[i].peer;
        char *block = s->buffer + blocks[i].displacement;
        if (i == 0 || blocks[i - 1].peer != peer)
            at = 0;
        for (int64_t b = 0; b < blocks[i].bytes; b++, at++)
            if (s->is_send)
                block[b] = byte_of(rank, peer, at, turn);
            else if (block[b] != byte_of(peer, rank, at, turn))
                return false;
    }
    return true;
}

static void try_given(const qdr_pattern *pattern, int cuts_sent, int cuts_taken)
{
    side out = make_side(pattern, true, cuts_sent);
    side in = make_side(pattern, false, cuts_taken);
    qdr_error error = {""};

    for (int turn = 0; turn < 3; turn++) {
        visit(&out, out.blocks, out.count, turn);
        memset(in.buffer, 0, (size_t)in.bytes);
        qdr_test_expect(qdr_exchange_blocks(out.buffer, out.count, out.blocks,
                                            in.buffer, in.count, in.blocks,
                                            MPI_COMM_WORLD, &error) == QDR_OK &&
                            visit(&in, in.blocks, in.count, turn),
                        "receives given", &error);
    }
    drop(&out);
    drop(&in);
}

static bool are_by_source(const qdr_block *blocks, int64_t count)
{
    for (int64_t i = 1; i < count; i++)
        if (blocks[i].peer <= blocks[i - 1].peer)
            return false;
    return true;
}

static void try_unknown(const qdr_pattern *pattern, int cuts)
{
    side out = make_side(pattern, true, cuts);
    side in = make_side(pattern, false, 1);
    qdr_block *found = calloc((size_t)p, sizeof *found);
    qdr_error error = {""};

    for (int turn = 0; turn < 3; turn++) {
        int64_t count = p;
        visit(&out, out.blocks, out.count, turn);
        qdr_test_expect(
            qdr_exchange_blocks_unknown(out.buffer, out.count, out.blocks,
                                        in.buffer, in.bytes, &count, found,
                                        MPI_COMM_WORLD, &error) == QDR_OK &&
                count == in.count && are_by_source(found, count) &&
                visit(&in, found, count, turn),
            "receives found out", &error);
    }
    free(found);
    drop(&out);
    drop(&in);
}

static void try_patterns(void)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        qdr_error error = {""};
        if (qdr_pattern_init_kind(&pattern, kind, p, &error) == QDR_OK)
            for (int cuts = 1; cuts <= MAX_BLOCKS; cuts++) {
                try_given(&pattern, cuts, 1 + cuts % MAX_BLOCKS);
                try_given(&pattern, cuts, 1);
                try_unknown(&pattern, cuts);
            }
        qdr_pattern_cleanup(&pattern);
    }
}

static void refuse(qdr_status status, const qdr_error *error, const char *words)
{
    qdr_test_expect(status == QDR_ERROR_INPUT &&
                        strstr(error->text, words) != NULL,
                    words, error);
}

/* Nothing is sent: only rank 0 calls. */
static void try_refusals(void)
{
    const qdr_block to_nobody = {p, 0, 1}, to_self = {0, 0, 1},
                    negative = {0, 0, -1};
    qdr_block found;
    int64_t count = 1;
    char byte = 0;
    qdr_error error = {""};

    refuse(qdr_exchange_blocks(&byte, 1, &to_nobody, NULL, 0, NULL,
                               MPI_COMM_WORLD, &error),
           &error, "accepted: a rank of 0 to");
    refuse(qdr_exchange_blocks(&byte, 1, &to_self, &byte, 0, NULL,
                               MPI_COMM_WORLD, &error),
           &error, "sends itself 1 bytes and receives -1");
    refuse(qdr_exchange_blocks(&byte, 1, &negative, &byte, 0, NULL,
                               MPI_COMM_WORLD, &error),
           &error, "accepted");
    refuse(qdr_exchange_blocks(NULL, 1, &to_self, &byte, 1, &to_self,
                               MPI_COMM_WORLD, &error),
           &error, "NULL for send");
    refuse(qdr_exchange_blocks(&byte, 1, NULL, &byte, 0, NULL, MPI_COMM_WORLD,
                               &error),
           &error, "NULL for 1 sends");
    refuse(qdr_exchange_blocks(&byte, 0, NULL, &byte, 1, NULL, MPI_COMM_WORLD,
                               &error),
           &error, "NULL for 1 receives");
    refuse(qdr_exchange_blocks(MPI_IN_PLACE, 1, &to_self, &byte, 1, &to_self,
                               MPI_COMM_WORLD, &error),
           &error, "MPI_IN_PLACE for send");
    refuse(qdr_exchange_blocks(&byte, 1, &to_self, MPI_IN_PLACE, 1, &to_self,
                               MPI_COMM_WORLD, &error),
           &error, "MPI_IN_PLACE for receive");
    refuse(qdr_exchange_blocks_unknown(MPI_IN_PLACE, 1, &to_self, &byte, 1,
                                       &count, &found, MPI_COMM_WORLD, &error),
           &error, "MPI_IN_PLACE for send");
    refuse(qdr_exchange_blocks(&byte, 0, NULL, &byte, QDR_LEARN, NULL,
                               MPI_COMM_WORLD, &error),
           &error, "qdr_exchange_blocks_unknown finds");
    refuse(qdr_exchange_blocks(&byte, 0, NULL, &byte, 0, NULL, MPI_COMM_NULL,
                               &error),
           &error, "MPI_COMM_NULL");
    refuse(qdr_exchange_blocks_unknown(&byte, 0, NULL, &byte, 1, NULL, NULL,
                                       MPI_COMM_WORLD, &error),
           &error, "NULL for num_receives");
}

/* Every message arrives, but is not kept; the next exchange is whole. */
static void try_little_room(void)
{
    const qdr_block sent = {(rank + 1) % p, 0, 4};
    qdr_block found = {-1, 0, 0};
    char send[] = "abc", receive[4] = "";
    int64_t count = 1;
    qdr_error error = {""};

    refuse(qdr_exchange_blocks_unknown(send, 1, &sent, receive, 3, &count,
                                       &found, MPI_COMM_WORLD, &error),
           &error, "1 messages of 4 bytes have come; accepted: up to 1 and 3");
    count = 0;
    refuse(qdr_exchange_blocks_unknown(send, 1, &sent, receive, 4, &count,
                                       &found, MPI_COMM_WORLD, &error),
           &error, "accepted: up to 0 and 4");
    count = 1;
    qdr_test_expect(qdr_exchange_blocks_unknown(send, 1, &sent, receive, 4,
                                                &count, &found, MPI_COMM_WORLD,
                                                &error) == QDR_OK &&
                        strcmp(receive, "abc") == 0,
                    "with room", &error);
}

/* Rank 1 sends more than rank 0 expects, and rank 2 is late: the failed call
 * waits for it all the same. MPI would write to the buffer later. */
static void try_too_long(void)
{
    enum { LATE_US = 200000 };
    const qdr_block sent = {0, 0, rank == 1 ? 4 : 2};
    const qdr_block expected[] = {{1, 0, 2}, {2, 2, 2}};
    char send[] = "abc", receive[5] = "";
    bool receives = rank == 0, sends = rank == 1 || rank == 2;
    qdr_error error = {""};
    qdr_status status;

    if (p < 3 || qdr_test_is_simulated())
        return;
    if (rank == 2)
        usleep(LATE_US);
    status = qdr_exchange_blocks(send, sends, &sent, receive, receives ? 2 : 0,
                                 expected, MPI_COMM_WORLD, &error);
    qdr_test_expect(receives ? status == QDR_ERROR_MPI &&
                                   memcmp(receive + 2, "ab", 2) == 0
                             : status == QDR_OK,
                    "too long a message, and a late one", &error);
}

int main(int argc, char **argv)
{
    qdr_test_begin(&argc, &argv, &rank, &p);
    try_patterns();
    if (rank == 0)
        try_refusals();
    try_little_room();
    try_too_long();
    qdr_test_end();
    return qdr_test_status();
}
