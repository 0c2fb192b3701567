/* harness/measure/gathered_buffers.c -- see gathered_buffers.h. */
#include "harness/measure/gathered_buffers.h"

#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/rng.h"
#include "kernels/messaging/local_work.h"

enum { WORD = 8, SPREAD = 4 };

static qdr_status init_field(qdr_field *field, char *buffer, int64_t bytes,
                             uint64_t seed, qdr_error *error)
{
    const size_t count = (size_t)(bytes + WORD - 1) / WORD;
    qdr_rng rng;

    *field = (qdr_field){.buffer = buffer, .bytes = bytes};
    /* Both are released by qdr_gathered_cleanup. */
    field->words = calloc(count * SPREAD * WORD + 1, 1);
    field->index = malloc(count * sizeof *field->index + 1);
    if (field->words == NULL || field->index == NULL)
        return qdr_fail_memory(error, "the gathered data of an exchange");
    qdr_rng_init(&rng, seed);
    for (size_t w = 0; w < count; w++)
        field->index[w] =
            (int64_t)(w * SPREAD + qdr_rng_below(&rng, SPREAD)) * WORD;
    return QDR_OK;
}

/* How many of the bytes at .. end - 1 are in one word. */
static size_t in_word(int64_t at, int64_t end)
{
    int64_t rest = WORD - at % WORD;

    return (size_t)(rest < end - at ? rest : end - at);
}

static void to_buffer(const qdr_field *field, int64_t begin, int64_t bytes)
{
    const int64_t end = begin + bytes;

    for (int64_t at = begin; at < end; at += (int64_t)in_word(at, end))
        memcpy(field->buffer + at,
               field->words + field->index[at / WORD] + at % WORD,
               in_word(at, end));
}

static void to_field(const qdr_field *field, int64_t begin, int64_t bytes)
{
    const int64_t end = begin + bytes;

    for (int64_t at = begin; at < end; at += (int64_t)in_word(at, end))
        memcpy(field->words + field->index[at / WORD] + at % WORD,
               field->buffer + at, in_word(at, end));
}

static void gather(void *context, int64_t begin, int64_t bytes)
{
    const qdr_gathered *gathered = context;

    to_buffer(&gathered->send, begin, bytes);
    qdr_pending_indexed(bytes);
}

static void scatter(void *context, int64_t begin, int64_t bytes)
{
    const qdr_gathered *gathered = context;

    to_field(&gathered->receive, begin, bytes);
    qdr_pending_indexed(bytes);
}

qdr_status qdr_gathered_init(qdr_gathered *gathered, const qdr_buffers *buffers,
                             qdr_error *error)
{
    const uint64_t seed = 2 * (uint64_t)buffers->rank;
    qdr_status status = init_field(&gathered->send, buffers->send,
                                   buffers->info.send_bytes, seed, error);

    if (status == QDR_OK)
        status = init_field(&gathered->receive, buffers->receive,
                            buffers->info.receive_bytes, seed + 1, error);
    if (status != QDR_OK)
        return status;
    to_field(&gathered->send, 0, gathered->send.bytes);
    return QDR_OK;
}

void qdr_gathered_cleanup(qdr_gathered *gathered)
{
    free(gathered->send.words);
    free(gathered->send.index);
    free(gathered->receive.words);
    free(gathered->receive.index);
    *gathered = (qdr_gathered){0};
}

qdr_indexed_buffer qdr_gathered_calls(qdr_gathered *gathered)
{
    return (qdr_indexed_buffer){gather, scatter, gathered};
}

void qdr_gathered_poison(qdr_gathered *gathered)
{
    if (gathered->send.index == NULL)
        return;
    to_field(&gathered->receive, 0, gathered->receive.bytes);
    memset(gathered->send.buffer, 0, (size_t)gathered->send.bytes);
}

void qdr_gathered_collect(qdr_gathered *gathered)
{
    if (gathered->send.index != NULL)
        to_buffer(&gathered->receive, 0, gathered->receive.bytes);
}
