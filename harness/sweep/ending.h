/* harness/sweep/ending.h -- how a launch ended that did not complete, in words.
 */
#ifndef QUADRILLE_HARNESS_SWEEP_ENDING_H
#define QUADRILLE_HARNESS_SWEEP_ENDING_H

#include "harness/sweep/sweep.h"

/* qdr_describe_ending writes it to text[size]: what waitpid told, or the cap if
 * it was overdue, and the line of the launch's log that says most. */
void qdr_describe_ending(const qdr_sweep *sweep, int64_t launch,
                         int wait_status, bool is_overdue, char *text,
                         size_t size);

#endif
