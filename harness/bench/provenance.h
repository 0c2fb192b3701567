/* harness/bench/provenance.h -- what a result was made with. */
#ifndef QUADRILLE_HARNESS_BENCH_PROVENANCE_H
#define QUADRILLE_HARNESS_BENCH_PROVENANCE_H

#include <jansson.h>
#include <mpi.h>

/* qdr_provenance_gather notes the host and the processors of every rank.
 * Collective over `comm`; before qdr_provenance_new. */
void qdr_provenance_gather(MPI_Comm comm);

/* qdr_provenance_new returns a new JSON object, the caller's: commit, program,
 * compiler and flags, MPI and its parameters, hosts, binding, SLURM job, times,
 * and the whole text of every configuration file in `folder` with its SHA-256.
 * NULL if memory is out. */
json_t *qdr_provenance_new(const char *folder, double start_unix_s);

#endif
