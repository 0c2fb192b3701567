/* kernels/alltoallv/distributed_random/alltoallv_distributed_random.c -- drs_n,
 * distributed random scheduling.
 *
 * Source:  [wang1993, Sec. 4, Fig. 5].
 * Idea:    a rank asks a random destination of its unsent messages, by an
 *          active message that interrupts it, for its lock; if it is free,
 *          sends and then unlocks it, else tries another. So nobody receives
 *          two messages at once, and nobody plans: the sizes are announced
 *          first (Fig. 1), within the time that is measured.
 * Reading: the lock is released when the receiver has the data, which a
 *          synchronous send tells. A refused destination is left out until
 *          another was tried, and for a delay (Sec. 6), an option.
 * Cost:    unknown before: it depends on who meets whom. At least the largest
 *          sum of a rank's messages, alpha + beta b each; b bytes, alpha
 *          s/message, beta s/byte.
 * Needs:   nothing (any p, zero counts allowed).  Flags: none.
 *          Scratch: O(p) for counting announcements, and a request a message.
 * Example: p = 3, 1 -> 0 and 2 -> 0: 1 and 2 ask 0; one of them is refused and
 *          asks again until the other has unlocked 0.
 */
#include "kernels/alltoallv/distributed_random/alltoallv_distributed_random.h"

#include <stdlib.h>

#include "kernels/kernel.h"

qdr_status qdr_choice_init(qdr_choice *choice, int64_t most, uint64_t seed,
                           qdr_error *error)
{
    *choice = (qdr_choice){.last_busy = -1};
    qdr_rng_init(&choice->rng, seed);
    choice->unsent = malloc(((size_t)most + 1) * sizeof *choice->unsent);
    return choice->unsent == NULL ? qdr_fail_memory(error, "unsent messages")
                                  : QDR_OK;
}

void qdr_choice_cleanup(qdr_choice *choice)
{
    free(choice->unsent);
    *choice = (qdr_choice){.last_busy = -1};
}

void qdr_choice_add(qdr_choice *choice, int64_t block)
{
    choice->unsent[choice->num_unsent++] = (qdr_unsent){block, 0};
}

static bool may_be_asked(const qdr_choice *choice, int64_t place,
                         int64_t now_ns)
{
    return choice->unsent[place].not_before_ns <= now_ns &&
           (place != choice->last_busy || choice->num_unsent == 1);
}

int64_t qdr_choice_next(qdr_choice *choice, int64_t now_ns,
                        int64_t *out_wait_ns)
{
    int64_t earliest_ns = INT64_MAX, num_free = 0;
    uint64_t drawn;

    for (int64_t i = 0; i < choice->num_unsent; i++) {
        num_free += may_be_asked(choice, i, now_ns);
        if (choice->unsent[i].not_before_ns < earliest_ns)
            earliest_ns = choice->unsent[i].not_before_ns;
    }
    if (num_free == 0) {
        /* None, or only the one refused last: it is asked again after all. */
        choice->last_busy = -1;
        *out_wait_ns = earliest_ns > now_ns ? earliest_ns - now_ns : 0;
        return -1;
    }
    drawn = qdr_rng_below(&choice->rng, (uint64_t)num_free);
    for (int64_t i = 0;; i++)
        if (may_be_asked(choice, i, now_ns) && drawn-- == 0)
            return i;
}

void qdr_choice_refused(qdr_choice *choice, int64_t place,
                        int64_t not_before_ns)
{
    choice->unsent[place].not_before_ns = not_before_ns;
    choice->last_busy = place;
}

void qdr_choice_sent(qdr_choice *choice, int64_t place)
{
    choice->unsent[place] = choice->unsent[--choice->num_unsent];
    choice->last_busy = -1;
}

const qdr_kernel qdr_alltoallv_distributed_random = {
    .name = "drs_n",
    .label = "Distributed random (DRS_N)",
    .collective = "alltoallv",
    .kind = QDR_DYNAMIC,
    .paper = "wang1993",
    .section = "4",
    .flags = 0,
    .dynamic = QDR_RANDOM_SCHEDULING,
};
