/* workloads/matrix_file/pattern_reader.c -- lines, numbers; see
 * pattern_reader.h. */
#include "workloads/matrix_file/pattern_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Most characters of a line: room for the widest row of the longest numbers. */
#define MAX_LINE ((size_t)QDR_MAX_PROCS * 20)

#define BLANKS " \t\r\n"

qdr_status qdr_reader_refuse(const qdr_reader *in, const char *format, ...)
{
    char what[384];
    va_list arguments;

    if (in->failure != QDR_OK)
        return in->failure;
    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(in->error, QDR_ERROR_INPUT, "%s:%d: %s", in->path,
                    in->line_number, what);
}

static qdr_status add_character(qdr_reader *in, char character)
{
    if (in->line_length == in->line_capacity) {
        size_t capacity = in->line_capacity == 0 ? 256 : 2 * in->line_capacity;
        char *grown = realloc(in->line, capacity);
        if (grown == NULL)
            return qdr_fail_memory(in->error, "a line of a pattern");
        in->line = grown;
        in->line_capacity = capacity;
    }
    in->line[in->line_length++] = character;
    return QDR_OK;
}

/* Reads a line, without its end. Not by getline, which has no limit and passes
 * over zero bytes: /dev/zero would be one line. */
static qdr_status read_line(qdr_reader *in)
{
    qdr_status status = QDR_OK;
    int next;

    in->line_length = 0;
    while (status == QDR_OK && (next = getc_unlocked(in->file)) != EOF &&
           next != '\n') {
        if (next == '\0')
            return qdr_reader_refuse(in, "a zero byte; text is accepted");
        if (in->line_length == MAX_LINE)
            return qdr_reader_refuse(in, "accepted: lines up to %zu characters",
                                     MAX_LINE);
        status = add_character(in, (char)next);
    }
    return status == QDR_OK ? add_character(in, '\0') : status;
}

static bool is_at_end(qdr_reader *in)
{
    int next = getc_unlocked(in->file);

    if (next == EOF && ferror(in->file))
        in->failure = qdr_fail(in->error, QDR_ERROR_INPUT,
                               "%s: cannot be read as a file", in->path);
    if (next != EOF)
        ungetc(next, in->file);
    return next == EOF;
}

bool qdr_reader_next_line(qdr_reader *in, const char *comments)
{
    while (!is_at_end(in)) {
        in->line_number++;
        in->failure = read_line(in);
        if (in->failure != QDR_OK)
            return false;
        in->rest = in->line + strspn(in->line, BLANKS);
        if (*in->rest != '\0' && strchr(comments, *in->rest) == NULL)
            return true;
    }
    return false;
}

char *qdr_reader_next_token(qdr_reader *in, const char *separators)
{
    char all[16];

    snprintf(all, sizeof all, BLANKS "%s", separators);
    return strtok_r(NULL, all, &in->rest);
}

qdr_status qdr_reader_integer(const qdr_reader *in, const char *token,
                              const char *what, int64_t least, int64_t most,
                              int64_t *out_number)
{
    char *end;
    long long number;

    errno = 0;
    number = strtoll(token, &end, 10);
    if (end == token || *end != '\0' || errno == ERANGE || number < least ||
        number > most)
        return qdr_reader_refuse(in,
                                 "%s is '%.40s'; accepted: whole numbers "
                                 "%" PRId64 " to %" PRId64,
                                 what, token, least, most);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_reader_decimal(const qdr_reader *in, const char *token,
                              const char *what, int64_t *out_number,
                              double *out_fraction)
{
    char *end;
    double number, whole;

    if (out_fraction != NULL)
        *out_fraction = 0;
    /* Digits alone may be more than a double holds. */
    if (token[strspn(token, "0123456789")] == '\0')
        return qdr_reader_integer(in, token, what, 0, INT64_MAX, out_number);
    number = strtod(token, &end);
    /* Neither nan nor hexadecimal numbers. */
    if (*end != '\0' || token[strspn(token, "0123456789.eE+-")] != '\0' ||
        !(number >= 0 && number < 0x1p63))
        return qdr_reader_refuse(
            in, "%s is '%.40s'; accepted: numbers 0 to below 2^63", what,
            token);
    whole = (double)(int64_t)number;
    if (out_fraction != NULL)
        *out_fraction = number - whole;
    else if (number > whole)
        return qdr_reader_refuse(
            in, "%s is '%.40s'; accepted: whole numbers 0 to below 2^63", what,
            token);
    *out_number = (int64_t)whole;
    return QDR_OK;
}

qdr_status qdr_reader_add(qdr_reader *in, int64_t src, int64_t dst,
                          int64_t bytes)
{
    if (in->num_messages == in->capacity) {
        int64_t capacity = in->capacity == 0 ? 64 : 2 * in->capacity;
        qdr_message *grown =
            realloc(in->messages, (size_t)capacity * sizeof *grown);
        if (grown == NULL)
            return qdr_fail_memory(in->error, "a pattern");
        in->messages = grown;
        in->capacity = capacity;
    }
    in->messages[in->num_messages++] = (qdr_message){(int)src, (int)dst, bytes};
    return QDR_OK;
}
