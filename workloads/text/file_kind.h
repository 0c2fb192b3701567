/* workloads/text/file_kind.h -- names a file that is not text as we read it. */
#ifndef QUADRILLE_WORKLOADS_TEXT_FILE_KIND_H
#define QUADRILLE_WORKLOADS_TEXT_FILE_KIND_H

#include <stdbool.h>
#include <stddef.h>

#include "kernels/core/base/status.h"

/* qdr_file_kind_refuse refuses, by its name if that is known, a file whose
 * bytes data[from..length-1] are no text: packed, of UTF-16, with a zero byte.
 */
qdr_status qdr_file_kind_refuse(const char *data, size_t from, size_t length,
                                const char *name, qdr_error *error);

/* qdr_file_kind_refuse_lines refuses a whole text whose lines end in a carriage
 * return alone. */
qdr_status qdr_file_kind_refuse_lines(const char *data, size_t length,
                                      const char *name, qdr_error *error);

/* qdr_is_harwell_boeing returns whether a text, which a zero byte ends, is a
 * matrix in the format of Harwell-Boeing, or Rutherford-Boeing. */
bool qdr_is_harwell_boeing(const char *text);

#endif
