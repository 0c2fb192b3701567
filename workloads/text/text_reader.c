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
    bool is_marked =
        bytes->length >= 3 && memcmp(bytes->data, "\xef\xbb\xbf", 3) == 0;

    return (qdr_text){.name = name,
                      .next = bytes->data + (is_marked ? 3 : 0),
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

/* Takes the word of a number. One that the end of the text may have cut is
 * refused: 777 may be the rest of 777777. */
static qdr_status take_number(qdr_text *text, const char *what,
                              char word[QDR_WORD_SIZE])
{
    if (!qdr_text_word(text, word))
        return qdr_text_refuse(text,
                               "%s is '%.40s...'; accepted: numbers of up to "
                               "%d characters",
                               what, word, QDR_WORD_SIZE - 1);
    if (word[0] != '\0' && text->rest == text->end)
        return qdr_text_refuse(text,
                               "%s is '%.40s', and there the file ends; "
                               "accepted: a newline after the last number",
                               what, word);
    return QDR_OK;
}

qdr_status qdr_text_integer(qdr_text *text, const char *what, int64_t min,
                            int64_t max, int64_t *out_number)
{
    char word[QDR_WORD_SIZE], *end;
    long long number;
    qdr_status status = take_number(text, what, word);

    if (status != QDR_OK)
        return status;
    errno = 0;
    number = strtoll(word, &end, 10);
    if (end == word || *end != '\0' || errno == ERANGE || number < min ||
        number > max)
        return qdr_text_refuse(text,
                               "%s is '%.40s'; accepted: whole numbers %" PRId64
                               " to %" PRId64,
                               what, word, min, max);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_real(qdr_text *text, const char *what, double *out_number)
{
    char word[QDR_WORD_SIZE], *end;
    double number;
    qdr_status status = take_number(text, what, word);

    if (status != QDR_OK)
        return status;
    errno = 0;
    number = strtod(word, &end);
    /* Neither nan nor hexadecimal numbers, nor those that become 0. */
    if (end == word || *end != '\0' || !isfinite(number) ||
        strchr(word, 'x') != NULL || strchr(word, 'X') != NULL ||
        (number == 0 && errno == ERANGE))
        return qdr_text_refuse(text,
                               "%s is '%.40s'; accepted: finite numbers, as a "
                               "double holds them",
                               what, word);
    *out_number = number;
    return QDR_OK;
}

qdr_status qdr_text_decimal(qdr_text *text, const char *what,
                            int64_t *out_number, int64_t *out_fraction)
{
    char word[QDR_WORD_SIZE];
    qdr_decimal number;
    qdr_status status = take_number(text, what, word);

    if (status != QDR_OK)
        return status;
    if (!qdr_decimal_parse(word, &number) ||
        (out_fraction == NULL && number.fraction > 0))
        return qdr_text_refuse(
            text, "%s is '%.40s'; accepted: %s 0 to below 2^63", what, word,
            out_fraction == NULL ? "whole numbers" : "numbers");
    *out_number = number.whole;
    if (out_fraction != NULL)
        *out_fraction = number.fraction;
    return QDR_OK;
}

qdr_status qdr_text_done(const qdr_text *text)
{
    qdr_text left = *text;

    if (!qdr_text_has_more(&left))
        return QDR_OK;
    return qdr_text_refuse(
        text, "'%.*s' at the end of the line; accepted: nothing more on it",
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
