/* kernels/core/base/error.h -- what a call that can fail returns: a qdr_status,
 * 0 on success, and in a qdr_error one line that says what was wrong, where,
 * and what is accepted. Its results are then untouched. */
#ifndef QUADRILLE_KERNELS_CORE_BASE_ERROR_H
#define QUADRILLE_KERNELS_CORE_BASE_ERROR_H

#ifdef __cplusplus
extern "C" {
#endif

/* As part of the type the attribute makes the compiler warn of every call whose
 * status nobody reads, also of calls through a pointer. gcc accepts it in every
 * C standard, but -Wpedantic warns that it is newer. Older compilers do
 * without. */
#ifdef __clang__
#define QDR_MUST_CHECK __attribute__((warn_unused_result))
#elif __GNUC__ >= 11 || __cplusplus >= 201703L
#define QDR_MUST_CHECK [[nodiscard]]
#else
#define QDR_MUST_CHECK
#endif

#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
typedef enum QDR_MUST_CHECK qdr_status {
    QDR_OK = 0,
    QDR_ERROR_INPUT,  /* bad input or wrong use: exit status 2 */
    QDR_ERROR_CHECK,  /* a check failed: exit status 1 */
    QDR_ERROR_MEMORY, /* an allocation failed */
    QDR_ERROR_SYSTEM, /* a file or a process could not be used */
    QDR_ERROR_MPI,    /* an MPI call returned an error */
    QDR_NUM_STATUSES
} qdr_status;
#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

/* qdr_error holds the one line for the user, with room for a list of all that
 * is accepted. Zero-initialise it; owned by the caller, nothing to release. */
typedef struct qdr_error {
    char text[1024];
} qdr_error;

/* qdr_status_string returns a constant sentence for `status`. */
const char *qdr_status_string(qdr_status status);

#ifdef __cplusplus
}
#endif

#endif
