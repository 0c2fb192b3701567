/* kernels/executor/stages.c -- see stages.h. */
#include "kernels/executor/stages.h"

#include <stdlib.h>

#include "kernels/core/base/min_max.h"

static qdr_status run_stages(qdr_exchange *exchange, const char *send,
                             char *receive, qdr_error *error)
{
    const qdr_stages *stages = exchange->stages;
    qdr_status status = QDR_OK;

    for (int i = 0; i < stages->count && status == QDR_OK; i++) {
        const qdr_exchange_stage *of = &stages->items[i];
        char *to = of->place < 0 ? stages->room : receive + of->place;
        status = qdr_exchange_execute(of->exchange, send, to, error);
        if (of->exchange->layout.receive_bytes > 0)
            send = to;
    }
    return status;
}

/* In the caller's buffer, if that has the bytes in the end. */
static int64_t place_of(const qdr_exchange_stage *of,
                        const qdr_buffer_layout *whole)
{
    const qdr_vector_part *part = &of->exchange->layout.received;
    int64_t begin = of->begin + part->begin, end = of->begin + part->end;

    return begin >= whole->received.begin && end <= whole->received.end
               ? begin - whole->received.begin
               : -1;
}

qdr_status qdr_exchange_bind_stages(qdr_exchange *exchange, qdr_stages *stages,
                                    qdr_error *error)
{
    int64_t longest = 0;

    for (int i = 0; i < stages->count; i++) {
        qdr_exchange_stage *of = &stages->items[i];
        of->place = place_of(of, &exchange->layout);
        if (of->place < 0)
            longest = qdr_max(longest, of->exchange->layout.receive_bytes);
    }
    exchange->stages = stages;
    exchange->run = run_stages;
    stages->room = malloc((size_t)longest + 1);
    return stages->room == NULL
               ? qdr_fail_memory(error, "the room between stages")
               : QDR_OK;
}

void qdr_exchange_set_operator(qdr_exchange *exchange, MPI_Op op)
{
    const qdr_stages *stages = exchange->stages;

    exchange->arithmetic.op = op;
    for (int i = 0; stages != NULL && i < stages->count; i++)
        qdr_exchange_set_operator(stages->items[i].exchange, op);
}
