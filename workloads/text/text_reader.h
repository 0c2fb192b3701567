/* workloads/text/text_reader.h -- takes numbers and words from lines of text.
 *
 * It refuses bad text as `name:line: what was found; accepted: ...`.
 */
#ifndef QUADRILLE_WORKLOADS_TEXT_TEXT_READER_H
#define QUADRILLE_WORKLOADS_TEXT_TEXT_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/base/status.h"
#include "workloads/text/packed.h"

/* What separates words, unless a format says otherwise. */
#define QDR_BLANKS " \t\r"

/* Bytes of a word, its zero included. */
enum { QDR_WORD_SIZE = 64 };

/* A text while it is read, line by line. */
typedef struct qdr_text {
    const char *name; /* of the file, in errors */
    const char *next; /* start of the next line */
    const char *end;  /* of the text; a zero byte is there */
    const char *rest; /* the part of the current line that is not yet taken */
    const char *line_end;   /* its end */
    const char *separators; /* of words; QDR_BLANKS at first */
    int64_t line_number;    /* from 1 */
    qdr_error *error;
} qdr_text;

/* qdr_text_begin returns a reader of `bytes`, before its first line and behind
 * a byte order mark; both and `name` must outlive it. */
qdr_text qdr_text_begin(const qdr_bytes *bytes, const char *name,
                        qdr_error *error);

/* qdr_text_line goes to the next line; false at the end of the text. */
bool qdr_text_line(qdr_text *text);

/* qdr_text_next_line goes to the next line that holds more than separators,
 * skips leading separators, and skips lines that then begin with one of
 * `comments`; false at the end of the text. */
bool qdr_text_next_line(qdr_text *text, const char *comments);

/* qdr_text_is returns whether the current line is `line`, except for blanks at
 * its end. */
bool qdr_text_is(const qdr_text *text, const char *line);

/* qdr_text_has_more skips separators; false: the line ends there. */
bool qdr_text_has_more(qdr_text *text);

/* qdr_text_word takes the next word of the line, "" at its end; of a longer one
 * it takes the part that fits, and returns false. */
bool qdr_text_word(qdr_text *text, char word[QDR_WORD_SIZE]);

#define QDR_DECIMAL_ONE 1000000000000000000 /* 10^18 */

/* qdr_text_integer, qdr_text_real and qdr_text_decimal take the next number of
 * the line, or fail with QDR_ERROR_INPUT; `what` names it in errors. An integer
 * is from `min` to `max`, a real is finite, a decimal from 0 to below 2^63,
 * "1.5e3", exactly; *out_fraction gets its fraction, in parts of
 * QDR_DECIMAL_ONE, which is refused if that is NULL. A number at the end of the
 * text is refused: it may have been cut. */
qdr_status qdr_text_integer(qdr_text *text, const char *what, int64_t min,
                            int64_t max, int64_t *out_number);
qdr_status qdr_text_real(qdr_text *text, const char *what, double *out_number);
qdr_status qdr_text_decimal(qdr_text *text, const char *what,
                            int64_t *out_number, int64_t *out_fraction);

/* qdr_text_done fails if something is left of the line. */
qdr_status qdr_text_done(const qdr_text *text);

/* qdr_text_shown returns how many characters of the rest of the line an error
 * shows, at most 40: "%.*s", qdr_text_shown(text), text->rest. */
int qdr_text_shown(const qdr_text *text);

/* qdr_text_refuse fails with the place of the current line before the words. */
__attribute__((format(printf, 2, 3))) qdr_status
qdr_text_refuse(const qdr_text *text, const char *format, ...);

/* A decimal number, exactly. */
typedef struct qdr_decimal {
    int64_t whole;
    int64_t fraction; /* parts of QDR_DECIMAL_ONE, rounded down, but 0 only if
                         there is none */
} qdr_decimal;

/* qdr_decimal_parse reads a number from 0 to below 2^63: "5", "1.5e3". Returns
 * false for all else. */
bool qdr_decimal_parse(const char *word, qdr_decimal *out_number);

#endif
