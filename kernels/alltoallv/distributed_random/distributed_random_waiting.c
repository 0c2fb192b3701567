/* kernels/alltoallv/distributed_random/distributed_random_waiting.c -- see
 * distributed_random_waiting.h. */
#include "kernels/alltoallv/distributed_random/distributed_random_waiting.h"

#include <stdlib.h>
#include <string.h>

qdr_status qdr_waiting_init(qdr_waiting *waiting, int64_t max, qdr_error *error)
{
    *waiting = (qdr_waiting){
        .senders = malloc(((size_t)max + 1) * sizeof *waiting->senders)};
    return waiting->senders == NULL ? qdr_fail_memory(error, "waiting senders")
                                    : QDR_OK;
}

void qdr_waiting_cleanup(qdr_waiting *waiting)
{
    free(waiting->senders);
    *waiting = (qdr_waiting){0};
}

int64_t qdr_waiting_add(qdr_waiting *waiting, int source, int64_t duration_ns)
{
    int64_t before_ns = 0, i = 0;

    for (; i < waiting->count && waiting->senders[i].source != source; i++)
        if (!waiting->senders[i].is_promised)
            before_ns += waiting->senders[i].duration_ns;
    if (i == waiting->count)
        waiting->senders[waiting->count++] =
            (qdr_waiting_sender){source, duration_ns, false};
    return before_ns;
}

qdr_waiting_sender *qdr_waiting_next(const qdr_waiting *waiting)
{
    for (int64_t i = 0; i < waiting->count; i++)
        if (!waiting->senders[i].is_promised)
            return &waiting->senders[i];
    return NULL;
}

bool qdr_waiting_is_promised(const qdr_waiting *waiting, int source)
{
    for (int64_t i = 0; i < waiting->count; i++)
        if (waiting->senders[i].source == source)
            return waiting->senders[i].is_promised;
    return false;
}

void qdr_waiting_remove(qdr_waiting *waiting, int source)
{
    qdr_waiting_sender *senders = waiting->senders;
    int64_t i = 0;

    while (i < waiting->count && senders[i].source != source)
        i++;
    if (i == waiting->count)
        return;
    waiting->count--;
    memmove(senders + i, senders + i + 1,
            (size_t)(waiting->count - i) * sizeof *senders);
}
