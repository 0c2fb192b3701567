/* workloads/matrix_file/pattern_file.c -- which format a file has, and its
 * messages; see pattern_file.h.
 */
#include "workloads/matrix_file/pattern_file.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/core/base/reserve.h"

extern const qdr_pattern_format qdr_pattern_format_mtx;
extern const qdr_pattern_format qdr_pattern_format_nccl_tests;
extern const qdr_pattern_format qdr_pattern_format_matrix;

/* The plain matrix last, which takes any first line. */
static const qdr_pattern_format *const formats[] = {
    &qdr_pattern_format_mtx, &qdr_pattern_format_nccl_tests,
    &qdr_pattern_format_matrix};

const char *const qdr_pattern_read_format_names[] = {
    "auto", "mtx", "nccl_tests", "matrix", NULL};

_Static_assert(sizeof qdr_pattern_read_format_names ==
                   sizeof formats + 2 * sizeof *formats,
               "a name for each format, auto, and the end");

static const qdr_pattern_format *find_format(const char *name,
                                             const char *first_line)
{
    bool is_told = strcmp(name, "auto") != 0;

    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (is_told ? strcmp(formats[i]->name, name) == 0
                    : formats[i]->is_first_line != NULL &&
                          formats[i]->is_first_line(first_line))
            return formats[i];
    return NULL;
}

/* Room for the widest row of the longest numbers. */
static qdr_status check_lines(qdr_text text)
{
    const size_t max = (size_t)QDR_MAX_PROCS * 20;

    while (qdr_text_line(&text))
        if ((size_t)(text.line_end - text.rest) > max)
            return qdr_text_refuse(
                &text, "the line is too long; accepted: up to %zu characters",
                max);
    return QDR_OK;
}

/* Reads the messages, and sets *num_procs. */
static qdr_status read_messages(qdr_reader *in, int *num_procs)
{
    qdr_text *text = &in->text;
    const char *format = in->choice->format;
    const qdr_pattern_format *found;
    qdr_status status = check_lines(*text);

    if (status != QDR_OK)
        return status;
    if (!qdr_text_next_line(text, ""))
        return qdr_text_refuse(text, "the file is empty; accepted: a matrix of "
                                     "messages");
    found = find_format(format, text->rest);
    if (found == NULL)
        return qdr_fail(text->error, QDR_ERROR_INPUT, "%s: format '%.40s'",
                        text->name, format);
    if (found->is_first_line != NULL && !found->is_first_line(text->rest))
        return qdr_text_refuse(
            text, "'%.*s'; accepted: a file of format %s, as requested",
            qdr_text_shown(text), text->rest, format);
    return found->read(in, num_procs);
}

static qdr_status read_pattern(qdr_reader *in, qdr_pattern *pattern)
{
    int num_procs = 0;
    qdr_error reason = {""};
    qdr_status status = read_messages(in, &num_procs);

    if (status != QDR_OK)
        return status;
    status = qdr_pattern_init(pattern, num_procs, in->messages,
                              in->num_messages, &reason);
    if (status != QDR_OK)
        return qdr_fail(in->text.error, status, "%s: %s", in->text.name,
                        reason.text);
    return QDR_OK;
}

qdr_status qdr_pattern_read_as(qdr_pattern *pattern, const char *path,
                               const qdr_pattern_choice *choice,
                               qdr_error *error)
{
    qdr_bytes bytes = {0};
    qdr_reader in = {.choice = choice};
    qdr_status status = qdr_bytes_read(&bytes, path, error);

    if (status == QDR_OK) {
        in.text = qdr_text_begin(&bytes, path, error);
        status = read_pattern(&in, pattern);
    }
    qdr_bytes_cleanup(&bytes);
    free(in.messages);
    return status;
}

qdr_status qdr_pattern_read(qdr_pattern *pattern, const char *path,
                            qdr_error *error)
{
    const qdr_pattern_choice plain = {.format = "auto", .unit = 1};

    return qdr_pattern_read_as(pattern, path, &plain, error);
}

qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t count)
{
    int64_t bytes;

    if (__builtin_mul_overflow(count, in->choice->unit, &bytes))
        return qdr_text_refuse(&in->text,
                               "message %d -> %d: %" PRId64 " units of %" PRId64
                               " bytes; accepted: less than 2^63 bytes",
                               (int)src, (int)dst, count, in->choice->unit);
    return qdr_reader_add_bytes(in, src, dst, bytes);
}

qdr_status qdr_reader_add_bytes(qdr_reader *in, int64_t src, int64_t dst,
                                int64_t bytes)
{
    qdr_message *room;

    if (__builtin_add_overflow(in->total_bytes, bytes, &in->total_bytes))
        return qdr_text_refuse(&in->text,
                               "message %d -> %d: the sum of all bytes exceeds "
                               "2^63 - 1; accepted: a sum up to it",
                               (int)src, (int)dst);
    room = qdr_reserve(in->messages, &in->capacity, in->num_messages + 1,
                       sizeof *room);
    if (room == NULL)
        return qdr_fail_memory(in->text.error, "a pattern");
    in->messages = room;
    in->messages[in->num_messages++] = (qdr_message){(int)src, (int)dst, bytes};
    return QDR_OK;
}
