/* harness/results/attempts.h -- the names of the attempts at launches (one
 * mpirun each) in a results folder.
 *
 * Each attempt writes files of a name of its own, which nobody else ever
 * changes: launch-LAUNCH-ATTEMPT-HOST-PROCESS-RANDOM, with .csv for samples,
 * .json for what is finished of them, and, while it runs, .running, .skipped
 * and .log. Earlier versions wrote launch-LAUNCH.csv and .json, which is
 * attempt 0.
 */
#ifndef QUADRILLE_HARNESS_RESULTS_ATTEMPTS_H
#define QUADRILLE_HARNESS_RESULTS_ATTEMPTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "kernels/core/base/status.h"

enum { QDR_ATTEMPT_LENGTH = 128 }; /* of a name, its NUL included */

/* One try at a launch. Its name says all of it. */
typedef struct qdr_attempt {
    char name[QDR_ATTEMPT_LENGTH];
    int64_t launch; /* -1: a number as no sweep writes it */
    int number;     /* 1, 2, ...; 0: an earlier version's */
    pid_t planner;  /* the process that started it, on `host` */
    char host[64];
} qdr_attempt;

/* Those with a JSON, in the order in which they count: launch, number, name. */
typedef struct qdr_attempts {
    qdr_attempt *all;
    size_t count;
} qdr_attempts;

/* qdr_attempt_read reads the name of a file, without its suffix; false: it is
 * none of an attempt. */
bool qdr_attempt_read(const char *name, size_t length, qdr_attempt *out);

/* qdr_attempt_new names the attempt `number` of this process. */
void qdr_attempt_new(int64_t launch, int number, qdr_attempt *out);

/* qdr_attempt_path writes FOLDER/NAME.suffix to path[size]. */
void qdr_attempt_path(const char *folder, const qdr_attempt *attempt,
                      const char *suffix, char *path, size_t size);

/* qdr_attempts_list lists those of a folder. Release with
 * qdr_attempts_cleanup. */
qdr_status qdr_attempts_list(const char *folder, qdr_attempts *out);
void qdr_attempts_cleanup(qdr_attempts *attempts);

/* qdr_attempts_tidy removes what attempts at `launch` wrote for as long as they
 * ran, if their process has ended on this host: .running, .skipped, .log, and a
 * csv without a JSON. */
void qdr_attempts_tidy(const char *folder, int64_t launch);

/* qdr_cell_has_failed returns whether `cell` is in the file at `path`, which
 * may be NULL; its reason goes to `reason`. The file has lines
 * `cell<TAB>reason` of cells that ended an earlier attempt: they are not run
 * again but reported INVALID with that reason. */
bool qdr_cell_has_failed(const char *path, int64_t cell, qdr_error *reason);

#endif
