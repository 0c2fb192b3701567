/* kernels/plan/testing/ranks.h -- a test that all ranks of MPI_COMM_WORLD run:
 * its main, and what did not hold on a rank. */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_RANKS_H
#define QUADRILLE_KERNELS_PLAN_TESTING_RANKS_H

#include <stdbool.h>

#include "kernels/core/base/error.h"

/* This rank of MPI_COMM_WORLD, the number of ranks, and the error that all
 * calls fill. It is the cause of a fault; `error` is a function of libc. */
extern int rank, p;
extern qdr_error cause;

/* qdr_test_run is the program's own: the main of ranks.c calls it while MPI
 * runs. The exit status is 1 if a rank counted a fault, else 0. */
void qdr_test_run(void);

/* qdr_test_about says, as printf does, what the next expectations are about;
 * each line of a fault has it. */
void qdr_test_about(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* qdr_test_complain counts a fault, and prints it. Without MPI, too. */
void qdr_test_complain(const char *what, const char *text);

/* qdr_test_expect counts an expectation that does not hold, and prints it with
 * the error. */
void qdr_test_expect(bool is_so, const char *what);

/* A call succeeds. A macro, so that a fault shows the call. */
#define qdr_test_ok(call) qdr_test_expect((call) == QDR_OK, #call)

/* qdr_test_refused expects QDR_ERROR_INPUT, and these words in the error, which
 * it clears. */
void qdr_test_refused(qdr_status status, const char *words);

/* qdr_test_is_simulated returns whether MPI is SimGrid's. */
bool qdr_test_is_simulated(void);

/* qdr_test_end adds the faults of all ranks and finalises MPI, for a test that
 * goes on without MPI. */
void qdr_test_end(void);

#endif
