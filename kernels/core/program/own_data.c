/* kernels/core/program/own_data.c -- see own_data.h. */
#include "kernels/core/program/own_data.h"

#include <stdlib.h>

/* A rank's data while its messages are visited as they take effect. */
typedef struct visit {
    const qdr_touched_bytes *touched;
    const qdr_vector_part *own;
    unsigned char *happened; /* [num_segments] */
} visit;

/* Whether all of a segment is the rank's own, or some of it. */
static bool is_own(const visit *v, int64_t segment, bool wholly)
{
    qdr_vector_part bytes;

    if (v->own == NULL)
        return true;
    bytes = qdr_touched_bytes_segment(v->touched, segment);
    return wholly ? bytes.begin >= v->own->begin && bytes.end <= v->own->end
                  : bytes.begin < v->own->end && bytes.end > v->own->begin;
}

/* Whether a message may be straight: all its bytes are still the rank's own
 * and, if it is received, have no copy. */
static bool may_be_straight(const visit *v, const qdr_touching_message *message)
{
    bool may_be = message->is_send || message->combines, has_bytes = false;
    unsigned not_yet =
        message->is_send ? QDR_CHANGED : QDR_COPIED | QDR_CHANGED;

    for (int64_t i = message->begin_range; i < message->end_range; i++) {
        const qdr_segments *range = &v->touched->ranges[i];
        has_bytes = has_bytes || range->has_bytes;
        for (int64_t s = range->begin;
             s < range->end && range->has_bytes && may_be; s++)
            may_be = is_own(v, s, true) && (v->happened[s] & not_yet) == 0;
    }
    return may_be && has_bytes;
}

/* A message is sent, or received. */
static void move(const visit *v, const qdr_touching_message *message,
                 bool is_straight)
{
    bool needs_copy = !is_straight && (message->is_send || message->combines);

    for (int64_t i = message->begin_range; i < message->end_range; i++) {
        const qdr_segments *range = &v->touched->ranges[i];
        for (int64_t s = range->begin; s < range->end && range->has_bytes;
             s++) {
            if (needs_copy && (v->happened[s] & QDR_CHANGED) == 0)
                v->happened[s] |= QDR_COPIED;
            if (!message->is_send)
                v->happened[s] |= QDR_CHANGED;
        }
    }
}

qdr_status qdr_own_data_init(qdr_own_data *data,
                             const qdr_touched_bytes *touched,
                             const qdr_vector_part *own, const bool *may_be,
                             qdr_error *error)
{
    /* Both are released by qdr_own_data_cleanup. */
    qdr_own_data made = {.is_straight =
                             malloc((size_t)touched->num_messages + 1),
                         .ended = malloc((size_t)touched->num_segments + 1)};
    const visit v = {touched, own, made.ended};

    if (made.is_straight == NULL || made.ended == NULL) {
        qdr_own_data_cleanup(&made);
        return qdr_fail_memory(error, "the own data of a rank");
    }
    for (int64_t s = 0; s < touched->num_segments; s++)
        made.ended[s] = is_own(&v, s, false) ? 0 : QDR_CHANGED;
    for (int64_t i = 0; i < touched->num_messages; i++) {
        int64_t m = touched->in_effect[i];
        const qdr_touching_message *message = &touched->messages[m];
        made.is_straight[m] =
            (may_be == NULL || may_be[m]) && may_be_straight(&v, message);
        move(&v, message, made.is_straight[m]);
    }
    *data = made;
    return QDR_OK;
}

void qdr_own_data_cleanup(qdr_own_data *data)
{
    free(data->is_straight);
    free(data->ended);
    *data = (qdr_own_data){0};
}
