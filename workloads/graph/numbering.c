/* workloads/graph/numbering.c -- see partitioner.h. */
#include "workloads/graph/partitioner.h"

#include <stdlib.h>

#include "kernels/core/base/rng.h"

static void draw(const qdr_numbering *of, int *rank_of)
{
    qdr_rng rng;

    for (int part = 0; part < of->procs; part++)
        rank_of[part] = part;
    if (of->number == 0)
        return;
    qdr_rng_init(&rng, qdr_mix64((uint64_t)of->number) ^ of->seed);
    for (int last = of->procs - 1; last > 0; last--) {
        int other = (int)qdr_rng_below(&rng, (uint64_t)last + 1);
        int kept = rank_of[last];
        rank_of[last] = rank_of[other];
        rank_of[other] = kept;
    }
}

/* The rank of each part, the caller's to free. */
static qdr_status draw_new(const qdr_numbering *of, int **out_rank_of,
                           qdr_error *error)
{
    *out_rank_of = malloc((size_t)of->procs * sizeof **out_rank_of);
    if (*out_rank_of == NULL)
        return qdr_fail_memory(error, "the numbering of parts");
    draw(of, *out_rank_of);
    return QDR_OK;
}

qdr_status qdr_numbering_parts(const qdr_numbering *of, int64_t count,
                               int *part, qdr_error *error)
{
    int *rank_of;
    qdr_status status = draw_new(of, &rank_of, error);

    if (status != QDR_OK)
        return status;
    for (int64_t v = 0; v < count; v++)
        part[v] = rank_of[part[v]];
    free(rank_of);
    return QDR_OK;
}

qdr_status qdr_numbering_pattern(const qdr_numbering *of, qdr_pattern *pattern,
                                 qdr_error *error)
{
    qdr_pattern renumbered;
    int *rank_of;
    qdr_status status = draw_new(of, &rank_of, error);

    if (status != QDR_OK)
        return status;
    for (int64_t i = 0; i < pattern->num_messages; i++) {
        qdr_message *one = &pattern->messages[i];
        one->src = rank_of[one->src];
        one->dst = rank_of[one->dst];
    }
    free(rank_of);
    status = qdr_pattern_init(&renumbered, pattern->num_procs,
                              pattern->messages, pattern->num_messages, error);
    if (status != QDR_OK)
        return status;
    qdr_pattern_cleanup(pattern);
    *pattern = renumbered;
    return QDR_OK;
}
