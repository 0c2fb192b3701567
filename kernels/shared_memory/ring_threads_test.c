/* kernels/shared_memory/ring_threads_test.c -- rings with threads as ranks,
 * under a thread sanitizer: every read of a chunk comes after its write, and
 * before the next one, by the order of flags alone. The sanitizer remembers few
 * accesses: the first and the last byte stand for a chunk.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

#include "kernels/shared_memory/ring.h"
#include "kernels/testing/unit_test.h"

enum { NUM_RANKS = 3, NUM_CHUNKS = 200, LONG_CHUNK = 600 };

static struct {
    qdr_ring ring;
    char chunks[QDR_RING_ENTRIES][QDR_RING_CHUNK];
} memory[NUM_RANKS];
static bool is_wrong[NUM_RANKS];

static int yield(void *context, int64_t times)
{
    (void)context, (void)times;
    sched_yield();
    return 0;
}

/* Short and long chunks; from one rank, to one rank, and among all. */
static bool writes(int rank, int number)
{
    return number % 3 != 0 || rank == number / 3 % NUM_RANKS;
}

static bool reads(int rank, int number)
{
    return number % 3 == 2 ||
           (number % 3 == 1) == (rank == number / 3 % NUM_RANKS);
}

static int64_t bytes_of(int number)
{
    return number / 7 % 2 == 0 ? QDR_RING_SHORT : LONG_CHUNK;
}

static char value_of(int rank, int number)
{
    return (char)(rank + 7 * number);
}

static void write_chunk(qdr_ring_group *group, int number)
{
    const qdr_ring_waiting waiting = {yield, NULL};
    char *place;

    qdr_ring_begin(group, bytes_of(number), &waiting, &place);
    place[0] = place[bytes_of(number) - 1] = value_of(group->rank, number);
    qdr_ring_publish(group);
}

static bool has_chunk(const qdr_ring_group *group, int rank, int number)
{
    const qdr_ring_waiting waiting = {yield, NULL};
    const char *place;

    qdr_ring_find(group, rank, bytes_of(number), &waiting, &place);
    return place[0] == value_of(rank, number) &&
           place[bytes_of(number) - 1] == value_of(rank, number);
}

static void *work(void *at)
{
    int rank = (int)((bool *)at - is_wrong);
    qdr_ring_group group = {.rank = rank,
                            .num_ranks = NUM_RANKS,
                            .first = (char *)memory,
                            .stride = sizeof memory[0]};

    for (int i = 0; i < NUM_CHUNKS; i++) {
        if (writes(rank, i))
            write_chunk(&group, i);
        for (int r = 0; r < NUM_RANKS && reads(rank, i); r++)
            if (r != rank && writes(r, i) && !has_chunk(&group, r, i))
                is_wrong[rank] = true;
        qdr_ring_finish(&group);
    }
    return NULL;
}

TEST(threads)
{
    pthread_t threads[NUM_RANKS];

    for (int r = 0; r < NUM_RANKS; r++)
        assert_int_equal(pthread_create(&threads[r], NULL, work, &is_wrong[r]),
                         0);
    for (int r = 0; r < NUM_RANKS; r++) {
        pthread_join(threads[r], NULL);
        assert_false(is_wrong[r]);
    }
}
