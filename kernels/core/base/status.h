/* kernels/core/base/status.h -- how a call of this library fails; the types
 * that it returns are in error.h, which is installed for programs that use the
 * library.
 */
#ifndef QUADRILLE_KERNELS_CORE_BASE_STATUS_H
#define QUADRILLE_KERNELS_CORE_BASE_STATUS_H

#include "kernels/core/base/error.h"

/* qdr_fail writes the formatted line, control characters as `?`, to `error`
 * (may be NULL) and returns `status`, so that a failing function can end with
 * `return qdr_fail(...)`. */
__attribute__((format(printf, 3, 4))) qdr_status
qdr_fail(qdr_error *error, qdr_status status, const char *format, ...);

/* qdr_replace_control replaces the control characters of a text, C1 of UTF-8
 * included, by `?`: no file's text moves a terminal's cursor. */
void qdr_replace_control(char *text);

/* qdr_fail_memory is qdr_fail for an allocation of `what` that failed. */
qdr_status qdr_fail_memory(qdr_error *error, const char *what);

#endif
