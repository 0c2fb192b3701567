/* harness/sweep/ending.h -- describes how an incomplete launch (one mpirun)
 * ended. */
#ifndef QUADRILLE_HARNESS_SWEEP_ENDING_H
#define QUADRILLE_HARNESS_SWEEP_ENDING_H

#include "harness/results/attempts.h"
#include "harness/sweep/sweep.h"

typedef struct qdr_ending {
    int wait_status;      /* status from waitpid */
    bool is_overdue;      /* it was ended */
    bool is_cell_overdue; /* because of the current cell */
} qdr_ending;

/* qdr_describe_ending writes it to text[size], with the most informative line
 * of the launch's log. */
void qdr_describe_ending(const qdr_sweep *sweep, const qdr_attempt *attempt,
                         const qdr_ending *how, char *text, size_t size);

#endif
