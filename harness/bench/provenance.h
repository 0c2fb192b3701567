/* harness/bench/provenance.h -- what a result was made with. */
#ifndef QUADRILLE_HARNESS_BENCH_PROVENANCE_H
#define QUADRILLE_HARNESS_BENCH_PROVENANCE_H

#include <jansson.h>

/* qdr_provenance_new returns a new JSON object, the caller's: commit, program,
 * compiler, MPI, host, times, and the whole text of every configuration file
 * in `folder` with its SHA-256. NULL if memory is out. */
json_t *qdr_provenance_new(const char *folder, double start_unix_s);

#endif
