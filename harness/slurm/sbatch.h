/* harness/slurm/sbatch.h -- how jobs are requested.
 *
 * Each request carries a token of its own, as the job's comment, so that a job
 * is found whose number SLURM did not tell.
 */
#ifndef QUADRILLE_HARNESS_SLURM_SBATCH_H
#define QUADRILLE_HARNESS_SLURM_SBATCH_H

#include "harness/files/command.h"
#include "harness/sweep/loading/sweep.h"

enum { QDR_JOB_LENGTH = 64 /* of its number, as text */ };

/* Zero-initialise; release with qdr_command_cleanup(&request.command). */
typedef struct qdr_request {
    qdr_command command;
    char token[32];
} qdr_request;

/* qdr_sbatch_array makes the request of the tasks of `list` ("0-3,7"), of so
 * many nodes, after the jobs `after` ("5_0:7", or ""), so that not more than
 * array_limit run at once. */
void qdr_sbatch_array(qdr_request *request, const qdr_sweep *sweep, int nodes,
                      const char *list, const char *after, const char *digests);

/* qdr_sbatch_collector makes that of the job that runs after the jobs `after`,
 * however these end. Both jobs check the files of program/digests.DIGESTS
 * before they run them. */
void qdr_sbatch_collector(qdr_request *request, const qdr_sweep *sweep,
                          const char *after, const char *digests);

/* qdr_sbatch submits a request, up to three times if SLURM neither accepts nor
 * refuses it, and never while a job with its token is in the queue. The job's
 * number goes to `id`. */
qdr_status qdr_sbatch(const qdr_sweep *sweep, qdr_request *request,
                      char id[QDR_JOB_LENGTH], qdr_error *error);

/* Where jobs are queued. */
typedef struct qdr_allotment {
    const char *name;     /* "partition", "account", "qos" */
    const char *variable; /* "SBATCH_PARTITION" */
    const char *value;    /* NULL: SLURM's default */
    bool is_inherited;    /* from the variable; the machine's file has none */
} qdr_allotment;

enum { QDR_NUM_ALLOTMENTS = 3 };

/* qdr_sbatch_allotments says where the jobs of a machine will be queued. */
void qdr_sbatch_allotments(const qdr_slurm *slurm,
                           qdr_allotment out[QDR_NUM_ALLOTMENTS]);

/* qdr_sbatch_check_folder refuses a results folder in whose path SLURM expands
 * or breaks something. */
qdr_status qdr_sbatch_check_folder(const qdr_sweep *sweep, qdr_error *error);

#endif
