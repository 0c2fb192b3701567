/* kernels/alltoallv/distributed_random/distributed_random_choice.c -- see
 * distributed_random_choice.h. */
#include "kernels/alltoallv/distributed_random/distributed_random_choice.h"

#include <stdlib.h>

qdr_status qdr_choice_init(qdr_choice *choice, int64_t max, uint64_t seed,
                           qdr_error *error)
{
    *choice = (qdr_choice){.seed = seed, .last_busy = -1};
    choice->unsent = malloc(((size_t)max + 1) * sizeof *choice->unsent);
    return choice->unsent == NULL ? qdr_fail_memory(error, "unsent messages")
                                  : QDR_OK;
}

void qdr_choice_cleanup(qdr_choice *choice)
{
    free(choice->unsent);
    *choice = (qdr_choice){.last_busy = -1};
}

void qdr_choice_begin(qdr_choice *choice)
{
    uint64_t number = (uint64_t)choice->num_executions++;

    qdr_rng_init(&choice->rng, choice->seed ^ qdr_mix64(number + 1));
    choice->num_unsent = 0;
}

void qdr_choice_add(qdr_choice *choice, int64_t block)
{
    choice->unsent[choice->num_unsent++] = (qdr_unsent){.block = block};
}

int64_t qdr_choice_ready(const qdr_choice *choice)
{
    int64_t i = choice->num_unsent - 1;

    while (i >= 0 && !choice->unsent[i].has_go_ahead)
        i--;
    return i;
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
        /* None, or only the one refused last: ask that one again. */
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
