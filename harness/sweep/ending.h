/* harness/sweep/ending.h -- how a launch ended that did not complete, in words.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_ENDING_H
#define QUADRILLE_HARNESS_SWEEP_ENDING_H

#include "harness/sweep/sweep.h"

typedef struct qdr_ending {
    int wait_status;      /* what waitpid told */
    bool is_overdue;      /* it was ended */
    bool is_cell_overdue; /* because of the cell at hand */
} qdr_ending;

/* qdr_describe_ending writes it to text[size], with the line of the launch's
 * log that says most. */
void qdr_describe_ending(const qdr_sweep *sweep, int64_t launch,
                         const qdr_ending *how, char *text, size_t size);

#endif
