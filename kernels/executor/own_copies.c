/* kernels/executor/own_copies.c -- see own_copies.h. */
#include "kernels/executor/own_copies.h"

/* Copies being added. */
typedef struct adding {
    qdr_copies *copies;
    const qdr_vector_region *region;
    const qdr_buffer_layout *layout;
    qdr_error *error;
} adding;

/* Bytes begin .. end - 1 as far as the rank has them and, if `only_wanted`,
 * wants them. */
static qdr_status copy(const adding *at, int64_t begin, int64_t end,
                       bool only_wanted)
{
    const qdr_vector_part bounds[] = {at->layout->sent, at->layout->received};
    qdr_copy_range range;

    for (int i = 0; i < (only_wanted ? 2 : 1); i++) {
        begin = begin > bounds[i].begin ? begin : bounds[i].begin;
        end = end < bounds[i].end ? end : bounds[i].end;
    }
    if (begin >= end)
        return QDR_OK;
    return qdr_copies_add_part(at->copies, at->region, QDR_SEND_BUFFER,
                               &at->layout->sent, (qdr_vector_part){begin, end},
                               &range, at->error);
}

qdr_status qdr_own_copies_add(qdr_copies *copies,
                              const qdr_vector_region *region,
                              const qdr_buffer_layout *layout,
                              const qdr_touched_bytes *touched,
                              const qdr_own_data *data,
                              qdr_copy_range *out_range, qdr_error *error)
{
    const adding made = {copies, region, layout, error};
    int64_t untouched = 0; /* from there to the next segment */
    qdr_status status = QDR_OK;

    out_range->begin = copies->count;
    for (int64_t s = 0; s < touched->num_segments && status == QDR_OK; s++) {
        qdr_vector_part segment = qdr_touched_bytes_segment(touched, s);
        status = copy(&made, untouched, segment.begin, true);
        if (status == QDR_OK && data->ended[s] != QDR_CHANGED)
            status =
                copy(&made, segment.begin, segment.end, data->ended[s] == 0);
        untouched = segment.end;
    }
    if (status == QDR_OK)
        status = copy(&made, untouched, INT64_MAX, true);
    out_range->end = copies->count;
    return status;
}
