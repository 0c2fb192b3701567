/* harness/clock/timed_program.h -- an MPI program whose ranks have synchronised
 * clocks. */
#ifndef QUADRILLE_HARNESS_CLOCK_TIMED_PROGRAM_H
#define QUADRILLE_HARNESS_CLOCK_TIMED_PROGRAM_H

#include <mpi.h>

#include "kernels/core/base/status.h"

/* The body of such a program, on every rank. `comm` returns errors. */
typedef qdr_status qdr_timed_body(int argc, char **argv, MPI_Comm comm,
                                  qdr_error *error);

/* qdr_timed_program is the main function of a program called `name`: it starts
 * MPI, synchronises the clocks, opens all connections, and runs `body`. Returns
 * 0. If `body` fails, on one rank or all, it reports the first failure and ends
 * the program with exit status 2 for wrong usage, else 1. */
int qdr_timed_program(int argc, char **argv, const char *name,
                      qdr_timed_body *body);

#endif
