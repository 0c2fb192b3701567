/* kernels/plan/tests/exchange_blocks_test.c -- exchanges without a plan: every
 * kind of pattern, in one block a message and in several, receives given and
 * not known. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernels/plan/testing/block_delivery.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"
#include "kernels/testing/pattern_kinds.h"

static void try_given(const qdr_pattern *pattern, int cuts_sent, int cuts_taken)
{
    qdr_test_side out = qdr_test_side_of(pattern, true, cuts_sent, 0);
    qdr_test_side in = qdr_test_side_of(pattern, false, cuts_taken, 0);
    char *send = calloc((size_t)out.bytes + 1, 1);
    char *receive = calloc((size_t)in.bytes + 1, 1);

    for (int turn = 0; turn < 3; turn++) {
        qdr_test_fill(send, out.blocks, out.count, turn);
        qdr_test_ok(qdr_exchange_blocks(send, out.count, out.blocks, receive,
                                        in.count, in.blocks, MPI_COMM_WORLD,
                                        &cause));
        qdr_test_expect(
            qdr_test_take(receive, in.bytes, in.blocks, in.count, turn),
            "receives given");
    }
    free(send);
    free(receive);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
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
    qdr_test_side out = qdr_test_side_of(pattern, true, cuts, 0);
    qdr_test_side in = qdr_test_side_of(pattern, false, 1, 0);
    char *send = calloc((size_t)out.bytes + 1, 1);
    char *receive = calloc((size_t)in.bytes + 1, 1);
    qdr_block *found = calloc((size_t)p, sizeof *found);

    for (int turn = 0; turn < 3; turn++) {
        int64_t count = p;
        qdr_test_fill(send, out.blocks, out.count, turn);
        qdr_test_ok(qdr_exchange_blocks_unknown(send, out.count, out.blocks,
                                                receive, in.bytes, &count,
                                                found, MPI_COMM_WORLD, &cause));
        qdr_test_expect(
            count == in.count && are_by_source(found, count) &&
                qdr_test_take(receive, in.bytes, found, count, turn),
            "receives found out");
    }
    free(found);
    free(send);
    free(receive);
    qdr_test_side_cleanup(&out);
    qdr_test_side_cleanup(&in);
}

static void try_patterns(void)
{
    for (int kind = 0; kind < QDR_NUM_PATTERN_KINDS; kind++) {
        qdr_pattern pattern = {0};
        if (qdr_pattern_init_kind(&pattern, kind, p, &cause) == QDR_OK)
            for (int cuts = 1; cuts <= QDR_TEST_CUTS; cuts++) {
                try_given(&pattern, cuts, 1 + cuts % QDR_TEST_CUTS);
                try_given(&pattern, cuts, 1);
                try_unknown(&pattern, cuts);
            }
        qdr_pattern_cleanup(&pattern);
    }
}

enum { MAX_PROCS = 7, GAP = 3, ROOM = 16 };

/* A block of each peer that is the rank `next` after, or before, this one, or
 * any; ascending, as programs pass them, which needs no checks of lists. */
static int64_t list_ascending(qdr_block *blocks, bool is_send, int next,
                              bool has_own)
{
    int64_t count = 0;

    for (int peer = 0; peer < p; peer++) {
        int src = is_send ? rank : peer, dst = is_send ? peer : rank;
        if (peer == rank ? has_own : next == 0 || dst == (src + next) % p) {
            blocks[count] = (qdr_block){peer, GAP + count * ROOM,
                                        1 + (5 * src + dst) % (ROOM - GAP)};
            count++;
        }
    }
    return count;
}

/* To all, or one message each way; with one to the rank itself, or without. */
static void try_ascending(int next, bool has_own)
{
    qdr_block sends[MAX_PROCS], receives[MAX_PROCS];
    int64_t num_sends = list_ascending(sends, true, next, has_own);
    int64_t num_receives = list_ascending(receives, false, next, has_own);
    char send[GAP + MAX_PROCS * ROOM], receive[sizeof send] = {0};

    for (int turn = 0; turn < 3; turn++) {
        qdr_test_fill(send, sends, num_sends, turn);
        qdr_test_ok(qdr_exchange_blocks(send, num_sends, sends, receive,
                                        num_receives, receives, MPI_COMM_WORLD,
                                        &cause));
        qdr_test_expect(qdr_test_take(receive, sizeof receive, receives,
                                      num_receives, turn),
                        "ascending blocks");
    }
}

/* Nothing is sent: only rank 0 calls. */
static void try_refusals(void)
{
    const qdr_block to_nobody = {p, 0, 1}, to_self = {0, 0, 1},
                    negative = {0, 0, -1};
    qdr_block found;
    int64_t count = 1;
    char byte = 0;

    qdr_test_refused(qdr_exchange_blocks(&byte, 1, &to_nobody, NULL, 0, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "accepted: a rank of 0 to");
    qdr_test_refused(qdr_exchange_blocks(&byte, 1, &to_self, &byte, 0, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "sends itself 1 bytes and receives -1");
    qdr_test_refused(qdr_exchange_blocks(&byte, 1, &negative, &byte, 0, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "accepted");
    qdr_test_refused(qdr_exchange_blocks(NULL, 1, &to_self, &byte, 1, &to_self,
                                         MPI_COMM_WORLD, &cause),
                     "NULL for send");
    qdr_test_refused(qdr_exchange_blocks(&byte, 1, NULL, &byte, 0, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "NULL for 1 sends");
    qdr_test_refused(qdr_exchange_blocks(&byte, 0, NULL, &byte, 1, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "NULL for 1 receives");
    qdr_test_refused(qdr_exchange_blocks(MPI_IN_PLACE, 1, &to_self, &byte, 1,
                                         &to_self, MPI_COMM_WORLD, &cause),
                     "MPI_IN_PLACE for send");
    qdr_test_refused(qdr_exchange_blocks(&byte, 1, &to_self, MPI_IN_PLACE, 1,
                                         &to_self, MPI_COMM_WORLD, &cause),
                     "MPI_IN_PLACE for receive");
    qdr_test_refused(qdr_exchange_blocks_unknown(MPI_IN_PLACE, 1, &to_self,
                                                 &byte, 1, &count, &found,
                                                 MPI_COMM_WORLD, &cause),
                     "MPI_IN_PLACE for send");
    qdr_test_refused(qdr_exchange_blocks(&byte, 0, NULL, &byte, QDR_LEARN, NULL,
                                         MPI_COMM_WORLD, &cause),
                     "qdr_exchange_blocks_unknown finds");
    qdr_test_refused(qdr_exchange_blocks(&byte, 0, NULL, &byte, 0, NULL,
                                         MPI_COMM_NULL, &cause),
                     "MPI_COMM_NULL");
    qdr_test_refused(qdr_exchange_blocks_unknown(&byte, 0, NULL, &byte, 1, NULL,
                                                 NULL, MPI_COMM_WORLD, &cause),
                     "NULL for num_receives");
}

/* Every message arrives, but is not kept; the next exchange is whole. */
static void try_little_room(void)
{
    const qdr_block sent = {(rank + 1) % p, 0, 4};
    qdr_block found = {-1, 0, 0};
    char send[] = "abc", receive[4] = "";
    int64_t count = 1;

    qdr_test_refused(
        qdr_exchange_blocks_unknown(send, 1, &sent, receive, 3, &count, &found,
                                    MPI_COMM_WORLD, &cause),
        "1 messages of 4 bytes have come; accepted: up to 1 and 3");
    count = 0;
    qdr_test_refused(qdr_exchange_blocks_unknown(send, 1, &sent, receive, 4,
                                                 &count, &found, MPI_COMM_WORLD,
                                                 &cause),
                     "accepted: up to 0 and 4");
    count = 1;
    qdr_test_expect(qdr_exchange_blocks_unknown(send, 1, &sent, receive, 4,
                                                &count, &found, MPI_COMM_WORLD,
                                                &cause) == QDR_OK &&
                        strcmp(receive, "abc") == 0,
                    "with room");
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
    qdr_status status;

    if (p < 3 || qdr_test_is_simulated())
        return;
    if (rank == 2)
        usleep(LATE_US);
    status = qdr_exchange_blocks(send, sends, &sent, receive, receives ? 2 : 0,
                                 expected, MPI_COMM_WORLD, &cause);
    qdr_test_expect(receives ? status == QDR_ERROR_MPI &&
                                   memcmp(receive + 2, "ab", 2) == 0
                             : status == QDR_OK,
                    "too long a message, and a late one");
}

void qdr_test_run(void)
{
    try_patterns();
    for (int next = 0; next < p; next++)
        for (int has_own = 0; has_own < 2; has_own++)
            try_ascending(next, has_own == 1);
    if (rank == 0)
        try_refusals();
    try_little_room();
    try_too_long();
}
