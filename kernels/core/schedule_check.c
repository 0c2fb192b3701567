/* kernels/core/schedule_check.c -- see schedule_check.h. */
#include "kernels/core/schedule_check.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/view.h"

static qdr_status check_ranks(const qdr_schedule *schedule, qdr_error *error)
{
    for (int64_t t = 0; t < schedule->num_transfers; t++) {
        qdr_transfer transfer = schedule->transfers[t];
        if (transfer.src < 0 || transfer.src >= schedule->num_procs ||
            transfer.dst < 0 || transfer.dst >= schedule->num_procs ||
            transfer.src == transfer.dst)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "transfer %d -> %d: two different ranks of 0 to "
                            "%d are accepted",
                            transfer.src, transfer.dst,
                            schedule->num_procs - 1);
    }
    return QDR_OK;
}

static int by_message_then_offset(const void *left, const void *right)
{
    const qdr_transfer *a = left, *b = right;

    if (a->src != b->src)
        return a->src < b->src ? -1 : 1;
    if (a->dst != b->dst)
        return a->dst < b->dst ? -1 : 1;
    return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Walks the messages and the transfers, sorted alike, side by side. */
static qdr_status check_pieces(const qdr_transfer *sorted,
                               int64_t num_transfers,
                               const qdr_pattern *pattern, qdr_error *error)
{
    int64_t t = 0;

    for (int64_t m = 0; m < pattern->num_messages; m++) {
        qdr_message message = pattern->messages[m];
        int64_t carried = 0;
        int64_t num_pieces = 0;
        if (message.src == message.dst)
            continue;
        for (; t < num_transfers && sorted[t].src == message.src &&
               sorted[t].dst == message.dst;
             t++, num_pieces++) {
            if (sorted[t].offset != carried || sorted[t].bytes < 0 ||
                (sorted[t].bytes == 0 && num_pieces > 0))
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "message %d -> %d: byte %lld is sent twice or "
                                "never",
                                message.src, message.dst,
                                (long long)(sorted[t].offset < carried
                                                ? sorted[t].offset
                                                : carried));
            carried += sorted[t].bytes;
        }
        if (num_pieces == 0 || carried != message.bytes)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "message %d -> %d: %lld of %lld bytes are sent, in "
                            "%lld transfers",
                            message.src, message.dst, (long long)carried,
                            (long long)message.bytes, (long long)num_pieces);
    }
    if (t < num_transfers)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "transfer %d -> %d: the pattern has no such message",
                        sorted[t].src, sorted[t].dst);
    return QDR_OK;
}

/* One round of it. A block that arrives in the round is marked by -1 - its new
 * holder until the round is over, so that it cannot be sent on within it. */
static qdr_status move_blocks(const qdr_schedule *schedule, int64_t i,
                              int *holder, qdr_error *error)
{
    const qdr_transfer *first = schedule->transfers + schedule->round_begin[i];
    const qdr_transfer *end =
        schedule->transfers + schedule->round_begin[i + 1];
    int64_t p = schedule->num_procs;

    for (const qdr_transfer *t = first; t < end; t++)
        for (int64_t b = t->offset; b < t->offset + t->num_blocks; b++) {
            int64_t block = schedule->blocks[b];
            if (block < 0 || block >= p * p || holder[block] != t->src)
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "round %lld: rank %d sends the message %d -> "
                                "%d, which it does not hold",
                                (long long)i + 1, t->src, (int)(block / p),
                                (int)(block % p));
            holder[block] = -1 - t->dst;
        }
    for (const qdr_transfer *t = first; t < end; t++)
        for (int64_t b = t->offset; b < t->offset + t->num_blocks; b++)
            holder[schedule->blocks[b]] = t->dst;
    return QDR_OK;
}

/* Follows every block of a combining schedule: who sends it must hold it when
 * the round begins, and in the end its destination does. */
static qdr_status check_blocks(const qdr_schedule *schedule, qdr_error *error)
{
    int64_t p = schedule->num_procs;
    int *holder = malloc((size_t)(p * p) * sizeof *holder);
    qdr_status status = QDR_OK;

    if (holder == NULL)
        return qdr_fail_memory(error, "the delivery check");
    for (int64_t block = 0; block < p * p; block++)
        holder[block] = (int)(block / p);
    for (int64_t i = 0; i < schedule->num_rounds && status == QDR_OK; i++)
        status = move_blocks(schedule, i, holder, error);
    for (int64_t block = 0; block < p * p && status == QDR_OK; block++)
        if (holder[block] != block % p)
            status = qdr_fail(
                error, QDR_ERROR_CHECK, "message %d -> %d ends at rank %d",
                (int)(block / p), (int)(block % p), holder[block]);
    free(holder);
    return status;
}

static qdr_status check_delivery(const qdr_schedule *schedule,
                                 const qdr_pattern *pattern, qdr_error *error)
{
    size_t count = (size_t)schedule->num_transfers;
    qdr_transfer *sorted = malloc((count + 1) * sizeof *sorted);
    qdr_status status;

    if (schedule->blocks != NULL) {
        free(sorted);
        return check_blocks(schedule, error);
    }
    if (sorted == NULL)
        return qdr_fail_memory(error, "the delivery check");
    if (count > 0)
        memcpy(sorted, schedule->transfers, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_message_then_offset);
    status = check_pieces(sorted, schedule->num_transfers, pattern, error);
    free(sorted);
    return status;
}

/* What one rank does in the round at hand. */
typedef struct port_use {
    int num_in, num_out;
    int partner; /* its partner if it has one, -1 if none, -2 if several */
} port_use;

static void use_port(port_use *use, int partner, bool is_send)
{
    if (is_send)
        use->num_out++;
    else
        use->num_in++;
    use->partner = use->partner == -1 || use->partner == partner ? partner : -2;
}

static void count_rank(qdr_schedule_report *report, const port_use *use)
{
    if (use->num_in > report->max_fan_in)
        report->max_fan_in = use->num_in;
    if (use->num_out > report->max_fan_out)
        report->max_fan_out = use->num_out;
    if (use->partner == -2)
        report->max_ports = 2;
    else if (report->max_ports == 0)
        report->max_ports = 1;
}

static qdr_status check_rounds(const qdr_schedule *schedule, bool one_port,
                               qdr_schedule_report *report, qdr_error *error)
{
    port_use *use = malloc(((size_t)schedule->num_procs) * sizeof *use);
    qdr_status status = QDR_OK;

    if (use == NULL)
        return qdr_fail_memory(error, "the round check");
    for (int r = 0; r < schedule->num_procs; r++)
        use[r] = (port_use){0, 0, -1};
    for (int64_t i = 0; i < schedule->num_rounds && status == QDR_OK; i++) {
        const qdr_transfer *first =
            schedule->transfers + schedule->round_begin[i];
        const qdr_transfer *end =
            schedule->transfers + schedule->round_begin[i + 1];
        int64_t round_bytes = 0;
        for (const qdr_transfer *t = first; t < end; t++) {
            use_port(&use[t->src], t->dst, true);
            use_port(&use[t->dst], t->src, false);
            round_bytes += t->bytes;
        }
        for (const qdr_transfer *t = first; t < end; t++) {
            int ends[2] = {t->src, t->dst};
            for (int e = 0; e < 2; e++) {
                count_rank(report, &use[ends[e]]);
                use[ends[e]] = (port_use){0, 0, -1};
            }
        }
        if (round_bytes > report->max_round_bytes)
            report->max_round_bytes = round_bytes;
        report->total_bytes += round_bytes;
        if (one_port && (report->max_fan_in > 1 || report->max_fan_out > 1))
            status = qdr_fail(error, QDR_ERROR_CHECK,
                              "round %lld: a rank sends or receives twice, "
                              "but the row declares one_port",
                              (long long)i + 1);
    }
    free(use);
    return status;
}

qdr_status qdr_schedule_check(const qdr_schedule *schedule,
                              const qdr_pattern *pattern, bool one_port,
                              qdr_schedule_report *out_report, qdr_error *error)
{
    qdr_schedule_report report = {.num_rounds = schedule->num_rounds,
                                  .num_transfers = schedule->num_transfers};
    qdr_views views = {0};
    qdr_status status;

    if (schedule->num_procs != pattern->num_procs)
        return qdr_fail(error, QDR_ERROR_CHECK,
                        "the schedule is for %d processes, the pattern for %d",
                        schedule->num_procs, pattern->num_procs);
    status = check_ranks(schedule, error);
    if (status == QDR_OK)
        status = check_delivery(schedule, pattern, error);
    if (status == QDR_OK)
        status = check_rounds(schedule, one_port, &report, error);
    if (status == QDR_OK)
        status =
            qdr_views_init(&views, schedule, 0, schedule->num_procs, error);
    if (status == QDR_OK)
        status = qdr_views_check_deadlock(&views, error);
    if (status == QDR_OK)
        status = qdr_pattern_get_stats(pattern, &report.pattern, error);
    qdr_views_cleanup(&views);
    if (status == QDR_OK)
        *out_report = report;
    return status;
}
