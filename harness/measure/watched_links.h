/* harness/measure/watched_links.h -- the links of a cluster on this machine
 * while a launch (one mpirun) measures: whether they limit it, and what they
 * count. */
#ifndef QUADRILLE_HARNESS_MEASURE_WATCHED_LINKS_H
#define QUADRILLE_HARNESS_MEASURE_WATCHED_LINKS_H

#include "harness/measure/launch_folder.h"
#include "harness/results/measurement.h"

/* What rank 0 watches. */
typedef struct qdr_watched_links {
    qdr_link_counters counters; /* of no nodes: they are not ours to read */
    qdr_link_counts before;
} qdr_watched_links;

/* qdr_watched_links_check fails with QDR_ERROR_CHECK unless the cluster that
 * runs has the links of the folder, and these limit an exchange of `procs`
 * ranks. Local; nothing is checked on another machine. */
qdr_status qdr_watched_links_check(const qdr_launch_folder *folder, int procs,
                                   qdr_error *error);

/* qdr_watched_links_open opens the counters, if this process may read them.
 * qdr_watched_links_begin begins to count for a cell, and qdr_watched_links_end
 * adds what has been counted since. Local, on one rank. Release with
 * qdr_watched_links_close; a zeroed one is legal for all three. */
void qdr_watched_links_open(qdr_watched_links *watched,
                            const qdr_launch_folder *folder);
void qdr_watched_links_begin(qdr_watched_links *watched);
void qdr_watched_links_end(qdr_watched_links *watched, qdr_measurement *to);
void qdr_watched_links_close(qdr_watched_links *watched);

#endif
