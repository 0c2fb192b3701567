/* harness/clock/timed_program.h -- a program of ranks with clocks that agree.
 */
#ifndef QUADRILLE_HARNESS_CLOCK_TIMED_PROGRAM_H
#define QUADRILLE_HARNESS_CLOCK_TIMED_PROGRAM_H

#include <mpi.h>

#include "kernels/core/error.h"

/* What such a program does, on every rank. `comm` returns errors. */
typedef qdr_status qdr_timed_body(int argc, char **argv, MPI_Comm comm,
                                  qdr_error *error);

/* qdr_timed_program is the main function of a program called `name`: it starts
 * MPI, sets the clocks, opens all connections, and runs `body`. Returns the
 * exit status: 0, or 2 if it was used wrongly and 1 if something else failed,
 * which rank 0 then tells. */
int qdr_timed_program(int argc, char **argv, const char *name,
                      qdr_timed_body *body);

#endif
