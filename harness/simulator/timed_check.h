/* harness/simulator/timed_check.h -- common parts of checks of simulated times:
 * the machine that they use, and a comparison to the nanosecond. */
#ifndef QUADRILLE_HARNESS_SIMULATOR_TIMED_CHECK_H
#define QUADRILLE_HARNESS_SIMULATOR_TIMED_CHECK_H

#include "harness/machine/machine.h"

/* SimGrid's MPI sends so many bytes with every message. */
enum { QDR_CHECK_ENVELOPE_BYTES = 16 };

/* What a check compares with, on one rank. */
typedef struct qdr_checked {
    qdr_hardware *hardware;
    qdr_software *software;
    int rank, p;
} qdr_checked;

/* qdr_check_require prints `error` and aborts all ranks if a call failed. */
void qdr_check_require(qdr_status status, const qdr_error *error);

/* qdr_checks_run calls `check` in MPI, with this rank and the files that
 * QDR_HARDWARE and QDR_SOFTWARE name, and returns the exit status of the
 * program: 0 if `check`, the number of what is off, is 0 on all ranks. */
int qdr_checks_run(int argc, char **argv,
                   int (*check)(const qdr_checked *checked));

/* qdr_check_begin returns the time at which all ranks begin. Collective. */
int64_t qdr_check_begin(void);

/* qdr_check_grant_us returns the wait before a receiver grants offers
 * (same_instant.h); 0: nobody makes any. */
double qdr_check_grant_us(const qdr_software *software);

/* qdr_check_end prints the time since `begin_ns` next to the expected one,
 * under the name `what` and any number; returns 1 if they differ by more than
 * the rounding of both ends, else 0. */
int qdr_check_end(const char *what, int number, int64_t begin_ns,
                  double expected_ns);

#endif
