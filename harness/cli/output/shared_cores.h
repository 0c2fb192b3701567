/* harness/cli/output/shared_cores.h -- a hint where ranks share cores. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_SHARED_CORES_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_SHARED_CORES_H

#include <stdio.h>

#include "harness/sweep/loading/sweep.h"

/* qdr_shared_cores_print prints a line if a process layout of the sweep has
 * more ranks than this machine has cores. Nothing for ranks elsewhere. */
void qdr_shared_cores_print(const qdr_sweep *sweep, FILE *to);

#endif
