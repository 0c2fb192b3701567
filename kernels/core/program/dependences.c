/* kernels/core/program/dependences.c -- see program_modes.h. */
#include "kernels/core/program/program_modes.h"

#include <stdlib.h>

#include "kernels/core/base/reserve.h"

enum { NONE = -1 };

/* A send that read a segment since it was written last. */
typedef struct reading {
    int64_t message;
    int64_t next; /* reading of the segment; NONE: the last */
} reading;

/* While messages are visited as they take effect. */
typedef struct visit {
    const qdr_touched_bytes *touched;
    qdr_dependences made;
    int64_t *writer;  /* [num_segments] the last receive into it, or NONE */
    int64_t *readers; /* [num_segments] its readings, or NONE */
    int64_t *seen_by; /* [num_messages] the last message that waits for it */
    reading *readings;
    int64_t num_readings, reading_capacity;
    bool has_failed; /* out of memory */
} visit;

/* Message m waits for `earlier`. */
static void add(visit *v, int64_t m, int64_t earlier)
{
    qdr_dependences *made = &v->made;
    int64_t *room;

    if (earlier == NONE || earlier == m || v->seen_by[earlier] == m)
        return;
    v->seen_by[earlier] = m;
    room = qdr_reserve(made->earlier, &made->capacity, made->count + 1,
                       sizeof *room);
    v->has_failed = v->has_failed || room == NULL;
    if (room == NULL)
        return;
    made->earlier = room;
    made->earlier[made->count++] = earlier;
}

static void read_segment(visit *v, int64_t m, int64_t segment)
{
    reading *room = qdr_reserve(v->readings, &v->reading_capacity,
                                v->num_readings + 1, sizeof *room);

    v->has_failed = v->has_failed || room == NULL;
    if (room == NULL)
        return;
    v->readings = room;
    v->readings[v->num_readings] = (reading){m, v->readers[segment]};
    v->readers[segment] = v->num_readings++;
    add(v, m, v->writer[segment]);
}

static void write_segment(visit *v, int64_t m, int64_t segment)
{
    add(v, m, v->writer[segment]);
    for (int64_t i = v->readers[segment]; i != NONE; i = v->readings[i].next)
        add(v, m, v->readings[i].message);
    v->readers[segment] = NONE;
    v->writer[segment] = m;
}

static int by_number(const void *left, const void *right)
{
    const int64_t *a = left, *b = right;

    return (*a > *b) - (*a < *b);
}

static void visit_message(visit *v, int64_t m)
{
    const qdr_touching_message *message = &v->touched->messages[m];

    v->made.begin[m] = v->made.count;
    for (int64_t i = message->begin_range; i < message->end_range; i++) {
        const qdr_segments *range = &v->touched->ranges[i];
        for (int64_t c = range->begin; c < range->end; c++)
            (message->is_send ? read_segment : write_segment)(v, m, c);
    }
    v->made.end[m] = v->made.count;
    if (v->made.end[m] > v->made.begin[m] + 1)
        qsort(v->made.earlier + v->made.begin[m],
              (size_t)(v->made.end[m] - v->made.begin[m]),
              sizeof *v->made.earlier, by_number);
}

static int64_t *new_numbers(int64_t count)
{
    int64_t *made = malloc(((size_t)count + 1) * sizeof *made);

    for (int64_t i = 0; i < count && made != NULL; i++)
        made[i] = NONE;
    return made;
}

qdr_status qdr_dependences_init(qdr_dependences *dependences,
                                const qdr_touched_bytes *touched,
                                qdr_error *error)
{
    int64_t count = touched->num_messages;
    /* The first two are released by qdr_dependences_cleanup. */
    visit v = {.touched = touched,
               .made = {.begin = new_numbers(count), .end = new_numbers(count)},
               .writer = new_numbers(touched->num_segments),
               .readers = new_numbers(touched->num_segments),
               .seen_by = new_numbers(count)};

    v.has_failed = v.made.begin == NULL || v.made.end == NULL ||
                   v.writer == NULL || v.readers == NULL || v.seen_by == NULL;
    for (int64_t i = 0; i < count && !v.has_failed; i++)
        visit_message(&v, touched->in_effect[i]);
    free(v.writer);
    free(v.readers);
    free(v.seen_by);
    free(v.readings);
    if (v.has_failed) {
        qdr_dependences_cleanup(&v.made);
        return qdr_fail_memory(error, "the dependences of messages");
    }
    *dependences = v.made;
    return QDR_OK;
}

void qdr_dependences_cleanup(qdr_dependences *dependences)
{
    free(dependences->begin);
    free(dependences->end);
    free(dependences->earlier);
    *dependences = (qdr_dependences){0};
}
