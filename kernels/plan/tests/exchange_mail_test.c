/* kernels/plan/tests/exchange_mail_test.c -- exchanges without a plan through
 * memory that the ranks share: lengths that differ between sender and receiver,
 * and ranks without memory.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "kernels/plan/mpi/communicator.h"
#include "kernels/plan/testing/ranks.h"
#include "kernels/quadrille.h"

enum { MAX_PROCS = 7, GAP = 16, LONGEST = 20000, ROOM = LONGEST + GAP };

static bool is_full; /* a fault of this rank's system */

int __real_posix_fallocate(int file, off_t offset, off_t bytes);
int __wrap_posix_fallocate(int file, off_t offset, off_t bytes);
int __wrap_posix_fallocate(int file, off_t offset, off_t bytes)
{
    return is_full ? ENOSPC : __real_posix_fallocate(file, offset, bytes);
}

static bool probes_fail;

/* Replaces the library's own. */
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *out_has_come,
               MPI_Status *status)
{
    return probes_fail ? MPI_ERR_OTHER
                       : PMPI_Iprobe(source, tag, comm, out_has_come, status);
}

/* How a call differs from another. */
typedef struct call {
    int64_t sent, expected; /* bytes of each message */
    bool to_all;            /* others; else to the next rank */
    int send_cuts, receive_cuts;
    int number;
} call;

static char send[MAX_PROCS * ROOM], receive[MAX_PROCS * ROOM];

static char value_of(int from, int64_t i, int number)
{
    return (char)(from + 5 * i + 11 * number);
}

/* The blocks of a message of `bytes`, one or two. */
static int64_t add(qdr_block *blocks, int64_t count, int peer, int64_t bytes,
                   int cuts)
{
    int64_t at = (int64_t)peer * ROOM;

    if (cuts == 1) {
        blocks[count++] = (qdr_block){peer, at, bytes};
        return count;
    }
    blocks[count++] = (qdr_block){peer, at, bytes / 2};
    blocks[count++] = (qdr_block){peer, at + bytes / 2, bytes - bytes / 2};
    return count;
}

/* Too long a message is an error, and no byte beyond is written: but Open MPI
 * 4.1.4 itself writes all bytes of one that it does not send eagerly. */
static void check(const call *c, int from, qdr_status status)
{
    const char *received = receive + from * ROOM;
    bool is_mail = c->sent <= QDR_MAIL_LONGEST && c->send_cuts == 1;
    bool is_right = true;

    for (int64_t i = is_mail || c->sent < c->expected ? c->expected : c->sent;
         i < ROOM; i++)
        is_right = is_right && received[i] == '#';
    for (int64_t i = 0; i < c->expected && c->sent <= c->expected; i++)
        is_right =
            is_right &&
            received[i] == (i < c->sent ? value_of(from, i, c->number) : '#');
    qdr_test_expect(is_right, "received bytes");
    qdr_test_expect(status == (c->sent <= c->expected ? QDR_OK : QDR_ERROR_MPI),
                    "status");
}

static void exchange(const call *c, MPI_Comm comm)
{
    qdr_block sends[2 * MAX_PROCS], receives[2 * MAX_PROCS];
    int64_t num_sends = 0, num_receives = 0;
    qdr_status status;

    memset(receive, '#', sizeof receive);
    cause.text[0] = '\0';
    for (int r = 0; r < p; r++) {
        for (int64_t i = 0; i < c->sent; i++)
            send[r * ROOM + i] = value_of(rank, i, c->number);
        if (c->to_all ? r != rank : r == (rank + 1) % p)
            num_sends = add(sends, num_sends, r, c->sent, c->send_cuts);
        if (c->to_all ? r != rank : r == (rank + p - 1) % p)
            num_receives =
                add(receives, num_receives, r, c->expected, c->receive_cuts);
    }
    status = qdr_exchange_blocks(send, num_sends, sends, receive, num_receives,
                                 receives, comm, &cause);
    for (int r = 0; r < p; r++)
        if (c->to_all ? r != rank : r == (rank + p - 1) % p)
            check(c, r, status);
}

static const int64_t lengths[] = {0, 8, 100, 4096, 4097, LONGEST};
enum { NUM_LENGTHS = sizeof lengths / sizeof lengths[0] };

/* A call of these lengths. */
static call call_of(int kind, int number)
{
    return (call){.sent = lengths[kind % NUM_LENGTHS],
                  .expected = lengths[kind / NUM_LENGTHS % NUM_LENGTHS],
                  .send_cuts = 1,
                  .receive_cuts = 1,
                  .number = number};
}

/* All pairs of lengths, one after another, and then one of equal lengths: a
 * rank is late, so that others run ahead. */
static void try_lengths(bool to_all)
{
    enum { NUM_KINDS = NUM_LENGTHS * NUM_LENGTHS, LATE_US = 300 };
    int number = 0;

    for (int first = 0; first < NUM_KINDS; first++)
        for (int second = 0; second < NUM_KINDS; second++) {
            const int kinds[] = {first, second,
                                 second % NUM_LENGTHS * (NUM_LENGTHS + 1)};
            qdr_test_about("lengths %d, %d, call %d%s", first, second, number,
                           to_all ? ", to all" : "");
            if (second % (2 * p) == rank)
                usleep(LATE_US);
            for (int i = 0; i < 3; i++) {
                call c = call_of(kinds[i], number++);
                c.to_all = to_all;
                exchange(&c, MPI_COMM_WORLD);
            }
        }
}

/* One block at one end, and two at the other. */
static void try_cuts(bool to_all)
{
    for (int kind = 0; kind < NUM_LENGTHS * NUM_LENGTHS; kind++)
        for (int cuts = 0; cuts < 4; cuts++)
            for (int i = 0; i < 3; i++) {
                call c = call_of(kind, i);
                c.to_all = to_all;
                c.send_cuts = 1 + cuts % 2;
                c.receive_cuts = 1 + cuts / 2;
                qdr_test_about("lengths %d, cuts %d", kind, cuts);
                exchange(&c, MPI_COMM_WORLD);
            }
}

/* One way, with a receiver that is late: the sender waits for room. */
static void try_one_way(void)
{
    enum { NUM_CALLS = 10, LATE_US = 1000 };

    for (int i = 0; i < NUM_CALLS; i++) {
        int64_t bytes = lengths[i % NUM_LENGTHS];
        const qdr_block sent = {1, 0, bytes}, expected = {0, 0, bytes};
        qdr_test_about("one way, call %d", i);
        if (rank == 1)
            usleep(LATE_US);
        memset(send, i, LONGEST);
        memset(receive, '#', LONGEST);
        if (rank < 2)
            qdr_test_ok(qdr_exchange_blocks(send, rank == 0, &sent, receive,
                                            rank == 1, &expected,
                                            MPI_COMM_WORLD, &cause));
        for (int64_t k = 0; k < bytes && rank == 1; k++)
            qdr_test_expect(receive[k] == i, "received");
    }
}

static bool has_mail(MPI_Comm comm)
{
    qdr_communicator *of = NULL;

    qdr_test_ok(qdr_communicator_of(comm, &of, &cause));
    return qdr_communicator_mail(of)->boxes != NULL;
}

/* If a rank has no memory, all send by MPI. A rank whose arguments are refused
 * takes part in the decision. */
static void try_first_call(bool is_refused, int without_memory)
{
    call c = call_of(NUM_LENGTHS + 1, 0);
    MPI_Comm comm;

    qdr_test_about("first call, %d without memory", without_memory);
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    is_full = rank == without_memory;
    if (is_refused) {
        qdr_status status =
            qdr_exchange_blocks(send, 0, NULL, receive,
                                rank == 0 ? QDR_LEARN : 0, NULL, comm, &cause);
        qdr_test_expect(status == (rank == 0 ? QDR_ERROR_INPUT : QDR_OK),
                        "rank 0 alone is refused");
    }
    exchange(&c, comm);
    is_full = false;
    exchange(&c, comm);
    qdr_test_expect(has_mail(comm) == (without_memory < 0), "mailboxes");
    MPI_Comm_free(&comm);
}

/* Where MPI fails, a rank that waits at a mailbox gives up. */
static void try_broken(void)
{
    enum { LATE_US = 100000 };
    const qdr_block sent = {(rank + 1) % p, 0, 8};
    const qdr_block expected = {(rank + p - 1) % p, 0, 8};
    MPI_Comm comm;

    qdr_test_about("MPI fails");
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    for (int i = 0; i < 2; i++) {
        qdr_status status;
        probes_fail = rank == 0 && i == 1;
        if (rank == p - 1 && i == 1)
            usleep(LATE_US);
        status = qdr_exchange_blocks(send, 1, &sent, receive, 1, &expected,
                                     comm, &cause);
        qdr_test_expect(status == (probes_fail ? QDR_ERROR_MPI : QDR_OK),
                        "status");
    }
    probes_fail = false;
    MPI_Comm_free(&comm);
}

void qdr_test_run(void)
{
    if (p == 1)
        return;
    try_first_call(false, -1);
    try_first_call(true, -1);
    try_first_call(false, p - 1);
    try_first_call(true, 0);
    for (int to_all = 0; to_all < 2; to_all++) {
        try_lengths(to_all == 1);
        try_cuts(to_all == 1);
    }
    try_one_way();
    try_broken();
}
