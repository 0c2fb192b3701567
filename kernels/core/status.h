/* kernels/core/status.h -- what a call that can fail returns.
 *
 * Every function that can fail returns a qdr_status; 0 is success, and its
 * out-parameters are untouched on failure. A function whose failure a user
 * must understand also takes a qdr_error, which receives one line saying what
 * was wrong, where, and what is accepted.
 */
#ifndef QUADRILLE_KERNELS_CORE_STATUS_H
#define QUADRILLE_KERNELS_CORE_STATUS_H

#ifdef __cplusplus
extern "C" {
#endif

typedef enum qdr_status {
    QDR_OK = 0,
    QDR_ERROR_INPUT,  /* bad input or wrong use: exit status 2 */
    QDR_ERROR_CHECK,  /* a check failed: exit status 1 */
    QDR_ERROR_MEMORY, /* an allocation failed */
    QDR_ERROR_SYSTEM, /* a file or a process could not be used */
    QDR_ERROR_MPI,    /* an MPI call returned an error */
    QDR_NUM_STATUSES
} qdr_status;

/* qdr_error holds the one line for the user. Zero-initialise it; owned by the
 * caller, nothing to release. */
typedef struct qdr_error {
    char text[512];
} qdr_error;

/* qdr_status_string returns a constant sentence for `status`. */
const char *qdr_status_string(qdr_status status);

/* qdr_fail writes the formatted line, control characters as `?`, to `error`
 * (may be NULL) and returns `status`, so that a failing function can end with
 * `return qdr_fail(...)`. */
__attribute__((format(printf, 3, 4), warn_unused_result)) qdr_status
qdr_fail(qdr_error *error, qdr_status status, const char *format, ...);

/* qdr_fail_memory is qdr_fail for an allocation of `what` that failed. */
__attribute__((warn_unused_result)) qdr_status
qdr_fail_memory(qdr_error *error, const char *what);

#ifdef __cplusplus
}
#endif

#endif
