/* harness/sweep/launch_list.h -- the launches (one mpirun each) of a sweep as a
 * file, for readers that do not know its factors. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_LIST_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_LIST_H

#include "harness/experiment/experiment.h"

/* qdr_launch_list_text returns a csv launch,procs,first,last, to free(): the
 * cells of each launch, a row for consecutive ones. NULL: out of memory. */
char *qdr_launch_list_text(const qdr_experiment *experiment);

#endif
