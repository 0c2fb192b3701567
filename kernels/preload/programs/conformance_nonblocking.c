/* kernels/preload/programs/conformance_nonblocking.c -- blocking collectives
 * between nonblocking ones, and between messages for any source and tag.
 */
#include <stdlib.h>

#include "kernels/preload/programs/conformance.h"

enum { COUNT = 100, NUM_PENDING = 4 };

/* Nonblocking calls in progress; `round` makes their values. */
typedef struct pending {
    int sent[MAX_PROCS * COUNT], found[MAX_PROCS * COUNT];
    int counts[MAX_PROCS], places[MAX_PROCS], sums[COUNT], value;
    MPI_Request requests[3];
} pending;

static pending *start(const member *m, int round)
{
    pending *p = allocate(1, sizeof(*p));
    int root = round % m->size;

    for (int r = 0; r < m->size; r++) {
        p->counts[r] = (m->rank + r + round) % 4 * (COUNT / 4);
        p->places[r] = r * COUNT;
        for (int i = 0; i < COUNT; i++)
            p->sent[r * COUNT + i] = draw(m->rank, r + i * 64, round, 1 << 20);
    }
    p->value = m->rank == root ? round : -1;
    MPI_Ialltoallv(p->sent, p->counts, p->places, MPI_INT, p->found, p->counts,
                   p->places, MPI_INT, m->comm, &p->requests[0]);
    MPI_Iallreduce(p->sent, p->sums, COUNT, MPI_INT, MPI_SUM, m->comm,
                   &p->requests[1]);
    MPI_Ibcast(&p->value, 1, MPI_INT, root, m->comm, &p->requests[2]);
    return p;
}

static void finish(const member *m, pending *p, int round)
{
    int wrong = 0;

    MPI_Waitall(3, p->requests, MPI_STATUSES_IGNORE);
    for (int r = 0; r < m->size; r++)
        for (int i = 0; i < p->counts[r]; i++)
            wrong += p->found[r * COUNT + i] !=
                     draw(r, m->rank + i * 64, round, 1 << 20);
    for (int i = 0; i < COUNT; i++) {
        int sum = 0;
        for (int r = 0; r < m->size; r++)
            sum += draw(r, i * 64, round, 1 << 20);
        wrong += p->sums[i] != sum;
    }
    check(wrong == 0 && p->value == round,
          "nonblocking calls on %s, round %d: %d wrong", m->name, round, wrong);
    free(p);
}

/* A receive that takes anything must not take a collective's message. */
static void receive_anything(const member *m, int round)
{
    int next = (m->rank + 1) % m->size, got[COUNT] = {0}, text[3] = {1, 2, 3};
    int previous = (m->rank + m->size - 1) % m->size, count, flag;
    MPI_Request any, sent;
    MPI_Status status;

    MPI_Irecv(got, COUNT, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, m->comm, &any);
    for (int i = 0; i < 3; i++)
        use(m, round * 3 + i);
    MPI_Test(&any, &flag, &status);
    check(!flag, "a receive took a message of a collective on %s", m->name);
    PMPI_Barrier(m->comm);
    MPI_Isend(text, 3, MPI_INT, next, round, m->comm, &sent);
    for (int i = 0; i < 3; i++)
        use(m, round * 3 + i);
    MPI_Wait(&any, &status);
    MPI_Wait(&sent, MPI_STATUS_IGNORE);
    MPI_Get_count(&status, MPI_INT, &count);
    check(count == 3 && status.MPI_SOURCE == previous &&
              status.MPI_TAG == round && got[2] == 3,
          "a message between collectives on %s", m->name);
}

void test_nonblocking(void)
{
    pending *begun[NUM_PENDING];

    for (int k = 0; k < NUM_INTRA; k++)
        for (int turn = 0; turn < 6; turn++) {
            for (int i = 0; i < NUM_PENDING; i++) {
                begun[i] = start(&members[k], turn * 10 + i);
                use(&members[k], turn * NUM_PENDING + i);
            }
            for (int i = NUM_PENDING - 1; i >= 0; i--)
                finish(&members[k], begun[i], turn * 10 + i);
            receive_anything(&members[k], turn);
        }
}
