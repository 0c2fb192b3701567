/* harness/cli/output/print_schedule.h -- prints a schedule as text or csv. */
#ifndef QUADRILLE_HARNESS_CLI_OUTPUT_PRINT_SCHEDULE_H
#define QUADRILLE_HARNESS_CLI_OUTPUT_PRINT_SCHEDULE_H

#include "kernels/kernel.h"

/* qdr_print_schedule_text writes one line per round, in the papers' notation:
 * an exchange as `a <-> b`. */
void qdr_print_schedule_text(const qdr_kernel *kernel,
                             const qdr_schedule *schedule);

/* qdr_print_schedule_csv writes `round,src,dst,bytes`, one line per message. */
void qdr_print_schedule_csv(const qdr_kernel *kernel,
                            const qdr_schedule *schedule);

#endif
