/* harness/slurm/copies.h -- copies the files that jobs run into the results
 * folder. */
#ifndef QUADRILLE_HARNESS_SLURM_COPIES_H
#define QUADRILLE_HARNESS_SLURM_COPIES_H

#include "harness/files/digest.h"
#include "harness/sweep/loading/sweep.h"

/* Jobs write their logs here; nobody else can put a link there for SLURM to
 * follow. */
#define QDR_LOG_FOLDER "logs"

/* The names of two lists of digests, program/digests.NAME, as sha256sum prints
 * them: what tasks run, and what the collecting job does. A list is called by
 * its own SHA-256. */
typedef struct qdr_job_digests {
    char tasks[QDR_DIGEST_LENGTH + 1], collector[QDR_DIGEST_LENGTH + 1];
} qdr_job_digests;

/* qdr_copy_programs copies the programs and the scripts of jobs into
 * FOLDER/program, with the machine's `setup`, and the files that draw if
 * `figures`; lists their digests, and makes the folder of logs. */
qdr_status qdr_copy_programs(const qdr_sweep *sweep, bool figures,
                             qdr_job_digests *out, qdr_error *error);

#endif
