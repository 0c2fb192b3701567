/* kernels/shared_memory/mailbox_interleavings_test.c -- the protocol of
 * mailboxes in every order in which ranks can proceed. mailbox_threads_test has
 * the orders that a processor may see.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "kernels/testing/interleavings.h"
#include "kernels/testing/unit_test.h"

#undef atomic_load_explicit
#define atomic_load_explicit(flag, order) qdr_interleave_load(flag)
#undef atomic_store_explicit
#define atomic_store_explicit(flag, value, order)                              \
    qdr_interleave_store(flag, value)
#include "kernels/shared_memory/mailbox.c"

enum { MAX_RANKS = 3, NUM_TAGS = 2 };

/* In a call a rank sends to all others, or to the next one, or only one does.
 * The messages of some calls go by MPI, which has two tags. */
typedef enum what { ALL, SHIFT, FROM_ONE } what;
typedef struct turn {
    what kind;
    int root;
    bool is_mpi;
} turn;

static const turn *turns;
static int num_turns, num_ranks;

/* An entry with its short message. */
typedef struct line {
    _Alignas(64) char bytes[64];
} line;

/* Of each pair: its mailbox, and MPI's last message of each tag. */
static struct {
    line entries[MAX_RANKS][MAX_RANKS][QDR_MAIL_ENTRIES];
    qdr_mail_receipt receipts[MAX_RANKS][MAX_RANKS];
    _Atomic uint64_t mpi[MAX_RANKS][MAX_RANKS][NUM_TAGS];
} memory;
static qdr_mailbox boxes[MAX_RANKS][MAX_RANKS];

static int poll(void *context, int64_t times)
{
    (void)context, (void)times;
    return 0;
}

static const qdr_ring_waiting waiting = {poll, NULL};

static bool sends(const turn *of, int from, int to)
{
    return from != to && (of->kind != SHIFT || to == (from + 1) % num_ranks) &&
           (of->kind != FROM_ONE || from == of->root);
}

static char value_of(int from, int to, int number)
{
    return (char)(1 + from + MAX_RANKS * (to + MAX_RANKS * number));
}

static void send(int from, int to, int number)
{
    qdr_mailbox *box = &boxes[from][to];
    char value = value_of(from, to, number);

    qdr_interleave_check(qdr_mailbox_begin(box, &waiting) == 0);
    if (!turns[number].is_mpi) {
        qdr_mailbox_put(box, &value, 1);
        return;
    }
    qdr_interleave_store(&memory.mpi[from][to][(box->num_sent + 1) % NUM_TAGS],
                         box->num_sent + 1);
    qdr_mailbox_pass(box);
}

/* A receive of MPI matches the first message of its tag. */
static void receive_by_mpi(qdr_mailbox *box, int from, int to)
{
    uint64_t number = box->num_received + 1, found;

    qdr_wait_for(&memory.mpi[from][to][number % NUM_TAGS], number, &waiting,
                 &found);
    qdr_interleave_check(found == number);
}

static void receive(int from, int to, int number)
{
    qdr_mailbox *box = &boxes[to][from];
    const char *place;
    int64_t length;

    if (turns[number].is_mpi) {
        receive_by_mpi(box, from, to);
    } else {
        qdr_interleave_check(qdr_mailbox_find(box, &waiting, &place, &length) ==
                             0);
        qdr_interleave_stop();
        qdr_interleave_note((uint64_t)*place);
        qdr_interleave_note(box->num_taken);
        qdr_interleave_check(*place == value_of(from, to, number) &&
                             length == 1);
    }
    qdr_mailbox_finish(box);
}

static void work(int rank)
{
    for (int i = 0; i < num_turns; i++) {
        uint64_t known = (uint64_t)i + 1;
        for (int r = 0; r < num_ranks; r++)
            if (sends(&turns[i], rank, r))
                send(rank, r, i);
        for (int r = 0; r < num_ranks; r++)
            if (sends(&turns[i], r, rank))
                receive(r, rank, i);
        for (int r = 0; r < num_ranks; r++)
            known = known << 16 | boxes[rank][r].num_taken;
        qdr_interleave_forget(known);
    }
}

static qdr_mail_entry *line_at(int from, int to, int i)
{
    return (qdr_mail_entry *)(void *)&memory.entries[from][to][i];
}

static void begin(void)
{
    for (int r = 0; r < num_ranks; r++)
        for (int peer = 0; peer < num_ranks; peer++) {
            qdr_mailbox *box = &boxes[r][peer];
            *box = (qdr_mailbox){.out_receipt = &memory.receipts[r][peer],
                                 .in_receipt = &memory.receipts[peer][r]};
            for (int i = 0; i < QDR_MAIL_ENTRIES; i++) {
                box->out[i] = line_at(r, peer, i);
                box->in[i] = line_at(peer, r, i);
            }
        }
}

static void try_all(int ranks, const turn *of, int count)
{
    const qdr_interleaved protocol = {ranks, (uint64_t *)(void *)&memory,
                                      sizeof memory / sizeof(uint64_t), begin,
                                      work};

    num_ranks = ranks;
    turns = of;
    num_turns = count;
    printf("%d ranks, %d calls: %d states\n", ranks, count,
           qdr_interleave(&protocol));
}

TEST(two_ranks)
{
    static const turn same[] = {
        {.kind = ALL}, {.kind = ALL}, {.kind = ALL}, {.kind = ALL}};
    static const turn one_way[] = {{.kind = FROM_ONE}, {.kind = FROM_ONE},
                                   {.kind = FROM_ONE}, {.kind = FROM_ONE},
                                   {.kind = FROM_ONE}, {.kind = FROM_ONE}};
    static const turn mixed[] = {{FROM_ONE, 0, false}, {FROM_ONE, 0, true},
                                 {ALL, 0, false},      {FROM_ONE, 0, true},
                                 {FROM_ONE, 1, true},  {ALL, 0, true},
                                 {FROM_ONE, 0, false}, {ALL, 0, false}};
    /* A message says less than its sender will have received. */
    static const turn ahead[] = {{.kind = ALL},      {.kind = FROM_ONE},
                                 {.kind = FROM_ONE}, {.kind = ALL},
                                 {.kind = FROM_ONE}, {.kind = FROM_ONE}};

    try_all(2, ahead, 6);
    try_all(2, same, 4);
    try_all(2, one_way, 6);
    try_all(2, mixed, 8);
}

TEST(three_ranks)
{
    static const turn same[] = {
        {.kind = SHIFT}, {.kind = SHIFT}, {.kind = SHIFT}, {.kind = SHIFT}};
    static const turn one_way[] = {{FROM_ONE, 0, false},
                                   {FROM_ONE, 0, true},
                                   {FROM_ONE, 0, false},
                                   {FROM_ONE, 0, false}};
    static const turn mixed[] = {{SHIFT, 0, false},
                                 {FROM_ONE, 0, false},
                                 {SHIFT, 0, true},
                                 {FROM_ONE, 0, false}};

    static const turn all[] = {{.kind = ALL}, {.kind = ALL}};

    try_all(3, all, 2);
    try_all(3, same, 4);
    try_all(3, one_way, 4);
    try_all(3, mixed, 4);
}
