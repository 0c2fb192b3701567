/* harness/clock/clock_model.c -- see clock_model.h. */
#include "harness/clock/clock_model.h"

#include <math.h>

/* The offset that the fastest of some pings saw, when, and what it weighs. */
typedef struct sighting {
    double at_ns, offset_ns, weight;
} sighting;

static sighting see(const qdr_ping *pings, int count)
{
    const qdr_ping *fastest = pings;
    int64_t round_trip_ns, middle_ns;

    for (int i = 1; i < count; i++)
        if (pings[i].received_ns - pings[i].sent_ns <
            fastest->received_ns - fastest->sent_ns)
            fastest = &pings[i];
    round_trip_ns = fastest->received_ns - fastest->sent_ns;
    if (round_trip_ns < 1)
        round_trip_ns = 1;
    /* The reference clock was read about half way. */
    middle_ns = fastest->sent_ns + round_trip_ns / 2;
    return (sighting){(double)middle_ns,
                      (double)(fastest->answered_ns - middle_ns),
                      pow((double)round_trip_ns, -2)};
}

/* An offset may be wrong by half of its round trip, and weighs as least squares
 * want it of such an error. To leave slow ones out instead would shorten the
 * line: on cores that are shared few may be fast, and those one after another.
 */
qdr_clock_model qdr_clock_model_fit(const qdr_ping *pings, int num_bursts,
                                    int burst)
{
    double mean_at = 0, mean_offset = 0, above = 0, below = 0, total = 0;

    for (int i = 0; i < num_bursts; i++) {
        sighting seen = see(&pings[(int64_t)i * burst], burst);
        total += seen.weight;
        mean_at += (seen.at_ns - mean_at) * seen.weight / total;
        mean_offset += (seen.offset_ns - mean_offset) * seen.weight / total;
    }
    for (int i = 0; i < num_bursts; i++) {
        sighting seen = see(&pings[(int64_t)i * burst], burst);
        double from_mean = seen.weight * (seen.at_ns - mean_at);
        above += from_mean * (seen.offset_ns - mean_offset);
        below += from_mean * (seen.at_ns - mean_at);
    }
    return (qdr_clock_model){mean_at, mean_offset,
                             below > 0 ? above / below : 0};
}

qdr_clock_model qdr_clock_model_anchored(const qdr_ping *pings, int count)
{
    const qdr_ping *ping = pings + count - 1;
    sighting last = see(ping, 1);
    qdr_clock_model line = qdr_clock_model_fit(pings, count, 1);
    double half_ns = (double)(ping->received_ns - ping->sent_ns) / 2;
    double offset_ns =
        line.offset_ns + line.drift * (last.at_ns - line.origin_ns);

    offset_ns = fmax(offset_ns, last.offset_ns - half_ns);
    offset_ns = fmin(offset_ns, last.offset_ns + half_ns);
    return (qdr_clock_model){last.at_ns, offset_ns, line.drift};
}

qdr_clock_model qdr_clock_model_chain(const qdr_clock_model *nearer,
                                      const qdr_clock_model *farther)
{
    /* At the local time nearer->origin the nearer reference shows: */
    double shown = nearer->origin_ns + nearer->offset_ns;
    double beyond =
        farther->offset_ns + farther->drift * (shown - farther->origin_ns);

    return (qdr_clock_model){nearer->origin_ns, nearer->offset_ns + beyond,
                             nearer->drift +
                                 farther->drift * (1 + nearer->drift)};
}

int64_t qdr_clock_model_apply(const qdr_clock_model *model, int64_t local_ns)
{
    /* The time itself has more digits than a double. */
    return local_ns +
           llround(model->offset_ns +
                   model->drift * ((double)local_ns - model->origin_ns));
}
