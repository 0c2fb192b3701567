/* kernels/shared_memory/mailbox_threads_test.c -- mailboxes with threads as
 * ranks, under a thread sanitizer: every read of a message comes after its
 * write, and before the next one, by the order of numbers alone. The sanitizer
 * remembers few accesses: messages are short, and few are long.
 */
#include <pthread.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>

#include "kernels/shared_memory/mailbox.h"
#include "kernels/testing/unit_test.h"

enum { NUM_RANKS = 3, NUM_CALLS = 400, LONG = 300 };

static char *memory;
static bool is_wrong[NUM_RANKS];

static int yield(void *context, int64_t times)
{
    (void)context, (void)times;
    sched_yield();
    return 0;
}

static const qdr_ring_waiting waiting = {yield, NULL};

/* One way, and among all; messages of one way let ranks run ahead. */
static bool sends(int from, int to, int number)
{
    return from != to && (number / 8 % 2 == 0 || from == number / 16 % 3);
}

/* Of no byte, in one line, and in several. */
static int64_t bytes_of(int from, int number)
{
    return number % 13 == from ? LONG : (from + number) % 49;
}

static void fill(char bytes[LONG], int from, int to, int number)
{
    for (int64_t i = 0; i < bytes_of(from, number); i++)
        bytes[i] = (char)(i + from + 3 * to + 7 * number);
}

static void send(qdr_mailbox *box, int from, int to, int number)
{
    char bytes[LONG];

    fill(bytes, from, to, number);
    qdr_mailbox_begin(box, &waiting);
    /* Some are sent another way. */
    if (number % 5 == 0)
        qdr_mailbox_pass(box);
    else
        qdr_mailbox_put(box, bytes, bytes_of(from, number));
}

static bool receive(qdr_mailbox *box, int from, int to, int number)
{
    char expected[LONG];
    const char *place;
    int64_t length;
    bool is_right = true;

    fill(expected, from, to, number);
    if (number % 5 != 0) {
        qdr_mailbox_find(box, &waiting, &place, &length);
        is_right = length == bytes_of(from, number) &&
                   memcmp(place, expected, (size_t)length) == 0;
    }
    qdr_mailbox_finish(box);
    return is_right;
}

static void *work(void *at)
{
    int rank = (int)((bool *)at - is_wrong);
    qdr_mailbox boxes[NUM_RANKS];

    for (int r = 0; r < NUM_RANKS; r++)
        qdr_mailbox_init(&boxes[r], rank, r, NUM_RANKS, memory,
                         qdr_mailbox_bytes(NUM_RANKS));
    for (int i = 0; i < NUM_CALLS; i++) {
        for (int r = 0; r < NUM_RANKS; r++)
            if (sends(rank, r, i))
                send(&boxes[r], rank, r, i);
        for (int r = 0; r < NUM_RANKS; r++)
            if (sends(r, rank, i) && !receive(&boxes[r], r, rank, i))
                *(bool *)at = true;
    }
    return NULL;
}

TEST(threads)
{
    enum { LINE = 64 };
    size_t bytes = NUM_RANKS * (size_t)qdr_mailbox_bytes(NUM_RANKS);
    pthread_t threads[NUM_RANKS];

    memory = aligned_alloc(LINE, bytes);
    memset(memory, 0, bytes);
    for (int r = 0; r < NUM_RANKS; r++)
        assert_int_equal(pthread_create(&threads[r], NULL, work, &is_wrong[r]),
                         0);
    for (int r = 0; r < NUM_RANKS; r++) {
        pthread_join(threads[r], NULL);
        assert_false(is_wrong[r]);
    }
    free(memory);
}

/* Memory is bounded at any number of ranks that has mailboxes. */
TEST(memory)
{
    enum { MOST_RANKS = 341 };

    assert_int_equal(qdr_mailbox_limit(2), QDR_MAIL_LONGEST);
    assert_int_equal(qdr_mailbox_limit(7), QDR_MAIL_LONGEST);
    assert_int_equal(qdr_mailbox_limit(MOST_RANKS), 48);
    assert_int_equal(qdr_mailbox_limit(MOST_RANKS + 1), -1);
    for (int p = 1; p <= MOST_RANKS; p++)
        assert_in_range(qdr_mailbox_bytes(p), 1, QDR_MAIL_BYTES);
}
