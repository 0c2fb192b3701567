/* harness/calibrate/calibration_items.c -- see calibration_items.h. */
#include "harness/calibrate/calibration_items.h"

#include "kernels/core/base/rng.h"

/* From sizes that cost only alpha to sizes that cost only beta; those in
 * between show whether the two are enough. */
static const int lengths[] = {0,    8,     32,     128,    512,     2048,
                              8192, 32768, 131072, 524288, 2097152, 4194304};
enum { NUM_LENGTHS = sizeof lengths / sizeof *lengths };

/* Sizes of messages that share a link: enough to make alpha negligible. */
static const int link_lengths[] = {1048576, 4194304};
enum { NUM_LINK_LENGTHS = sizeof link_lengths / sizeof *link_lengths };

/* Messages of a stream: their difference is free of the latency. Up to
 * MAX_SENDERS ranks send to one receiver, so that it is slower than they are
 * together. */
static const int stream_messages[] = {8, QDR_MAX_STREAM};
enum {
    NUM_STREAMS = sizeof stream_messages / sizeof *stream_messages,
    STREAM_BYTES = 8,
    MAX_SENDERS = 8
};

/* Of each sender: together less than the shortest queues, and more than long
 * ones. */
static const int crowd_lengths[] = {4096, 16384, 65536, 262144};
enum { NUM_CROWD_LENGTHS = sizeof crowd_lengths / sizeof *crowd_lengths };

/* Libraries send eagerly up to a power of two, often with a header of up to 64
 * bytes. Such a limit lies between the two lengths around it. */
enum {
    MIN_STEP_BYTES = 512,
    MAX_STEP_BYTES = 262144,
    BYTES_BELOW = 96,
    BYTES_ABOVE = 64
};

/* An execution moves or combines so many bytes, or repeats so often. */
enum { MIN_BYTES = 1048576, MAX_REPEATS = 50 };

const char *qdr_quantity_string(qdr_quantity quantity)
{
    static const char *const names[QDR_NUM_QUANTITIES] = {
        [QDR_QUANTITY_MESSAGE] = "message", [QDR_QUANTITY_COMBINE] = "combine",
        [QDR_QUANTITY_LINK] = "link",       [QDR_QUANTITY_BOTH] = "both",
        [QDR_QUANTITY_SEND] = "send",       [QDR_QUANTITY_STREAM] = "stream",
        [QDR_QUANTITY_STEP] = "step",       [QDR_QUANTITY_INSIDE] = "inside",
        [QDR_QUANTITY_ADAPTER] = "adapter", [QDR_QUANTITY_CROWD] = "crowd"};
    return names[quantity];
}

static int repeats_of(int bytes)
{
    if ((int64_t)bytes * MAX_REPEATS <= MIN_BYTES)
        return MAX_REPEATS;
    return bytes >= MIN_BYTES ? 1 : MIN_BYTES / bytes;
}

static void shuffle(qdr_item *items, int count, uint64_t seed)
{
    qdr_rng rng;

    qdr_rng_init(&rng, seed);
    for (int i = count - 1; i > 0; i--) {
        int j = (int)qdr_rng_below(&rng, (uint64_t)i + 1);
        qdr_item kept = items[i];
        items[i] = items[j];
        items[j] = kept;
    }
}

/* What else the first pair is timed for; and the ranks that send to one. */
static int list_pair(int half, qdr_item *items)
{
    const int senders = half < MAX_SENDERS ? half : MAX_SENDERS;
    int count = 0;

    for (int i = 0; i < NUM_LINK_LENGTHS; i++)
        items[count++] =
            (qdr_item){QDR_QUANTITY_BOTH, link_lengths[i], 1, 1, 1};
    for (int i = 0; i < NUM_STREAMS; i++) {
        items[count++] = (qdr_item){QDR_QUANTITY_SEND, STREAM_BYTES, 1,
                                    stream_messages[i], 1};
        items[count++] = (qdr_item){QDR_QUANTITY_STREAM, STREAM_BYTES, senders,
                                    stream_messages[i] / senders, 1};
    }
    for (int limit = MIN_STEP_BYTES; limit <= MAX_STEP_BYTES; limit *= 2) {
        const int bytes[] = {limit - BYTES_BELOW, limit + BYTES_ABOVE};
        for (int i = 0; i < 2; i++)
            items[count++] = (qdr_item){QDR_QUANTITY_STEP, bytes[i], 1, 1,
                                        repeats_of(bytes[i])};
    }
    return count;
}

/* What nodes of several ranks are timed for. */
static int list_levels(int node_ranks, qdr_item *items)
{
    int count = 0;

    for (int i = 0; i < NUM_LENGTHS; i++)
        items[count++] = (qdr_item){QDR_QUANTITY_INSIDE, lengths[i], 1, 1,
                                    repeats_of(lengths[i])};
    for (int i = 0; i < NUM_LINK_LENGTHS; i++)
        items[count++] =
            (qdr_item){QDR_QUANTITY_ADAPTER, link_lengths[i], node_ranks, 1, 1};
    return count;
}

/* What several ranks send to one at the same time. */
static int list_crowds(int half, qdr_item *items)
{
    const int senders = half < MAX_SENDERS ? half : MAX_SENDERS;
    int count = 0;

    for (int i = 0; senders > 1 && i < NUM_CROWD_LENGTHS; i++)
        items[count++] =
            (qdr_item){QDR_QUANTITY_CROWD, crowd_lengths[i], senders, 1, 1};
    return count;
}

int qdr_items_list(const qdr_timed_line *line, uint64_t seed,
                   qdr_item *out_items)
{
    int count = 0, half = line->size / 2;

    for (int i = 0; i < NUM_LENGTHS; i++) {
        int bytes = lengths[i];
        out_items[count++] =
            (qdr_item){QDR_QUANTITY_MESSAGE, bytes, 1, 1, repeats_of(bytes)};
        if (bytes > 0)
            out_items[count++] = (qdr_item){QDR_QUANTITY_COMBINE, bytes, 0, 0,
                                            repeats_of(bytes)};
    }
    /* 1, 2, 4, ..., and all of them. */
    for (int pairs = 1; pairs <= half;
         pairs = pairs < half && 2 * pairs > half ? half : 2 * pairs)
        for (int i = 0; i < NUM_LINK_LENGTHS; i++)
            out_items[count++] =
                (qdr_item){QDR_QUANTITY_LINK, link_lengths[i], pairs, 1, 1};
    count += list_pair(half, out_items + count);
    if (line->node_ranks > 1)
        count += list_levels(line->node_ranks, out_items + count);
    shuffle(out_items, count, seed);
    /* Last, as loss leaves TCP slow for a while. */
    return count + list_crowds(half, out_items + count);
}
