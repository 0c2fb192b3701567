/* harness/bench/stamp.c -- see stamp.h. */
#include "harness/bench/stamp.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/rng.h"

enum { CANARY_BYTES = 64, CANARY = 0xa5 };

/* Byte `at` of the message src -> dst. A vector has no destination of its own.
 */
static char stamp_byte(const qdr_buffers *buffers, int src, int dst, int64_t at)
{
    uint64_t message =
        ((uint64_t)src << 32) | (uint32_t)(buffers->has_vector ? src : dst);
    /* Not of 0, which it maps to 0: a cleared buffer must not pass. */
    uint64_t word = qdr_mix64(qdr_mix64(message + 1) + (uint64_t)at / 8);

    return (char)(word >> (8 * (at % 8)));
}

qdr_status qdr_buffers_init(qdr_buffers *buffers, const qdr_plan_info *info,
                            int rank, bool has_vector, qdr_error *error)
{
    size_t receive_bytes = (size_t)info->receive_bytes;
    qdr_buffers made = {.info = *info, .rank = rank, .has_vector = has_vector};

    /* Both are released by qdr_buffers_cleanup. */
    made.send = calloc((size_t)info->send_bytes + 1, 1);
    made.receive_allocation = malloc(receive_bytes + 2 * CANARY_BYTES);
    if (made.send == NULL || made.receive_allocation == NULL) {
        qdr_buffers_cleanup(&made);
        return qdr_fail_memory(error, "the buffers of an exchange");
    }
    made.receive = made.receive_allocation + CANARY_BYTES;
    memset(made.receive_allocation, CANARY, receive_bytes + 2 * CANARY_BYTES);
    memset(made.receive, 0, receive_bytes);
    for (int64_t i = 0; i < info->num_sends; i++) {
        qdr_block block = info->sends[i];
        for (int64_t at = 0; at < block.bytes; at++)
            made.send[block.displacement + at] =
                stamp_byte(&made, rank, block.peer, at);
    }
    *buffers = made;
    return QDR_OK;
}

void qdr_buffers_cleanup(qdr_buffers *buffers)
{
    free(buffers->send);
    free(buffers->receive_allocation);
    *buffers = (qdr_buffers){0};
}

void qdr_buffers_spoil(const qdr_buffers *buffers)
{
    for (int64_t i = 0; i < buffers->info.num_receives; i++) {
        qdr_block block = buffers->info.receives[i];
        for (int64_t at = 0; at < block.bytes; at++)
            buffers->receive[block.displacement + at] ^= (char)0xff;
    }
}

static qdr_status verify_canaries(const qdr_buffers *buffers, qdr_error *error)
{
    const char *behind = buffers->receive + buffers->info.receive_bytes;

    for (int i = 0; i < CANARY_BYTES; i++)
        if (buffers->receive_allocation[i] != (char)CANARY ||
            behind[i] != (char)CANARY)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "rank %d: bytes outside the receive buffer were "
                            "written",
                            buffers->rank);
    return QDR_OK;
}

qdr_status qdr_buffers_verify(const qdr_buffers *buffers, qdr_error *error)
{
    for (int64_t i = 0; i < buffers->info.num_receives; i++) {
        qdr_block block = buffers->info.receives[i];
        for (int64_t at = 0; at < block.bytes; at++)
            if (buffers->receive[block.displacement + at] !=
                stamp_byte(buffers, block.peer, buffers->rank, at))
                return qdr_fail(error, QDR_ERROR_CHECK,
                                "data check: byte %" PRId64 " of the message "
                                "%d -> %d is wrong",
                                at, block.peer, buffers->rank);
    }
    return verify_canaries(buffers, error);
}
