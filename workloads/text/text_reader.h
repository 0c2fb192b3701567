/* workloads/text/text_reader.h -- takes numbers from the lines of a text.
 *
 * What it refuses, it refuses as `name:line: what was found; accepted: ...`.
 */
#ifndef QUADRILLE_WORKLOADS_TEXT_TEXT_READER_H
#define QUADRILLE_WORKLOADS_TEXT_TEXT_READER_H

#include <stdbool.h>
#include <stdint.h>

#include "kernels/core/status.h"
#include "workloads/text/packed.h"

typedef struct qdr_text {
    const char *name;     /* of the file, in errors */
    const char *next;     /* where the next line begins */
    const char *end;      /* of the text */
    const char *rest;     /* what is not yet taken of the line at hand */
    const char *line_end; /* its end */
    int64_t line_number;  /* from 1 */
    qdr_error *error;
} qdr_text;

/* qdr_text_begin returns a reader of `bytes`, before its first line; both and
 * `name` must outlive it. */
qdr_text qdr_text_begin(const qdr_bytes *bytes, const char *name,
                        qdr_error *error);

/* qdr_text_line goes to the next line; false at the end of the text. */
bool qdr_text_line(qdr_text *text);

/* qdr_text_is tells whether the line at hand is `line`, blanks at its end
 * aside. */
bool qdr_text_is(const qdr_text *text, const char *line);

/* They take the next number of the line; `what` names it in errors. A real is
 * finite. */
qdr_status qdr_text_integer(qdr_text *text, const char *what, int64_t least,
                            int64_t most, int64_t *out_number);
qdr_status qdr_text_real(qdr_text *text, const char *what, double *out_number);

/* qdr_text_done fails if something is left of the line. */
qdr_status qdr_text_done(const qdr_text *text);

/* qdr_text_refuse fails with the place of the line at hand before the words. */
__attribute__((format(printf, 2, 3), warn_unused_result)) qdr_status
qdr_text_refuse(const qdr_text *text, const char *format, ...);

#endif
