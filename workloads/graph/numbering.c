/* workloads/graph/numbering.c -- see numbering.h. */
#include "workloads/graph/numbering.h"

#include <stdlib.h>

#include "kernels/core/rng.h"

void qdr_numbering_draw(const qdr_numbering *of, int *number)
{
    qdr_rng rng;

    for (int part = 0; part < of->procs; part++)
        number[part] = part;
    if (of->number == 0)
        return;
    qdr_rng_init(&rng, qdr_mix64((uint64_t)of->number) ^ of->seed);
    for (int last = of->procs - 1; last > 0; last--) {
        int other = (int)qdr_rng_below(&rng, (uint64_t)last + 1);
        int kept = number[last];
        number[last] = number[other];
        number[other] = kept;
    }
}

/* NULL if memory is out. */
static int *new_numbers(const qdr_numbering *of)
{
    int *number = malloc((size_t)of->procs * sizeof *number);

    if (number != NULL)
        qdr_numbering_draw(of, number);
    return number;
}

qdr_status qdr_numbering_parts(const qdr_numbering *of, int64_t count,
                               int *part, qdr_error *error)
{
    int *number;

    if (of->number == 0)
        return QDR_OK;
    number = new_numbers(of);
    if (number == NULL)
        return qdr_fail_memory(error, "the numbering of parts");
    for (int64_t v = 0; v < count; v++)
        part[v] = number[part[v]];
    free(number);
    return QDR_OK;
}

qdr_status qdr_numbering_pattern(const qdr_numbering *of, qdr_pattern *pattern,
                                 qdr_error *error)
{
    qdr_pattern renumbered;
    qdr_status status;
    int *number;

    if (of->number == 0)
        return QDR_OK;
    number = new_numbers(of);
    if (number == NULL)
        return qdr_fail_memory(error, "the numbering of parts");
    for (int64_t i = 0; i < pattern->num_messages; i++) {
        qdr_message *one = &pattern->messages[i];
        one->src = number[one->src];
        one->dst = number[one->dst];
    }
    free(number);
    status = qdr_pattern_init(&renumbered, pattern->num_procs,
                              pattern->messages, pattern->num_messages, error);
    if (status != QDR_OK)
        return status;
    qdr_pattern_cleanup(pattern);
    *pattern = renumbered;
    return QDR_OK;
}
