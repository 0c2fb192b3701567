/* harness/measure/test_pattern.c -- see test_pattern.h. */
#include "harness/measure/test_pattern.h"

#include <endian.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"

enum { CANARY_BYTES = 64, CANARY = 0xa5 };

/* Of what is sent to everybody there is one copy, without a destination. */
static bool is_shared(qdr_collective collective)
{
    return collective == QDR_BCAST || collective == QDR_ALLGATHER;
}

enum { WORD = sizeof(uint64_t) };

/* What tells the message src -> dst from all others. */
static uint64_t message_key(const qdr_buffers *buffers, int src, int dst)
{
    uint64_t message = ((uint64_t)src << 32) |
                       (uint32_t)(is_shared(buffers->collective) ? src : dst);

    /* Not of 0, which it maps to 0: a cleared buffer must not pass. */
    return qdr_mix64(message + 1);
}

/* Bytes WORD index and on of a message, the lowest first on every machine. */
static uint64_t stamp_word(uint64_t key, int64_t index)
{
    return htole64(qdr_mix64(key + (uint64_t)index));
}

static size_t word_length(int64_t bytes, int64_t index)
{
    int64_t rest = bytes - index * WORD;

    return rest < WORD ? (size_t)rest : WORD;
}

static void stamp(char *message, int64_t bytes, uint64_t key)
{
    for (int64_t i = 0; i * WORD < bytes; i++) {
        uint64_t word = stamp_word(key, i);
        memcpy(message + i * WORD, &word, word_length(bytes, i));
    }
}

/* The first byte that is not what was stamped, or -1. */
static int64_t find_wrong_byte(const char *message, int64_t bytes, uint64_t key)
{
    for (int64_t i = 0; i * WORD < bytes; i++) {
        uint64_t word = stamp_word(key, i);
        size_t length = word_length(bytes, i), at = 0;
        if (memcmp(message + i * WORD, &word, length) == 0)
            continue;
        while (message[i * WORD + (int64_t)at] == ((const char *)&word)[at])
            at++;
        return i * WORD + (int64_t)at;
    }
    return -1;
}

/* Every bit is another one: what was right is wrong. */
static void turn_over(char *message, int64_t bytes)
{
    for (int64_t i = 0; i * WORD < bytes; i++) {
        size_t length = word_length(bytes, i);
        uint64_t word = 0;
        memcpy(&word, message + i * WORD, length);
        word = ~word;
        memcpy(message + i * WORD, &word, length);
    }
}

/* Element `index` of the vector is a + b r, of rank r: whole numbers with a sum
 * over all ranks that a double holds exactly. */
static double number_at(int64_t index, double ranks, double sum_of_ranks)
{
    uint64_t word = qdr_mix64((uint64_t)index + 1);
    double a = (double)(word & 0xffff), b = (double)(word >> 16 & 0xff) + 1;

    return a * ranks + b * sum_of_ranks;
}

static void stamp_numbers(const qdr_buffers *buffers)
{
    double *numbers = (double *)(void *)buffers->send;
    int64_t first = buffers->info.send_begin / (int64_t)sizeof *numbers;

    for (int64_t i = 0; i < buffers->info.send_bytes / (int64_t)sizeof *numbers;
         i++)
        numbers[i] = number_at(first + i, 1, buffers->rank);
}

static qdr_status verify_numbers(const qdr_buffers *buffers, qdr_error *error)
{
    const double *numbers = (const double *)(const void *)buffers->receive;
    int64_t first = buffers->info.receive_begin / (int64_t)sizeof *numbers;
    double p = buffers->num_procs;

    for (int64_t i = 0;
         i < buffers->info.receive_bytes / (int64_t)sizeof *numbers; i++) {
        double wanted = number_at(first + i, p, p * (p - 1) / 2);
        if (numbers[i] != wanted)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "data check: element %" PRId64 " of the "
                            "combination is %.17g on rank %d, not %.17g",
                            first + i, numbers[i], buffers->rank, wanted);
    }
    return QDR_OK;
}

qdr_status qdr_buffers_init(qdr_buffers *buffers, const qdr_plan_info *info,
                            int rank, int num_procs, qdr_collective collective,
                            qdr_error *error)
{
    size_t receive_bytes = (size_t)info->receive_bytes;
    qdr_buffers made = {.info = *info,
                        .rank = rank,
                        .num_procs = num_procs,
                        .collective = collective};

    /* Both are released by qdr_buffers_cleanup. */
    made.send = calloc((size_t)info->send_bytes + 1, 1);
    made.receive_allocation = malloc(receive_bytes + 2UL * CANARY_BYTES);
    if (made.send == NULL || made.receive_allocation == NULL) {
        qdr_buffers_cleanup(&made);
        return qdr_fail_memory(error, "the buffers of an exchange");
    }
    made.receive = made.receive_allocation + CANARY_BYTES;
    memset(made.receive_allocation, CANARY, receive_bytes + 2UL * CANARY_BYTES);
    memset(made.receive, 0, receive_bytes);
    if (qdr_collective_combines(collective))
        stamp_numbers(&made);
    for (int64_t i = 0;
         i < info->num_sends && !qdr_collective_combines(collective); i++) {
        qdr_block block = info->sends[i];
        stamp(made.send + block.displacement, block.bytes,
              message_key(&made, rank, block.peer));
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

void qdr_buffers_poison(const qdr_buffers *buffers)
{
    for (int64_t i = 0; i < buffers->info.num_receives; i++) {
        qdr_block block = buffers->info.receives[i];
        turn_over(buffers->receive + block.displacement, block.bytes);
        /* Contributions stand at one place. */
        if (qdr_collective_combines(buffers->collective))
            break;
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
    if (qdr_collective_combines(buffers->collective)) {
        qdr_status status = verify_numbers(buffers, error);
        return status == QDR_OK ? verify_canaries(buffers, error) : status;
    }
    for (int64_t i = 0; i < buffers->info.num_receives; i++) {
        qdr_block block = buffers->info.receives[i];
        int64_t wrong =
            find_wrong_byte(buffers->receive + block.displacement, block.bytes,
                            message_key(buffers, block.peer, buffers->rank));
        if (wrong >= 0)
            return qdr_fail(error, QDR_ERROR_CHECK,
                            "data check: byte %" PRId64 " of the message "
                            "%d -> %d is wrong",
                            wrong, block.peer, buffers->rank);
    }
    return verify_canaries(buffers, error);
}
