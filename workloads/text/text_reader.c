/* workloads/text/text_reader.c -- see text_reader.h. */
#include "workloads/text/text_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

qdr_text qdr_text_begin(const qdr_bytes *bytes, const char *name,
                        qdr_error *error)
{
    return (qdr_text){.name = name,
                      .next = bytes->data,
                      .end = bytes->data + bytes->length,
                      .separators = QDR_BLANKS,
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

static bool is_separator(const qdr_text *text, char character)
{
    return character != '\0' && strchr(text->separators, character) != NULL;
}

bool qdr_text_next_line(qdr_text *text, const char *comments)
{
    while (qdr_text_line(text))
        if (qdr_text_has_more(text) && strchr(comments, *text->rest) == NULL)
            return true;
    return false;
}

bool qdr_text_is(const qdr_text *text, const char *line)
{
    const char *end = text->line_end;
    size_t length = strlen(line);

    while (end > text->rest && is_separator(text, end[-1]))
        end--;
    return (size_t)(end - text->rest) == length &&
           memcmp(text->rest, line, length) == 0;
}

bool qdr_text_has_more(qdr_text *text)
{
    while (text->rest < text->line_end && is_separator(text, *text->rest))
        text->rest++;
    return text->rest < text->line_end;
}

bool qdr_text_word(qdr_text *text, char word[QDR_WORD_SIZE])
{
    size_t length = 0;

    for (qdr_text_has_more(text); text->rest < text->line_end &&
                                  !is_separator(text, *text->rest) &&
                                  length < QDR_WORD_SIZE - 1;)
        word[length++] = *text->rest++;
    word[length] = '\0';
    return strlen(word) == length &&
           (text->rest == text->line_end || is_separator(text, *text->rest));
}

/* The number that `word` is, if it is taken whole. */
static qdr_status to_integer(const qdr_text *text, const char *word,
                             bool is_whole, const char *what, int64_t min,
                             int64_t max, int64_t *out_number)
{
    char *end;
    long long number;

    errno = 0;
    number = strtoll(word, &end, 10);
    if (!is_whole || end == word || *end != '\0' || errno == ERANGE ||
        number < min || number > max)
        return qdr_text_refuse(text,
                               "%s is '%.40s'; accepted: whole numbers %" PRId64
                               " to %" PRId64,
                               what, word, min, max);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_integer(qdr_text *text, const char *what, int64_t min,
                            int64_t max, int64_t *out_number)
{
    char word[QDR_WORD_SIZE];
    bool is_whole = qdr_text_word(text, word);

    return to_integer(text, word, is_whole, what, min, max, out_number);
}

qdr_status qdr_text_real(qdr_text *text, const char *what, double *out_number)
{
    char word[QDR_WORD_SIZE], *end;
    bool is_whole = qdr_text_word(text, word);
    double number = strtod(word, &end);

    if (!is_whole || end == word || *end != '\0' || !isfinite(number))
        return qdr_text_refuse(text, "%s is '%.40s'; accepted: finite numbers",
                               what, word);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_decimal(qdr_text *text, const char *what,
                            int64_t *out_number, double *out_fraction)
{
    char word[QDR_WORD_SIZE], *end;
    bool is_whole = qdr_text_word(text, word);
    double number, whole;

    if (out_fraction != NULL)
        *out_fraction = 0;
    /* Digits alone may be more than a double holds. */
    if (word[strspn(word, "0123456789")] == '\0')
        return to_integer(text, word, is_whole, what, 0, INT64_MAX, out_number);
    number = strtod(word, &end);
    /* Neither nan nor hexadecimal numbers. */
    if (!is_whole || *end != '\0' ||
        word[strspn(word, "0123456789.eE+-")] != '\0' ||
        !(number >= 0 && number < 0x1p63))
        return qdr_text_refuse(
            text, "%s is '%.40s'; accepted: numbers 0 to below 2^63", what,
            word);
    whole = (double)(int64_t)number;
    if (out_fraction != NULL)
        *out_fraction = number - whole;
    else if (number > whole)
        return qdr_text_refuse(
            text, "%s is '%.40s'; accepted: whole numbers 0 to below 2^63",
            what, word);
    *out_number = (int64_t)whole;
    return QDR_OK;
}

qdr_status qdr_text_done(const qdr_text *text)
{
    qdr_text left = *text;

    if (!qdr_text_has_more(&left))
        return QDR_OK;
    return qdr_text_refuse(
        text,
        "'%.*s' after the last number; accepted: nothing more on the line",
        qdr_text_shown(&left), left.rest);
}

int qdr_text_shown(const qdr_text *text)
{
    ptrdiff_t length = text->line_end - text->rest;

    return (int)(length < 40 ? length : 40);
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
