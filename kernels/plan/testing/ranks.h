/* kernels/plan/testing/ranks.h -- begin and end of a test that all ranks of
 * MPI_COMM_WORLD run, and what did not hold on this rank. */
#ifndef QUADRILLE_KERNELS_PLAN_TESTING_RANKS_H
#define QUADRILLE_KERNELS_PLAN_TESTING_RANKS_H

#include <stdbool.h>

#include "kernels/core/base/error.h"

/* qdr_test_begin initialises MPI. Sets the rank and the number of ranks. */
void qdr_test_begin(int *argc, char ***argv, int *out_rank, int *out_p);

/* qdr_test_expect counts an expectation that does not hold, and prints it with
 * the error's text. Without MPI, too. */
void qdr_test_expect(bool is_so, const char *what, const qdr_error *error);

/* qdr_test_count_wrong adds faults that the caller prints. */
void qdr_test_count_wrong(int count);

/* qdr_test_is_simulated returns whether MPI is SimGrid's. */
bool qdr_test_is_simulated(void);

/* qdr_test_end adds the faults of all ranks and finalises MPI. */
void qdr_test_end(void);

/* qdr_test_status is the exit status: 1 if a fault was counted, else 0. */
int qdr_test_status(void);

#endif
