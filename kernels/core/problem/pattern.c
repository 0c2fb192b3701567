/* kernels/core/problem/pattern.c -- see pattern.h. */
#include "kernels/core/problem/pattern.h"

#include <stdlib.h>
#include <string.h>

static int by_src_then_dst(const void *left, const void *right)
{
    const qdr_message *a = left, *b = right;

    if (a->src != b->src)
        return a->src < b->src ? -1 : 1;
    return (a->dst > b->dst) - (a->dst < b->dst);
}

static qdr_status check_messages(int num_procs, const qdr_message *messages,
                                 int64_t num_messages, qdr_error *error)
{
    int64_t total_bytes = 0;

    for (int64_t m = 0; m < num_messages; m++) {
        qdr_message message = messages[m];
        if (message.src < 0 || message.src >= num_procs || message.dst < 0 ||
            message.dst >= num_procs)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "message %d -> %d; accepted: ranks 0 to %d",
                            message.src, message.dst, num_procs - 1);
        if (message.bytes < 0)
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "message %d -> %d: %lld bytes; accepted: 0 or "
                            "more",
                            message.src, message.dst, (long long)message.bytes);
        if (__builtin_add_overflow(total_bytes, message.bytes, &total_bytes))
            return qdr_fail(error, QDR_ERROR_INPUT,
                            "message %d -> %d: the sum of all bytes is too "
                            "large; accepted: at most 2^63 - 1",
                            message.src, message.dst);
    }
    return QDR_OK;
}

/* Most callers give messages row by row: a test is cheaper than sorting. */
static bool is_sorted(const qdr_message *messages, int64_t num_messages)
{
    for (int64_t m = 1; m < num_messages; m++)
        if (by_src_then_dst(&messages[m - 1], &messages[m]) > 0)
            return false;
    return true;
}

int64_t qdr_messages_sort(qdr_message *messages, int64_t num_messages)
{
    if (!is_sorted(messages, num_messages))
        qsort(messages, (size_t)num_messages, sizeof *messages,
              by_src_then_dst);
    for (int64_t m = 1; m < num_messages; m++)
        if (by_src_then_dst(&messages[m - 1], &messages[m]) == 0)
            return m;
    return 0;
}

qdr_status qdr_pattern_init(qdr_pattern *pattern, int num_procs,
                            const qdr_message *messages, int64_t num_messages,
                            qdr_error *error)
{
    qdr_pattern made = {.num_procs = num_procs, .num_messages = num_messages};
    int64_t repeated;
    qdr_status status;

    if (num_procs < 1 || num_procs > QDR_MAX_PROCS)
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%d processes; accepted: 1 to %d", num_procs,
                        QDR_MAX_PROCS);
    if (num_messages < 0 || (messages == NULL && num_messages > 0))
        return qdr_fail(error, QDR_ERROR_INPUT,
                        "%lld messages%s; accepted: 0 or more, and an array "
                        "of them",
                        (long long)num_messages,
                        messages == NULL ? " at NULL" : "");
    status = check_messages(num_procs, messages, num_messages, error);
    if (status != QDR_OK)
        return status;
    /* Both arrays are released by qdr_pattern_cleanup. */
    made.messages = malloc(((size_t)num_messages + 1) * sizeof *made.messages);
    made.row_begin = calloc((size_t)num_procs + 1, sizeof *made.row_begin);
    if (made.messages == NULL || made.row_begin == NULL) {
        status = qdr_fail_memory(error, "a pattern");
        goto out;
    }
    if (num_messages > 0)
        memcpy(made.messages, messages,
               (size_t)num_messages * sizeof *messages);
    repeated = qdr_messages_sort(made.messages, num_messages);
    if (repeated > 0) {
        status =
            qdr_fail(error, QDR_ERROR_INPUT,
                     "message %d -> %d is given twice; accepted: once",
                     made.messages[repeated].src, made.messages[repeated].dst);
        goto out;
    }
    for (int64_t m = 0; m < num_messages; m++)
        made.row_begin[made.messages[m].src + 1]++;
    for (int r = 0; r < num_procs; r++)
        made.row_begin[r + 1] += made.row_begin[r];
    *pattern = made;
    return QDR_OK;
out:
    qdr_pattern_cleanup(&made);
    return status;
}

qdr_status qdr_pattern_init_complete(qdr_pattern *pattern, int num_procs,
                                     int64_t bytes, qdr_error *error)
{
    int64_t num_messages = (int64_t)num_procs * (num_procs - 1);
    qdr_message *messages;
    int64_t m = 0;
    qdr_status status;

    if (num_procs < 1 || num_procs > QDR_MAX_PROCS)
        return qdr_pattern_init(pattern, num_procs, NULL, 0, error);
    messages = malloc(((size_t)num_messages + 1) * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a complete exchange");
    for (int src = 0; src < num_procs; src++)
        for (int dst = 0; dst < num_procs; dst++)
            if (src != dst)
                messages[m++] = (qdr_message){src, dst, bytes};
    status = qdr_pattern_init(pattern, num_procs, messages, m, error);
    free(messages);
    return status;
}

qdr_status qdr_pattern_init_broadcast(qdr_pattern *pattern, int num_procs,
                                      int root, int64_t bytes, qdr_error *error)
{
    qdr_message *messages;
    int64_t m = 0;
    qdr_status status;

    if (num_procs < 1 || num_procs > QDR_MAX_PROCS)
        return qdr_pattern_init(pattern, num_procs, NULL, 0, error);
    if (root < 0 || root >= num_procs)
        return qdr_fail(error, QDR_ERROR_INPUT, "root: %d; accepted: 0 to %d",
                        root, num_procs - 1);
    messages = malloc((size_t)num_procs * sizeof *messages);
    if (messages == NULL)
        return qdr_fail_memory(error, "a broadcast");
    for (int dst = 0; dst < num_procs; dst++)
        if (dst != root)
            messages[m++] = (qdr_message){root, dst, bytes};
    status = qdr_pattern_init(pattern, num_procs, messages, m, error);
    free(messages);
    return status;
}

void qdr_pattern_cleanup(qdr_pattern *pattern)
{
    free(pattern->messages);
    free(pattern->row_begin);
    *pattern = (qdr_pattern){0};
}

int64_t qdr_pattern_find(const qdr_pattern *pattern, int src, int dst)
{
    int64_t low = pattern->row_begin[src];
    int64_t high = pattern->row_begin[src + 1];

    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (pattern->messages[middle].dst < dst)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < pattern->row_begin[src + 1] && pattern->messages[low].dst == dst)
        return low;
    return -1;
}

static int max_of(int a, int b)
{
    return a > b ? a : b;
}

/* What a rank sends and receives. */
typedef struct rank_count {
    int num_out, num_in, num_partners;
    int64_t bytes_out, bytes_in;
} rank_count;

qdr_status qdr_pattern_get_stats(const qdr_pattern *pattern,
                                 qdr_pattern_stats *out_stats, qdr_error *error)
{
    int p = pattern->num_procs;
    qdr_pattern_stats stats = {
        .num_procs = p, .min_out = p, .min_bytes = INT64_MAX};
    rank_count *ranks = calloc((size_t)p, sizeof *ranks);

    if (ranks == NULL)
        return qdr_fail_memory(error, "the counts of a pattern");
    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        if (message.src == message.dst)
            continue;
        stats.num_messages++;
        stats.total_bytes += message.bytes;
        if (message.bytes < stats.min_bytes)
            stats.min_bytes = message.bytes;
        if (message.bytes > stats.max_bytes)
            stats.max_bytes = message.bytes;
        ranks[message.src].num_out++;
        ranks[message.src].bytes_out += message.bytes;
        ranks[message.dst].num_in++;
        ranks[message.dst].bytes_in += message.bytes;
        ranks[message.src].num_partners++;
        /* A partner that only receives has no message that counts src. */
        if (qdr_pattern_find(pattern, message.dst, message.src) < 0)
            ranks[message.dst].num_partners++;
    }
    for (int r = 0; r < p; r++) {
        const rank_count *rank = &ranks[r];
        stats.max_out = max_of(stats.max_out, rank->num_out);
        stats.max_in = max_of(stats.max_in, rank->num_in);
        stats.max_partners = max_of(stats.max_partners, rank->num_partners);
        if (rank->num_out < stats.min_out)
            stats.min_out = rank->num_out;
        if (rank->bytes_out > stats.max_rank_bytes)
            stats.max_rank_bytes = rank->bytes_out;
        if (rank->bytes_in > stats.max_rank_bytes)
            stats.max_rank_bytes = rank->bytes_in;
    }
    free(ranks);
    stats.max_degree = max_of(stats.max_out, stats.max_in);
    if (stats.num_messages == 0)
        stats.min_bytes = 0;
    if (p > 1)
        stats.density =
            (double)stats.num_messages / ((double)p * (double)(p - 1));
    *out_stats = stats;
    return QDR_OK;
}
