/* kernels/core/schedule/pair_order.c -- see schedule.h.
 *
 * The messages between a rank and higher ones are its row of the pattern and
 * its column, each sorted by the higher rank: merging the two needs no sorting.
 */
#include "kernels/core/schedule/schedule.h"

#include <stdlib.h>

/* A message to a lower rank. */
typedef struct descent {
    int64_t message;
    int src;
} descent;

/* The columns: those to rank r are descents[begin[r]] .. descents[begin[r + 1]
 * - 1], in order of their sources. */
typedef struct columns {
    descent *descents;
    int64_t *begin; /* [p + 2] */
} columns;

/* A counting sort by destination. */
static bool init(columns *made, const qdr_pattern *pattern)
{
    size_t p = (size_t)pattern->num_procs;
    size_t room = (size_t)pattern->num_messages + 1;
    int64_t *fill;

    *made = (columns){.descents = malloc(room * sizeof(descent)),
                      .begin = calloc(p + 2, sizeof(int64_t))};
    if (made->descents == NULL || made->begin == NULL)
        return false;
    fill = made->begin + 1; /* the begin of each while it is filled, its end
                               after it */
    for (int64_t m = 0; m < pattern->num_messages; m++)
        if (pattern->messages[m].dst < pattern->messages[m].src)
            fill[pattern->messages[m].dst + 1]++;
    for (size_t r = 0; r < p; r++)
        fill[r + 1] += fill[r];
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.dst < message.src)
            made->descents[fill[message.dst]++] = (descent){m, message.src};
    }
    return true;
}

/* Of a pair's two messages the lower rank's receive comes first. */
static int64_t *merge(const qdr_pattern *pattern, const columns *from, int low,
                      int64_t *order)
{
    int64_t up = pattern->row_begin[low], up_end = pattern->row_begin[low + 1];
    const descent *down = from->descents + from->begin[low];
    const descent *down_end = from->descents + from->begin[low + 1];

    while (up < up_end && pattern->messages[up].dst <= low)
        up++;
    for (; up < up_end; *order++ = up++)
        while (down < down_end && down->src <= pattern->messages[up].dst)
            *order++ = down++->message;
    while (down < down_end)
        *order++ = down++->message;
    return order;
}

qdr_status qdr_pair_order(const qdr_pattern *pattern, int64_t **out_order,
                          int64_t *out_count, qdr_error *error)
{
    int64_t *order =
        malloc(((size_t)pattern->num_messages + 1) * sizeof *order);
    int64_t *end = order;
    columns made = {0};
    qdr_status status = QDR_OK;

    if (order == NULL || !init(&made, pattern))
        status = qdr_fail_memory(error, "the pairs of a pattern");
    for (int low = 0; low < pattern->num_procs && status == QDR_OK; low++)
        end = merge(pattern, &made, low, end);
    free(made.descents);
    free(made.begin);
    if (status == QDR_OK) {
        *out_order = order;
        *out_count = end - order;
    } else {
        free(order);
    }
    return status;
}
