/* kernels/testing/pattern_kinds.c -- see pattern_kinds.h. */
#include "kernels/testing/pattern_kinds.h"

#include <stdlib.h>

#include "kernels/core/base/rng.h"

/* Bytes of the message src -> dst among p ranks, or -1 for none. */
typedef int64_t (*bytes_of)(int src, int dst, int p, qdr_rng *rng);

static int64_t empty(int src, int dst, int p, qdr_rng *rng)
{
    (void)src, (void)dst, (void)p, (void)rng;
    return -1;
}

static int64_t complete(int src, int dst, int p, qdr_rng *rng)
{
    (void)p, (void)rng;
    return src == dst ? -1 : 16;
}

static int64_t complete_empty(int src, int dst, int p, qdr_rng *rng)
{
    (void)p, (void)rng;
    return src == dst ? -1 : 0;
}

static int64_t hot_receiver(int src, int dst, int p, qdr_rng *rng)
{
    (void)rng;
    return dst == p / 2 && src != dst ? 100 : -1;
}

static int64_t hot_sender(int src, int dst, int p, qdr_rng *rng)
{
    (void)rng;
    return src == p - 1 && src != dst ? 100 : -1;
}

static int64_t ragged(int src, int dst, int p, qdr_rng *rng)
{
    (void)p;
    return src == dst ? -1 : (int64_t)qdr_rng_below(rng, 1000) + 1;
}

static int64_t zero_bytes(int src, int dst, int p, qdr_rng *rng)
{
    (void)p, (void)rng;
    return src == dst || (src + dst) % 2 == 0 ? -1 : 0;
}

static int64_t with_self(int src, int dst, int p, qdr_rng *rng)
{
    (void)p, (void)rng;
    return src == dst || (src + 2 * dst) % 3 == 0 ? 5 : -1;
}

static int64_t random_third(int src, int dst, int p, qdr_rng *rng)
{
    (void)p;
    return src != dst && qdr_rng_below(rng, 3) == 0
               ? (int64_t)qdr_rng_below(rng, 64)
               : -1;
}

static int64_t random_lengths(int src, int dst, int p, qdr_rng *rng)
{
    (void)src, (void)dst, (void)p;
    return qdr_rng_below(rng, 3) == 0 ? 8 : -1;
}

static int64_t complete_lengths(int src, int dst, int p, qdr_rng *rng)
{
    (void)p, (void)rng;
    return src == dst ? -1 : 8;
}

static const struct {
    const char *name;
    bytes_of bytes;
} kinds[] = {
    {"empty", empty},
    {"complete", complete},
    {"complete, empty messages", complete_empty},
    {"hot receiver", hot_receiver},
    {"hot sender", hot_sender},
    {"ragged", ragged},
    {"zero bytes", zero_bytes},
    {"with self", with_self},
    {"random", random_third},
    {"lengths, random", random_lengths},
    {"lengths, complete", complete_lengths},
};
_Static_assert(sizeof kinds / sizeof *kinds == QDR_NUM_PATTERN_KINDS,
               "one row a kind");

const char *qdr_pattern_kind_name(int kind)
{
    return kinds[kind].name;
}

qdr_status qdr_pattern_init_kind(qdr_pattern *pattern, int kind, int p,
                                 qdr_error *error)
{
    qdr_message *messages = malloc((size_t)p * (size_t)p * sizeof *messages);
    int64_t count = 0;
    qdr_rng rng;
    qdr_status status;

    if (messages == NULL)
        return qdr_fail_memory(error, "a test pattern");
    qdr_rng_init(&rng, (uint64_t)(1000 * kind + p));
    for (int src = 0; src < p; src++) {
        for (int dst = 0; dst < p; dst++) {
            int64_t bytes = kinds[kind].bytes(src, dst, p, &rng);
            if (bytes >= 0)
                messages[count++] = (qdr_message){src, dst, bytes};
        }
    }
    status = qdr_pattern_init(pattern, p, messages, count, error);
    free(messages);
    return status;
}
