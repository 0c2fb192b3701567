/* workloads/text/text_reader.c -- see text_reader.h. */
#include "workloads/text/text_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most characters of a number. */
enum { MOST_TOKEN = 63 };

qdr_text qdr_text_begin(const qdr_bytes *bytes, const char *name,
                        qdr_error *error)
{
    return (qdr_text){.name = name,
                      .next = bytes->data,
                      .end = bytes->data + bytes->length,
                      .error = error};
}

bool qdr_text_line(qdr_text *text)
{
    const char *newline;

    if (text->next == text->end) {
        text->rest = text->line_end = text->end;
        return false;
    }
    newline = memchr(text->next, '\n', (size_t)(text->end - text->next));
    text->rest = text->next;
    text->line_end = newline == NULL ? text->end : newline;
    text->next = newline == NULL ? text->end : newline + 1;
    text->line_number++;
    return true;
}

static bool is_blank(char character)
{
    return character == ' ' || character == '\t' || character == '\r';
}

bool qdr_text_is(const qdr_text *text, const char *line)
{
    const char *end = text->line_end;
    size_t length = strlen(line);

    while (end > text->rest && is_blank(end[-1]))
        end--;
    return (size_t)(end - text->rest) == length &&
           memcmp(text->rest, line, length) == 0;
}

/* Takes the next token, as a string; false if it is longer than a number. */
static bool take(qdr_text *text, char token[MOST_TOKEN + 1])
{
    size_t length = 0;

    while (text->rest < text->line_end && is_blank(*text->rest))
        text->rest++;
    while (text->rest < text->line_end && !is_blank(*text->rest) &&
           length < MOST_TOKEN)
        token[length++] = *text->rest++;
    token[length] = '\0';
    return strlen(token) == length &&
           (text->rest == text->line_end || is_blank(*text->rest));
}

qdr_status qdr_text_integer(qdr_text *text, const char *what, int64_t least,
                            int64_t most, int64_t *out_number)
{
    char token[MOST_TOKEN + 1], *end;
    bool is_whole = take(text, token);
    long long number;

    errno = 0;
    number = strtoll(token, &end, 10);
    if (!is_whole || end == token || *end != '\0' || errno == ERANGE ||
        number < least || number > most)
        return qdr_text_refuse(text,
                               "%s is '%.40s'; accepted: whole numbers %" PRId64
                               " to %" PRId64,
                               what, token, least, most);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_real(qdr_text *text, const char *what, double *out_number)
{
    char token[MOST_TOKEN + 1], *end;
    bool is_whole = take(text, token);
    double number = strtod(token, &end);

    if (!is_whole || end == token || *end != '\0' || !isfinite(number))
        return qdr_text_refuse(text, "%s is '%.40s'; accepted: finite numbers",
                               what, token);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_done(const qdr_text *text)
{
    const char *rest = text->rest;

    while (rest < text->line_end && is_blank(*rest))
        rest++;
    if (rest == text->line_end)
        return QDR_OK;
    return qdr_text_refuse(
        text,
        "'%.*s' behind the last number; accepted: "
        "nothing more on the line",
        (int)(text->line_end - rest < 40 ? text->line_end - rest : 40), rest);
}

qdr_status qdr_text_refuse(const qdr_text *text, const char *format, ...)
{
    char what[512];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    return qdr_fail(text->error, QDR_ERROR_INPUT, "%.300s:%" PRId64 ": %s",
                    text->name, text->line_number, what);
}
