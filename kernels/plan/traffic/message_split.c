/* kernels/plan/traffic/message_split.c -- see message_split.h. */
#include "kernels/plan/traffic/message_split.h"

#include <stdlib.h>

#include "kernels/messaging/agreement.h"
#include "kernels/messaging/tags.h"

/* Where the network does not say: Open MPI sends up to 4096 bytes eagerly
 * within a node, with its header, and other libraries and networks more. Too
 * small a number costs the start of some messages, too large a one a wait for
 * each. */
enum { SMALLEST_EAGER_BYTES = 4000 };

static int64_t join_bytes(const qdr_network *network)
{
    return network->eager_bytes > 0 ? network->eager_bytes
                                    : SMALLEST_EAGER_BYTES;
}

/* Writes the parts of the message in blocks first .. end - 1; returns their
 * number. No part is empty, unless the message is. */
static int64_t split(const qdr_block *blocks, int64_t first, int64_t end,
                     int src, int64_t max_bytes, qdr_message *parts)
{
    int64_t count = 0, bytes = 0;

    for (int64_t i = first; i < end; i++) {
        if (bytes > 0 && blocks[i].bytes > 0 &&
            blocks[i].bytes > max_bytes - bytes) {
            parts[count++] = (qdr_message){src, blocks[i].peer, bytes};
            bytes = 0;
        }
        bytes += blocks[i].bytes;
    }
    parts[count++] = (qdr_message){src, blocks[first].peer, bytes};
    return count;
}

qdr_status qdr_message_split_init(qdr_message_split *parts,
                                  const qdr_buffer_layout *layout,
                                  const qdr_network *network, qdr_error *error)
{
    int64_t count = layout->num_send_blocks;
    const qdr_block *blocks = layout->send_blocks;
    qdr_message_split made = {
        .parts = malloc(((size_t)count + 1) * sizeof *made.parts)};

    if (made.parts == NULL)
        return qdr_fail_memory(error, "the parts of messages");
    for (int64_t first = 0, end; first < count; first = end) {
        int64_t num_parts;
        for (end = first + 1; end < count; end++)
            if (blocks[end].peer != blocks[first].peer)
                break;
        if (blocks[first].peer == layout->rank)
            continue;
        num_parts = split(blocks, first, end, layout->rank, join_bytes(network),
                          made.parts + made.count);
        /* A message in one part stays whole. */
        if (num_parts > 1)
            made.count += num_parts;
    }
    *parts = made;
    return QDR_OK;
}

/* Whether this rank sends message `m` of the plan's pattern to another, or
 * receives it from one. */
static bool is_sent(const qdr_plan_impl *plan, int64_t m)
{
    qdr_message message = plan->traffic.pattern.messages[m];

    return message.src == plan->request.rank &&
           message.dst != plan->request.rank;
}

static bool is_received(const qdr_plan_impl *plan, int64_t m)
{
    qdr_message message = plan->traffic.pattern.messages[m];

    return message.dst == plan->request.rank &&
           message.src != plan->request.rank;
}

/* Some numbers for each message of a pattern: those of message m are
 * values[begin[m]] .. values[begin[m + 1] - 1]. */
typedef struct numbers {
    int64_t *begin, *values;
    MPI_Request *requests; /* of each message */
} numbers;

static void numbers_cleanup(numbers *of)
{
    free(of->begin);
    free(of->values);
    free(of->requests);
    *of = (numbers){0};
}

/* Room for `counts[m]` numbers of each message m; NULL: one of each. */
static qdr_status numbers_init(numbers *of, const qdr_plan_impl *plan,
                               const int64_t *counts, qdr_error *error)
{
    int64_t count = plan->traffic.pattern.num_messages, total = 0;

    *of = (numbers){0};
    of->begin = malloc(((size_t)count + 1) * sizeof *of->begin);
    of->requests = malloc(((size_t)count + 1) * sizeof(MPI_Request));
    for (int64_t m = 0; m < count && of->begin != NULL; m++) {
        of->begin[m] = total;
        total += counts == NULL ? 1 : counts[m];
    }
    of->values = calloc((size_t)total + 1, sizeof *of->values);
    if (of->begin == NULL || of->requests == NULL || of->values == NULL)
        return qdr_fail_memory(error, "the parts of messages");
    of->begin[count] = total;
    return QDR_OK;
}

/* Sends those of messages to others, and receives those of messages from
 * others. */
static qdr_status exchange(const numbers *of, const qdr_plan_impl *plan,
                           qdr_error *error)
{
    const qdr_pattern *pattern = &plan->traffic.pattern;
    int num_started = 0, code = MPI_SUCCESS;

    for (int64_t m = 0; m < pattern->num_messages && code == MPI_SUCCESS; m++) {
        int count = (int)(of->begin[m + 1] - of->begin[m]);
        if (count > 0 && is_sent(plan, m))
            code = MPI_Isend(of->values + of->begin[m], count, MPI_INT64_T,
                             pattern->messages[m].dst, QDR_TAG_GATHER,
                             plan->request.comm, &of->requests[num_started++]);
        else if (count > 0 && is_received(plan, m))
            code = MPI_Irecv(of->values + of->begin[m], count, MPI_INT64_T,
                             pattern->messages[m].src, QDR_TAG_GATHER,
                             plan->request.comm, &of->requests[num_started++]);
    }
    if (code == MPI_SUCCESS)
        code = MPI_Waitall(num_started, of->requests, MPI_STATUSES_IGNORE);
    return code == MPI_SUCCESS
               ? QDR_OK
               : qdr_fail(error, QDR_ERROR_MPI, "sending the parts failed");
}

/* Writes the bytes of this rank's own parts to `bytes`, or their number to
 * `counts`. Both the parts and the pattern are by destination. */
static void write_own(const qdr_plan_impl *plan, const qdr_message_split *own,
                      int64_t *counts, const numbers *bytes)
{
    int64_t at = 0;

    for (int64_t m = 0; m < plan->traffic.pattern.num_messages; m++)
        for (int64_t i = 0;
             is_sent(plan, m) && at < own->count &&
             own->parts[at].dst == plan->traffic.pattern.messages[m].dst;
             i++, at++) {
            if (counts != NULL)
                counts[m] = i + 1;
            else
                bytes->values[bytes->begin[m] + i] = own->parts[at].bytes;
        }
}

/* The parts of all messages, which are by source, then destination. */
static qdr_status take_all(qdr_message_split *parts, const qdr_plan_impl *plan,
                           const numbers *bytes, qdr_error *error)
{
    const qdr_pattern *pattern = &plan->traffic.pattern;
    int64_t total = bytes->begin[pattern->num_messages];
    qdr_message_split made = {malloc(((size_t)total + 1) * sizeof *made.parts),
                              total};

    if (made.parts == NULL)
        return qdr_fail_memory(error, "the parts of messages");
    for (int64_t m = 0; m < pattern->num_messages; m++)
        for (int64_t i = bytes->begin[m]; i < bytes->begin[m + 1]; i++)
            made.parts[i] =
                (qdr_message){pattern->messages[m].src,
                              pattern->messages[m].dst, bytes->values[i]};
    free(parts->parts);
    *parts = made;
    return QDR_OK;
}

qdr_status qdr_message_split_exchange(qdr_message_split *parts,
                                      const qdr_plan_impl *plan,
                                      qdr_error *error)
{
    numbers counts = {0}, bytes = {0};
    qdr_status status = qdr_agree(
        plan->request.comm, numbers_init(&counts, plan, NULL, error), error);

    if (status == QDR_OK) {
        write_own(plan, parts, counts.values, NULL);
        status = exchange(&counts, plan, error);
        if (status == QDR_OK)
            status = numbers_init(&bytes, plan, counts.values, error);
        status = qdr_agree(plan->request.comm, status, error);
    }
    if (status == QDR_OK) {
        write_own(plan, parts, NULL, &bytes);
        status = exchange(&bytes, plan, error);
        if (status == QDR_OK)
            status = take_all(parts, plan, &bytes, error);
        status = qdr_agree(plan->request.comm, status, error);
    }
    numbers_cleanup(&counts);
    numbers_cleanup(&bytes);
    return status;
}
