/* harness/sweep/launch_verdicts.h -- what the files of a launch (one mpirun)
 * say of its cells. */
#ifndef QUADRILLE_HARNESS_SWEEP_LAUNCH_VERDICTS_H
#define QUADRILLE_HARNESS_SWEEP_LAUNCH_VERDICTS_H

#include "harness/results/launch_record.h"
#include "harness/sweep/sweep.h"

/* The state of a launch's cells, from its files. */
typedef struct qdr_verdicts {
    int64_t valid, invalid;
    int64_t missing;       /* not finished yet */
    int64_t first_invalid; /* cell; -1 if there is none */
    char reason[512];      /* of that cell */
    char problem[256];     /* why files that are not whole do not count */
} qdr_verdicts;

/* qdr_launch_verdicts reads the verdicts of a launch; if files are missing, do
 * not match, or do not belong to the sweep, all cells are missing. */
qdr_launch_state qdr_launch_verdicts(const qdr_sweep *sweep, int64_t launch,
                                     qdr_verdicts *out_verdicts);

/* qdr_launch_read reads them from the JSON at `path` and the csv at `csv`, such
 * as those of an attempt. */
qdr_launch_state qdr_launch_read(const qdr_sweep *sweep, int64_t launch,
                                 const char *path, const char *csv,
                                 qdr_verdicts *out_verdicts);

#endif
