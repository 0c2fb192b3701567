/* harness/sweep/launch/exit_reason.h -- describes how an incomplete launch (one
 * mpirun) ended. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_EXIT_REASON_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_EXIT_REASON_H

#include "harness/results/attempts.h"
#include "harness/sweep/loading/sweep.h"

/* How a launch ended. */
typedef struct qdr_exit_reason {
    int wait_status;      /* status from waitpid */
    bool is_overdue;      /* it was ended */
    bool is_cell_overdue; /* because of the current cell */
} qdr_exit_reason;

enum { QDR_EXIT_REASON_LENGTH = 640 };

/* qdr_describe_exit writes it to text[size], with the most informative line
 * of the launch's log, and the log's name. */
void qdr_describe_exit(const qdr_sweep *sweep, const qdr_attempt *attempt,
                       const qdr_exit_reason *how, char *text, size_t size);

#endif
