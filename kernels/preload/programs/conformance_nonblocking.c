/* kernels/preload/programs/conformance_nonblocking.c -- blocking collectives
 * between nonblocking ones, and between messages for any source and tag.
 */
#include "kernels/preload/programs/conformance.h"

enum { COUNT = 100, NUM_PENDING = 4 };

/* The vectors of a round; `round` makes their values. */
typedef struct round_data {
    const member *m;
    int round;
    int sent[MAX_PROCS * COUNT], found[MAX_PROCS * COUNT];
    int counts[MAX_PROCS], from[MAX_PROCS], arriving[MAX_PROCS], to[MAX_PROCS];
    int sums[COUNT], value[COUNT];
} round_data;

static int count_of(int src, int dst, int round)
{
    return draw(src, dst, round, 4) == 0 ? 0 : draw(dst, src, round, COUNT);
}

static round_data *begin(const member *m, int round)
{
    round_data *d = allocate(1, sizeof(*d));

    d->m = m;
    d->round = round;
    for (int r = 0; r < m->size; r++) {
        d->counts[r] = count_of(m->rank, r, round);
        d->arriving[r] = count_of(r, m->rank, round);
        d->from[r] = d->to[r] = r * COUNT;
        for (int i = 0; i < COUNT; i++)
            d->sent[r * COUNT + i] = draw(m->rank, r + i * 64, round, 1 << 20);
    }
    for (int i = 0; i < COUNT; i++)
        d->value[i] = m->rank == round % m->size ? round * 1000 + i : -1;
    return d;
}

static void finish(round_data *d, const char *kind)
{
    int wrong = 0, size = d->m->size;

    for (int r = 0; r < size; r++)
        for (int i = 0; i < d->arriving[r]; i++)
            wrong += d->found[r * COUNT + i] !=
                     draw(r, d->m->rank + i * 64, d->round, 1 << 20);
    for (int i = 0; i < COUNT; i++) {
        int sum = 0;
        for (int r = 0; r < size; r++)
            sum += draw(r, i * 64, d->round, 1 << 20);
        wrong += d->sums[i] != sum;
        wrong += d->value[i] != d->round * 1000 + i;
    }
    check(wrong == 0, "%s on %s, round %d: %d wrong", kind, d->m->name,
          d->round, wrong);
    free(d);
}

static void start(round_data *d, MPI_Request *requests)
{
    MPI_Ialltoallv(d->sent, d->counts, d->from, MPI_INT, d->found, d->arriving,
                   d->to, MPI_INT, d->m->comm, &requests[0]);
    MPI_Iallreduce(d->sent, d->sums, COUNT, MPI_INT, MPI_SUM, d->m->comm,
                   &requests[1]);
    MPI_Ibcast(d->value, COUNT, MPI_INT, d->round % d->m->size, d->m->comm,
               &requests[2]);
}

static void call(round_data *d)
{
    MPI_Alltoallv(d->sent, d->counts, d->from, MPI_INT, d->found, d->arriving,
                  d->to, MPI_INT, d->m->comm);
    MPI_Allreduce(d->sent, d->sums, COUNT, MPI_INT, MPI_SUM, d->m->comm);
    MPI_Bcast(d->value, COUNT, MPI_INT, d->round % d->m->size, d->m->comm);
}

/* Each blocking round runs while nonblocking ones are pending. */
static void interleave(const member *m)
{
    round_data *pending[NUM_PENDING];
    MPI_Request requests[NUM_PENDING][3];

    for (int turn = 0; turn < 5; turn++) {
        for (int i = 0; i < NUM_PENDING; i++) {
            round_data *blocking = begin(m, turn * 10 + i);
            pending[i] = begin(m, turn * 10 + i + 5);
            start(pending[i], requests[i]);
            call(blocking);
            finish(blocking, "blocking calls between nonblocking ones");
        }
        for (int i = NUM_PENDING - 1; i >= 0; i--) {
            MPI_Waitall(3, requests[i], MPI_STATUSES_IGNORE);
            finish(pending[i], "nonblocking calls");
        }
    }
}

/* A receive that takes anything must not take a collective's message. */
static void receive_anything(const member *m)
{
    int next = (m->rank + 1) % m->size, got[COUNT] = {0}, text[3] = {1, 2, 3};
    int previous = (m->rank + m->size - 1) % m->size, count, flag;
    MPI_Request any, sent;
    MPI_Status status;

    for (int round = 0; round < 10; round++) {
        round_data *d = begin(m, round);
        MPI_Irecv(got, COUNT, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, m->comm,
                  &any);
        call(d);
        MPI_Test(&any, &flag, &status);
        check(!flag, "a receive took a message of a collective on %s", m->name);
        finish(d, "collectives below a receive of anything");
        PMPI_Barrier(m->comm);
        MPI_Isend(text, 3, MPI_INT, next, round, m->comm, &sent);
        d = begin(m, round + 50);
        call(d);
        finish(d, "collectives below messages");
        MPI_Wait(&any, &status);
        MPI_Wait(&sent, MPI_STATUS_IGNORE);
        MPI_Get_count(&status, MPI_INT, &count);
        check(count == 3 && status.MPI_SOURCE == previous &&
                  status.MPI_TAG == round && got[2] == 3,
              "a message between collectives on %s", m->name);
    }
}

void test_nonblocking(void)
{
    for (int k = 0; k < NUM_MEMBERS; k++) {
        interleave(&members[k]);
        receive_anything(&members[k]);
    }
}
